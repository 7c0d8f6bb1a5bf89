#include "core/support/child_process.h"

#include "core/support/text_tail.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <optional>

#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tir {
namespace {

using Clock = std::chrono::steady_clock;

class Child {
public:
    Child(RunningChild process, const ChildOptions& options)
        : m_options(options),
          m_process(std::move(process)),
          m_input(m_process.streams.input),
          m_output(m_process.streams.output),
          m_errors(m_process.streams.errors),
          m_errorText(options.maxErrorBytes)
    {}
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    /// Its output may have been more than there is memory for.
    ~Child()
    {
        if (m_isRunning)
            m_process.end();
    }

    ChildOutcome run()
    {
        m_deadline = deadlineAfter(m_options.timeLimitSeconds);
        bool hasEnded = false;
        int silences = 0;
        while (!shouldEnd() && (m_output.isOpen() || m_errors.isOpen())) {
            silences = exchange() ? 0 : silences + 1;
            if (hasEnded && silences * PollMilliseconds > GraceMilliseconds)
                break; // others, which it started, still hold the channels
            hasEnded = hasEnded || noteEnd();
        }
        // Silent now, but perhaps not gone.
        while (m_isRunning && !shouldEnd())
            if (!noteEnd())
                poll(nullptr, 0, 1);
        if (m_isRunning)
            end();
        if (hasTooMuchOutput()) { // also of a child that has ended by itself
            m_outcome.end = ChildOutcome::End::TooMuchOutput;
            m_outcome.output = {};
        }
        drainErrors();
        m_outcome.errors = m_errorText.text();
        return std::move(m_outcome);
    }

private:
    /// For output of processes that the child started and that end shortly after it.
    static constexpr int GraceMilliseconds = 500;

    /// Notes why the child has to end.
    bool shouldEnd()
    {
        if (m_options.cancelled && m_options.cancelled->load())
            m_reason = ChildOutcome::End::Cancelled;
        else if (Clock::now() >= m_deadline)
            m_reason = ChildOutcome::End::TimedOut;
        else if (hasTooMuchOutput())
            m_reason = ChildOutcome::End::TooMuchOutput;
        return m_reason.has_value();
    }

    bool hasTooMuchOutput() const { return m_outcome.output.size() > m_options.maxOutputBytes; }

    /// Waits a moment for something to read or to write, and does it; false if there was nothing.
    bool exchange()
    {
        std::array<pollfd, 3> files = {{{m_input.descriptor(), POLLOUT, 0},
                                        {m_output.descriptor(), POLLIN, 0},
                                        {m_errors.descriptor(), POLLIN, 0}}};
        if (poll(files.data(), files.size(), PollMilliseconds) <= 0)
            return false;
        if (files[0].revents != 0)
            write();
        if (files[1].revents != 0)
            readOutput();
        if (files[2].revents != 0)
            readErrors();
        return true;
    }

    void readOutput()
    {
        if (!m_options.outputHeard) {
            m_output.readInto(m_outcome.output);
            return;
        }
        std::string piece;
        if (m_output.readInto(piece))
            m_options.outputHeard(piece);
    }

    bool readErrors()
    {
        std::string piece;
        if (!m_errors.readInto(piece))
            return false;
        m_errorText.append(piece);
        if (m_options.errorsHeard)
            m_options.errorsHeard(piece);
        return true;
    }

    /// Reads the rest of an ended child's output, which fits into the channel. Other processes may still hold its end;
    /// do not wait for them.
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

    /// Whether the child has ended; its outcome is noted then.
    bool noteEnd()
    {
        const std::optional<int> status = m_process.status();
        if (!status)
            return false;
        m_isRunning = false;
        const bool isSignaled = WIFSIGNALED(*status);
        m_outcome.end = isSignaled ? ChildOutcome::End::Signaled : ChildOutcome::End::Exited;
        m_outcome.code = isSignaled ? WTERMSIG(*status) : WEXITSTATUS(*status);
        return true;
    }

    /// Precondition: shouldEnd().
    void end()
    {
        m_process.end();
        m_isRunning = false;
        m_outcome.end = *m_reason;
    }

    const ChildOptions& m_options;
    ChildOutcome m_outcome;
    RunningChild m_process;
    bool m_isRunning = true;
    OwnedFile& m_input;
    OwnedFile& m_output;
    OwnedFile& m_errors;
    size_t m_written = 0;
    TextTail m_errorText;
    Clock::time_point m_deadline;
    std::optional<ChildOutcome::End> m_reason;
};

} // namespace

ChildOutcome superviseChild(RunningChild child, const ChildOptions& options)
{
    return Child(std::move(child), options).run();
}

ChildOutcome runChild(const ChildOptions& options)
{
    SpawnedChild spawned;
    if (const int failure = spawnChild(options.program, options.arguments, spawned); failure != 0)
        return {.end = ChildOutcome::End::NotStarted, .code = failure, .output = {}, .errors = {}};
    const pid_t process = spawned.pid;
    return superviseChild({.streams = std::move(spawned),
                           .status = [process] { return waitForChild(process, WNOHANG); },
                           .end =
                               [process] {
                                   kill(-process, SIGKILL); // and what it started
                                   waitForChild(process, 0);
                               }},
                          options);
}

} // namespace tir
