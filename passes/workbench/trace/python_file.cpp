#include "passes/workbench/trace/python_file.h"

#include <cstdlib>
#include <filesystem>

namespace tir {

std::string pythonFile(std::string_view name)
{
    namespace fs = std::filesystem;
    std::error_code failure;
    const fs::path program = fs::read_symlink("/proc/self/exe", failure);
    const fs::path installed = program.parent_path().parent_path() / "share/tirscope" / name;
    return fs::exists(installed, failure) ? installed.string()
                                          : std::string(TIRSCOPE_RESOURCES_FOLDER "/").append(name);
}

std::string pythonProgram(const std::string& chosen)
{
    if (!chosen.empty())
        return chosen;
    const char* named = std::getenv("TIRSCOPE_PYTHON");
    return named && *named ? named : "python3";
}

} // namespace tir
