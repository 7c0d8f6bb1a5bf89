#include "core/codegen/toolkit/cuda_toolkit.h"

#include <cstdlib>
#include <filesystem>
#include <vector>

#include <unistd.h>

namespace tir {
namespace {

namespace fs = std::filesystem;

/// Folders of the toolkit, the one that the user names first.
std::vector<fs::path> toolkitFolders()
{
    std::vector<fs::path> folders;
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
        if (const char* value = std::getenv(variable); value && *value)
            folders.emplace_back(value);
    folders.emplace_back("/usr/local/cuda");
    folders.emplace_back("/opt/cuda");
    folders.emplace_back("/usr/lib/nvidia-cuda-toolkit");
    return folders;
}

bool isProgram(const fs::path& path)
{
    std::error_code failure;
    return fs::is_regular_file(path, failure) && access(path.c_str(), X_OK) == 0;
}

} // namespace

std::optional<std::string> findCudaTool(std::string_view name)
{
    std::vector<fs::path> folders;
    for (const fs::path& toolkit : toolkitFolders())
        folders.push_back(toolkit / "bin");
    const char* variable = std::getenv("PATH");
    for (std::string_view rest = variable ? variable : ""; !rest.empty();) {
        const size_t end = std::min(rest.find(':'), rest.size());
        folders.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    for (const fs::path& folder : folders)
        if (isProgram(folder / name))
            return (folder / name).string();
    return std::nullopt;
}

std::optional<std::string> findLibdevice()
{
    for (const fs::path& toolkit : toolkitFolders())
        for (const char* folder : {"nvvm/libdevice", "libdevice"}) {
            const fs::path path = toolkit / folder / "libdevice.10.bc";
            std::error_code failure;
            if (fs::is_regular_file(path, failure))
                return path.string();
        }
    return std::nullopt;
}

} // namespace tir
