#include "core/support/child_spawn.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <unistd.h>

extern char** environ;

namespace tir {
namespace {

/// Two connected ends. Sockets, not pipes: they can be written to without SIGPIPE after the child has ended.
struct Channel {
    OwnedFile ours;
    OwnedFile theirs;

    bool open()
    {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            return false;
        ours = OwnedFile(ends[0]);
        theirs = OwnedFile(ends[1]);
        return fcntl(ours.descriptor(), F_SETFL, O_NONBLOCK) == 0;
    }
};

} // namespace

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
    constexpr double LongestSeconds = 1e9; // few enough to be counted in nanoseconds
    const std::chrono::duration<double> limit(std::min(seconds, LongestSeconds));
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(limit);
}

int spawnChild(const std::string& program, const std::vector<std::string>& arguments, SpawnedChild& child)
{
    std::array<Channel, 3> channels;
    for (Channel& channel : channels)
        if (!channel.open())
            return errno;

    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    for (int stream = 0; stream < 3; ++stream)
        posix_spawn_file_actions_adddup2(&actions, channels[size_t(stream)].theirs.descriptor(), stream);
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
    child.input = std::move(channels[0].ours);
    child.output = std::move(channels[1].ours);
    child.errors = std::move(channels[2].ours);
    return 0;
}

} // namespace tir
