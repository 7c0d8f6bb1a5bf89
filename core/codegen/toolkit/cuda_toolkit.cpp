#include "core/codegen/toolkit/cuda_toolkit.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <unistd.h>

namespace tir {
namespace {

namespace fs = std::filesystem;

/// Sorted; empty for a folder that cannot be read.
std::vector<fs::path> entriesOf(const fs::path& folder)
{
    std::error_code failure;
    std::vector<fs::path> entries;
    for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end;
         entry.increment(failure))
        entries.push_back(entry->path());
    std::sort(entries.begin(), entries.end());
    return entries;
}

/// Folders of the toolkit, the one that the user names first. NVIDIA's installer creates cuda-12.4, and optionally a
/// link to it.
std::vector<fs::path> toolkitFolders()
{
    std::vector<fs::path> folders;
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
        if (const char* value = std::getenv(variable); value && *value)
            folders.emplace_back(value);
    folders.emplace_back("/usr/local/cuda");
    std::vector<fs::path> installed = entriesOf("/usr/local");
    std::erase_if(installed,
                  [](const fs::path& path) { return !path.filename().string().starts_with("cuda-"); });
    folders.insert(folders.end(), installed.rbegin(), installed.rend());
    folders.emplace_back("/opt/cuda");
    folders.emplace_back("/usr/lib/nvidia-cuda-toolkit");
    return folders;
}

/// Where pip puts wheels of NVIDIA: in a virtual environment, in one of conda, for the user, for all users.
std::vector<fs::path> wheelFolders()
{
    std::vector<fs::path> prefixes;
    for (const auto& [variable, below] :
         {std::pair("VIRTUAL_ENV", ""), std::pair("CONDA_PREFIX", ""), std::pair("HOME", ".local")})
        if (const char* value = std::getenv(variable); value && *value)
            prefixes.push_back(fs::path(value) / below);
    prefixes.emplace_back("/usr/local");
    std::vector<fs::path> folders;
    for (const fs::path& prefix : prefixes)
        for (const fs::path& python : entriesOf(prefix / "lib"))
            for (const char* packages : {"site-packages", "dist-packages"})
                if (python.filename().string().starts_with("python"))
                    for (const fs::path& wheel : entriesOf(python / packages / "nvidia"))
                        folders.push_back(wheel / "lib");
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

std::vector<std::string> findCudaLibraries(std::string_view name)
{
    std::vector<fs::path> folders;
    for (const fs::path& toolkit : toolkitFolders())
        for (const char* folder : {"lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib"})
            folders.push_back(toolkit / folder);
    if (const char* conda = std::getenv("CONDA_PREFIX"); conda && *conda)
        folders.push_back(fs::path(conda) / "lib");
    // pip: lib/python3.11/site-packages/nvidia/cuda_nvrtc/lib, or nvidia/cu13/lib.
    const std::vector<fs::path> wheels = wheelFolders();
    folders.insert(folders.end(), wheels.begin(), wheels.end());
    const std::string start = std::string(name) + ".so";
    std::vector<std::string> files;
    for (const fs::path& folder : folders) {
        std::vector<fs::path> found;
        for (const fs::path& file : entriesOf(folder))
            if (const std::string own = file.filename().string();
                own == start || own.starts_with(start + "."))
                found.push_back(file);
        // Without a version first, then 13 before 12.
        std::sort(found.begin(), found.end(), [&](const fs::path& a, const fs::path& b) {
            const bool isPlain = a.filename() == start;
            return isPlain != (b.filename() == start) ? isPlain : a > b;
        });
        for (const fs::path& file : found)
            files.push_back(file.string());
    }
    return files;
}

std::string findCudaHeaders(const std::string& library)
{
    std::error_code failure;
    const fs::path given(library);
    for (const fs::path& file : {given, fs::canonical(given, failure)}) {
        fs::path folder = file.parent_path();
        for (int level = 0; level < 3 && folder.has_relative_path(); ++level) {
            folder = folder.parent_path();
            for (const char* include : {"include", "targets/x86_64-linux/include",
                                        "targets/sbsa-linux/include", "cuda_runtime/include"})
                if (fs::exists(folder / include / "cuda_fp16.h", failure))
                    return (folder / include).string();
        }
    }
    return {};
}

std::string fileIdentity(const std::string& path)
{
    std::error_code failure;
    const std::filesystem::path file = std::filesystem::canonical(path, failure);
    const uintmax_t bytes = std::filesystem::file_size(file, failure);
    const auto changed = std::filesystem::last_write_time(file, failure).time_since_epoch().count();
    return failure ? path : file.string() + " " + std::to_string(bytes) + " " + std::to_string(changed);
}

} // namespace tir
