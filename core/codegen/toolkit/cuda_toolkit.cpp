#include "core/codegen/toolkit/cuda_toolkit.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

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

/// The value of a variable; empty if it is not set.
fs::path pathOf(const char* variable)
{
    const char* value = std::getenv(variable);
    return value ? value : "";
}

/// Folders of the toolkit, the one that the user names first. NVIDIA's installer creates cuda-12.4, and optionally a
/// link to it.
std::vector<fs::path> toolkitFolders()
{
    std::vector<fs::path> folders;
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
        if (const fs::path folder = pathOf(variable); !folder.empty())
            folders.push_back(folder);
    folders.emplace_back("/usr/local/cuda");
    std::vector<fs::path> installed = entriesOf("/usr/local");
    std::erase_if(installed,
                  [](const fs::path& path) { return !path.filename().string().starts_with("cuda-"); });
    folders.insert(folders.end(), installed.rbegin(), installed.rend());
    folders.emplace_back("/opt/cuda");
    folders.emplace_back("/usr/lib/nvidia-cuda-toolkit");
    return folders;
}

bool isProgram(const fs::path& path)
{
    std::error_code failure;
    return fs::is_regular_file(path, failure) && access(path.c_str(), X_OK) == 0;
}

/// Of PATH.
std::vector<fs::path> programFolders()
{
    std::vector<fs::path> folders;
    const std::string variable = pathOf("PATH").string();
    for (std::string_view rest = variable; !rest.empty();) {
        const size_t end = std::min(rest.find(':'), rest.size());
        folders.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return folders;
}

/// Those of the python3 on the PATH: of an environment that is not activated, and of the installation that it links to.
std::vector<fs::path> prefixesOfPython()
{
    for (const fs::path& folder : programFolders()) {
        const fs::path program = folder / "python3";
        if (!folder.is_absolute() || !isProgram(program))
            continue;
        std::error_code failure;
        return {program.parent_path().parent_path(),
                fs::canonical(program, failure).parent_path().parent_path()};
    }
    return {};
}

/// Those of pyenv, whose python3 is a script that chooses one.
std::vector<fs::path> prefixesOfPyenv()
{
    fs::path root = pathOf("PYENV_ROOT");
    if (const fs::path home = pathOf("HOME"); root.empty() && !home.empty())
        root = home / ".pyenv";
    std::vector<fs::path> prefixes = root.empty() ? std::vector<fs::path>() : entriesOf(root / "versions");
    std::reverse(prefixes.begin(), prefixes.end());
    return prefixes;
}

/// Packages of NVIDIA that pip installed, such as lib/python3.11/site-packages/nvidia/cuda_nvrtc: in a virtual environment,
/// in one of conda, for the user, for all users.
std::vector<fs::path> wheelFolders()
{
    std::vector<fs::path> prefixes = {pathOf("VIRTUAL_ENV"), pathOf("CONDA_PREFIX")};
    for (const std::vector<fs::path>& more : {prefixesOfPython(), prefixesOfPyenv()})
        prefixes.insert(prefixes.end(), more.begin(), more.end());
    if (const fs::path home = pathOf("HOME"); !home.empty())
        prefixes.push_back(home / ".local");
    prefixes.emplace_back("/usr/local");
    std::erase_if(prefixes, [](const fs::path& prefix) { return prefix.empty(); });
    std::vector<fs::path> folders;
    for (const fs::path& prefix : prefixes)
        for (const fs::path& python : entriesOf(prefix / "lib"))
            for (const char* packages : {"site-packages", "dist-packages"})
                if (python.filename().string().starts_with("python"))
                    for (const fs::path& wheel : entriesOf(python / packages / "nvidia"))
                        if (std::find(folders.begin(), folders.end(), wheel) == folders.end())
                            folders.push_back(wheel);
    return folders;
}

} // namespace

std::optional<std::string> findCudaTool(std::string_view name)
{
    std::vector<fs::path> folders;
    for (const fs::path& toolkit : toolkitFolders())
        folders.push_back(toolkit / "bin");
    const std::vector<fs::path> others = programFolders();
    folders.insert(folders.end(), others.begin(), others.end());
    for (const fs::path& folder : folders)
        if (isProgram(folder / name))
            return (folder / name).string();
    return std::nullopt;
}

std::vector<std::string> findLibdevices()
{
    std::vector<fs::path> roots = toolkitFolders();
    if (const fs::path conda = pathOf("CONDA_PREFIX"); !conda.empty())
        roots.push_back(conda);
    const std::vector<fs::path> wheels = wheelFolders();
    roots.insert(roots.end(), wheels.begin(), wheels.end());
    std::vector<std::string> files;
    for (const fs::path& root : roots)
        for (const char* folder : {"nvvm/libdevice", "libdevice", "lib"}) {
            const fs::path path = root / folder / "libdevice.10.bc";
            std::error_code failure;
            if (fs::is_regular_file(path, failure))
                files.push_back(path.string());
        }
    return files;
}

std::optional<std::string> findLibdevice()
{
    const std::vector<std::string> files = findLibdevices();
    return files.empty() ? std::nullopt : std::optional(files.front());
}

std::vector<std::string> findCudaLibraries(std::string_view name)
{
    std::vector<fs::path> folders;
    for (const fs::path& toolkit : toolkitFolders())
        for (const char* folder : {"lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib"})
            folders.push_back(toolkit / folder);
    if (const fs::path conda = pathOf("CONDA_PREFIX"); !conda.empty())
        folders.push_back(conda / "lib");
    // pip: nvidia/cuda_nvrtc/lib, or nvidia/cu13/lib.
    for (const fs::path& wheel : wheelFolders())
        folders.push_back(wheel / "lib");
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
