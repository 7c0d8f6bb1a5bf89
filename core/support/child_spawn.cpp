#include "core/support/child_spawn.h"

#include <algorithm>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace tir {

void OwnedFile::close()
{
    if (m_descriptor >= 0)
        ::close(std::exchange(m_descriptor, -1));
}

bool OwnedFile::readInto(std::string& text)
{
    char buffer[1 << 16];
    const ssize_t count = ::read(m_descriptor, buffer, sizeof buffer);
    if (count > 0)
        text.append(buffer, size_t(count));
    else if (count == 0 || (errno != EINTR && errno != EAGAIN))
        close();
    return count > 0;
}

std::chrono::steady_clock::time_point deadlineAfter(double seconds)
{
    using Clock = std::chrono::steady_clock;
    const std::chrono::duration<double> limit(seconds < LongestSeconds ? std::max(seconds, 0.0)
                                                                       : LongestSeconds);
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(limit);
}

int openChannel(OwnedFile& ours, OwnedFile& theirs)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return errno;
    ours = OwnedFile(ends[0]);
    theirs = OwnedFile(ends[1]);
    return fcntl(ours.descriptor(), F_SETFL, O_NONBLOCK) == 0 ? 0 : errno;
}

int openStreams(ChildStreams& ours, StreamsOfChild& theirs)
{
    int failure = openChannel(ours.input, theirs[STDIN_FILENO]);
    if (failure == 0)
        failure = openChannel(ours.output, theirs[STDOUT_FILENO]);
    if (failure == 0)
        failure = openChannel(ours.errors, theirs[STDERR_FILENO]);
    return failure;
}

int spawnChild(const std::string& program, const std::vector<std::string>& arguments, SpawnedChild& child)
{
    ChildStreams ours;
    StreamsOfChild theirs;
    if (const int failure = openStreams(ours, theirs); failure != 0)
        return failure;

    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    for (int stream = 0; stream < 3; ++stream)
        posix_spawn_file_actions_adddup2(&actions, theirs[size_t(stream)].descriptor(), stream);
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);

    std::vector<char*> texts = {const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments)
        texts.push_back(const_cast<char*>(argument.c_str()));
    texts.push_back(nullptr);
    const int failure =
        posix_spawn(&child.pid, program.c_str(), &actions, &attributes, texts.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (failure != 0) {
        child.pid = -1;
        return failure;
    }
    static_cast<ChildStreams&>(child) = std::move(ours);
    return 0;
}

std::optional<int> waitForChild(pid_t child, int flags)
{
    int status = 0;
    pid_t ended = 0;
    do
        ended = waitpid(child, &status, flags);
    while (ended < 0 && errno == EINTR);
    constexpr int UnknownExit = W_EXITCODE(255, 0); // something else has waited for it
    return ended == 0 ? std::nullopt : std::optional(ended < 0 ? UnknownExit : status);
}

} // namespace tir
