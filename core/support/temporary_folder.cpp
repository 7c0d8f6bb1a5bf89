#include "core/support/temporary_folder.h"

#include "core/support/output_file.h"
#include "core/support/text_format.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

namespace tir {

namespace fs = std::filesystem;

namespace {

/// As std::filesystem::temp_directory_path() chooses it, but whether it can be used or not.
std::string parentFolder()
{
    for (const char* variable : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"})
        if (const char* value = std::getenv(variable))
            return value;
    return "/tmp";
}

} // namespace

std::string contentOf(const std::string& path)
{
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

TemporaryFolder::TemporaryFolder()
{
    const std::string parent = parentFolder();
    std::string pattern = (fs::path(parent) / "tirscope-XXXXXX").string();
    if (mkdtemp(pattern.data()))
        m_path = pattern;
    else
        m_failure = "cannot make a temporary folder in " + quoted(parent) + ": " + std::strerror(errno) +
                    "; TMPDIR can name another folder";
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    if (!m_path.empty())
        fs::remove_all(m_path, ignored);
}

Result<std::string> TemporaryFolder::write(const char* name, const std::string& content) const
{
    if (m_path.empty())
        return error("unwritable", m_failure);
    std::string path = file(name);
    errno = 0;
    std::ofstream stream(path, std::ios::binary);
    stream << content;
    stream.close();
    if (!stream)
        return unwritable(path, errno == 0 ? "the file is not complete" : std::strerror(errno));
    return path;
}

} // namespace tir
