#include "core/support/temporary_folder.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace tir {

namespace fs = std::filesystem;

std::string contentOf(const std::string& path)
{
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

TemporaryFolder::TemporaryFolder()
{
    std::error_code failure; // a TMPDIR that does not exist
    const fs::path folder = fs::temp_directory_path(failure);
    std::string pattern = (folder / "tirscope-XXXXXX").string();
    if (!failure && mkdtemp(pattern.data()))
        m_path = pattern;
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    if (!m_path.empty())
        fs::remove_all(m_path, ignored);
}

std::string TemporaryFolder::write(const char* name, const std::string& content) const
{
    const std::string path = file(name);
    std::ofstream stream(path, std::ios::binary);
    stream << content;
    stream.close();
    return m_path.empty() || !stream ? std::string() : path;
}

} // namespace tir
