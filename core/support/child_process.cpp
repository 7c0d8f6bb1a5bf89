#include "core/support/child_process.h"

#include "core/support/text_tail.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace tir {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int PollMilliseconds = 20;
/// More than anybody waits, and few enough to be counted in nanoseconds.
constexpr double LongestSeconds = 1e9;

/// Owns a file descriptor.
class File {
public:
    File() = default;
    explicit File(int descriptor) : m_descriptor(descriptor) {}
    File(File&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
    File& operator=(File&& other) noexcept
    {
        std::swap(m_descriptor, other.m_descriptor);
        return *this;
    }
    ~File() { close(); }
    void close()
    {
        if (m_descriptor >= 0)
            ::close(std::exchange(m_descriptor, -1));
    }
    int descriptor() const { return m_descriptor; }
    bool isOpen() const { return m_descriptor >= 0; }

private:
    int m_descriptor = -1;
};

/// Two connected ends. Sockets, not pipes: a write to a child that has died can be told not to raise SIGPIPE.
struct Channel {
    File ours;
    File theirs;

    bool open()
    {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            return false;
        ours = File(ends[0]);
        theirs = File(ends[1]);
        return fcntl(ours.descriptor(), F_SETFL, O_NONBLOCK) == 0;
    }
};

class Child {
public:
    explicit Child(const ChildOptions& options) : m_options(options), m_errorText(options.maxErrorBytes) {}
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child()
    {
        if (m_pid > 0)
            end();
    }

    ChildOutcome run()
    {
        if (const int failure = start(); failure != 0) {
            m_outcome.code = failure;
            return m_outcome;
        }
        const auto limit =
            std::chrono::duration<double>(std::min(m_options.timeLimitSeconds, LongestSeconds));
        m_deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(limit);
        while (!shouldEnd() && (m_output.isOpen() || m_errors.isOpen()))
            exchange();
        // Silent now, but perhaps not gone.
        while (m_pid > 0 && !shouldEnd())
            if (!reap(WNOHANG))
                poll(nullptr, 0, 1);
        if (m_pid > 0)
            end();
        drainErrors();
        m_outcome.errors = m_errorText.text();
        return m_outcome;
    }

private:
    /// Answers an errno, 0 when the child runs.
    int start()
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
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);

        std::vector<char*> arguments = {const_cast<char*>(m_options.program.c_str())};
        for (const std::string& argument : m_options.arguments)
            arguments.push_back(const_cast<char*>(argument.c_str()));
        arguments.push_back(nullptr);
        const int failure =
            posix_spawn(&m_pid, m_options.program.c_str(), &actions, &attributes, arguments.data(), environ);
        posix_spawnattr_destroy(&attributes);
        posix_spawn_file_actions_destroy(&actions);
        if (failure != 0) {
            m_pid = -1;
            return failure;
        }
        m_input = std::move(channels[0].ours);
        m_output = std::move(channels[1].ours);
        m_errors = std::move(channels[2].ours);
        return 0;
    }

    /// Notes why the child has to end.
    bool shouldEnd()
    {
        if (m_options.cancelled && m_options.cancelled->load())
            m_reason = ChildOutcome::End::Cancelled;
        else if (Clock::now() >= m_deadline)
            m_reason = ChildOutcome::End::TimedOut;
        return m_reason.has_value();
    }

    /// Waits a moment for something to read or to write, and does it.
    void exchange()
    {
        std::array<pollfd, 3> files = {{{m_input.descriptor(), POLLOUT, 0},
                                        {m_output.descriptor(), POLLIN, 0},
                                        {m_errors.descriptor(), POLLIN, 0}}};
        if (poll(files.data(), files.size(), PollMilliseconds) <= 0)
            return;
        if (files[0].revents != 0)
            write();
        if (files[1].revents != 0)
            read(m_output, [this](std::string_view piece) {
                if (m_options.outputHeard)
                    m_options.outputHeard(piece);
                else
                    m_outcome.output += piece;
            });
        if (files[2].revents != 0)
            readErrors();
    }

    bool readErrors()
    {
        return read(m_errors, [this](std::string_view piece) {
            m_errorText.append(piece);
            if (m_options.errorsHeard)
                m_options.errorsHeard(piece);
        });
    }

    /// What an ended child has left in its channel: more does not fit. Others may still hold its end; nobody
    /// waits for them.
    void drainErrors()
    {
        constexpr int MaxReads = 64;
        for (int reads = 0; reads < MaxReads && m_errors.isOpen() && readErrors(); ++reads) {
        }
    }

    void write()
    {
        const std::string_view rest = m_options.input.substr(m_written);
        const ssize_t count =
            rest.empty() ? 0 : send(m_input.descriptor(), rest.data(), rest.size(), MSG_NOSIGNAL);
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            return;
        m_written += count < 0 ? rest.size() : size_t(count); // a child that does not listen gets no more
        if (m_written == m_options.input.size())
            m_input.close();
    }

    /// Whether there was something.
    template <class Take>
    static bool read(File& file, Take take)
    {
        char buffer[1 << 16];
        const ssize_t count = ::read(file.descriptor(), buffer, sizeof buffer);
        if (count > 0)
            take(std::string_view(buffer, size_t(count)));
        else if (count == 0 || (errno != EINTR && errno != EAGAIN))
            file.close();
        return count > 0;
    }

    /// Whether the child has ended; its outcome is noted then.
    bool reap(int flags)
    {
        int status = 0;
        pid_t ended = 0;
        do
            ended = waitpid(m_pid, &status, flags);
        while (ended < 0 && errno == EINTR);
        if (ended == 0)
            return false;
        m_pid = -1;
        const bool isSignalled = ended > 0 && WIFSIGNALED(status);
        m_outcome.end = isSignalled ? ChildOutcome::End::Signalled : ChildOutcome::End::Exited;
        m_outcome.code = isSignalled ? WTERMSIG(status) : ended > 0 ? WEXITSTATUS(status) : -1;
        return true;
    }

    void end()
    {
        kill(m_pid, SIGKILL);
        reap(0);
        if (m_reason)
            m_outcome.end = *m_reason;
    }

    const ChildOptions& m_options;
    ChildOutcome m_outcome;
    pid_t m_pid = -1;
    File m_input;
    File m_output;
    File m_errors;
    size_t m_written = 0;
    TextTail m_errorText;
    Clock::time_point m_deadline;
    std::optional<ChildOutcome::End> m_reason;
};

} // namespace

ChildOutcome runChild(const ChildOptions& options)
{
    return Child(options).run();
}

} // namespace tir
