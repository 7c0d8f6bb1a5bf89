#include "core/support/output_file.h"

#include "core/support/text_format.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tir {
namespace {

namespace fs = std::filesystem;

/// The file that `path` names, after following links; it need not exist.
Result<fs::path> fileToReplace(const std::string& path)
{
    std::error_code failure;
    const fs::file_status status = fs::status(path, failure);
    if (status.type() == fs::file_type::none) // links that lead back to themselves, a name that is too long
        return unwritable(path, failure.message());
    if (!fs::exists(status))
        return fs::is_symlink(fs::symlink_status(path, failure))
                   ? Result<fs::path>(unwritable(path, "is a dangling symbolic link"))
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

/// Beside the target, for a rename does not cross file systems; another one for every process and call.
fs::path draftOf(const fs::path& target)
{
    static std::atomic<uint64_t> count = 0;
    return target.string() + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(++count);
}

/// Returns an errno, 0 if all of it is written.
int writeDraft(int descriptor, const fs::path& target, std::initializer_list<std::string_view> parts)
{
    struct stat status = {};
    if (::stat(target.c_str(), &status) == 0 && ::fchmod(descriptor, status.st_mode & 07777) != 0)
        return errno;
    for (const std::string_view part : parts)
        if (const int failure = writeAll(descriptor, part); failure != 0)
            return failure;
    return 0;
}

} // namespace

Diagnostic unwritable(const std::string& path, const std::string& reason)
{
    return error("unwritable", "cannot write " + quoted(path) + ": " + reason);
}

int writeAll(int descriptor, std::string_view content)
{
    while (!content.empty()) {
        const ssize_t count = ::write(descriptor, content.data(), content.size());
        if (count < 0 && errno != EINTR)
            return errno;
        content.remove_prefix(count < 0 ? 0 : size_t(count));
    }
    return 0;
}

OutputFiles::~OutputFiles()
{
    for (const Draft& draft : m_drafts)
        ::unlink(draft.file.c_str());
}

Result<bool> OutputFiles::add(const std::string& path, std::initializer_list<std::string_view> parts)
{
    const Result<fs::path> target = fileToReplace(path);
    if (!target)
        return target.diagnostics();
    const fs::path file = draftOf(*target);
    ::unlink(file.c_str()); // of a process that had the number before and was ended
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return unwritable(path, std::strerror(errno));
    m_drafts.push_back({file, *target});
    int failure = writeDraft(descriptor, *target, parts);
    if (::close(descriptor) != 0 && failure == 0)
        failure = errno;
    if (failure != 0)
        return unwritable(path, std::strerror(failure));
    return true;
}

Result<bool> OutputFiles::commit()
{
    while (!m_drafts.empty()) {
        const Draft& draft = m_drafts.back();
        std::error_code failure;
        fs::rename(draft.file, draft.target, failure);
        if (failure)
            return unwritable(draft.target.string(), failure.message());
        m_drafts.pop_back();
    }
    return true;
}

} // namespace tir
