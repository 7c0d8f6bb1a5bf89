#include "core/support/output_file.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace fs = std::filesystem;

namespace tir {

Diagnostic unwritable(const std::string& path, const std::string& reason)
{
    return error("unwritable", "cannot write '" + path + "': " + reason);
}

Result<fs::path> fileToReplace(const std::string& path)
{
    std::error_code failure;
    const fs::file_status status = fs::status(path, failure);
    if (status.type() == fs::file_type::none) // links that lead back to themselves, a name that is too long
        return unwritable(path, failure.message());
    if (!fs::exists(status))
        return fs::is_symlink(fs::symlink_status(path, failure))
                   ? Result<fs::path>(unwritable(path, "is a symbolic link to nothing"))
                   : fs::path(path);
    if (!fs::is_regular_file(status))
        return unwritable(path, fs::is_directory(status) ? "is a folder" : "is not a regular file");
    if (::access(path.c_str(), W_OK) != 0)
        return unwritable(path, std::strerror(errno));
    fs::path target = fs::canonical(path, failure);
    if (failure)
        return unwritable(path, failure.message());
    return target;
}

} // namespace tir
