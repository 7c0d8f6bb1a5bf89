#include "core/support/child_session.h"

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>

#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>

namespace tir {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t MaxErrorBytes = 64 << 10;

} // namespace

ChildSession::ChildSession(std::string program, std::vector<std::string> arguments)
    : m_program(std::move(program)),
      m_arguments(std::move(arguments)),
      m_errors(MaxErrorBytes)
{}

ChildSession::~ChildSession()
{
    if (m_child.pid > 0)
        end(std::nullopt);
}

std::optional<ChildOutcome> ChildSession::ask(std::string_view request, const AskOptions& options,
                                              const std::function<bool(std::string_view line)>& heard)
{
    if (m_child.pid > 0 && reap(WNOHANG)) // it died since the last request
        m_child = {};
    if (m_child.pid <= 0) {
        m_output.clear();
        m_searched = 0;
        m_errors = TextTail(MaxErrorBytes);
        if (const int failure = spawnChild(m_program, m_arguments, m_child); failure != 0)
            return ChildOutcome{
                .end = ChildOutcome::End::NotStarted, .code = failure, .output = {}, .errors = {}};
    }
    const std::string line = std::string(request) + '\n';
    std::string_view rest = line;
    Clock::time_point deadline = deadlineAfter(options.timeLimitSeconds);
    while (m_child.output.isOpen()) {
        if (options.cancelled && options.cancelled->load())
            return end(ChildOutcome::End::Cancelled);
        if (Clock::now() >= deadline)
            return end(ChildOutcome::End::TimedOut);
        const size_t before = m_output.size();
        exchange(rest);
        if (m_output.size() == before)
            continue;
        if (takeLines(heard))
            return std::nullopt;
        if (m_output.size() > options.maxLineBytes) {
            m_output = {};
            return end(ChildOutcome::End::TooMuchOutput);
        }
        deadline = deadlineAfter(options.timeLimitSeconds);
    }
    // Its output is closed: it is ending, or of no more use.
    constexpr int PatienceMilliseconds = 500;
    for (int waited = 0; waited < PatienceMilliseconds && !reap(WNOHANG); ++waited)
        poll(nullptr, 0, 1);
    return end(std::nullopt);
}

void ChildSession::exchange(std::string_view& rest)
{
    std::array<pollfd, 3> files = {{{rest.empty() ? -1 : m_child.input.descriptor(), POLLOUT, 0},
                                    {m_child.output.descriptor(), POLLIN, 0},
                                    {m_child.errors.descriptor(), POLLIN, 0}}};
    if (poll(files.data(), files.size(), PollMilliseconds) <= 0)
        return;
    if (files[0].revents != 0) {
        const ssize_t count = send(m_child.input.descriptor(), rest.data(), rest.size(), MSG_NOSIGNAL);
        if (count >= 0)
            rest.remove_prefix(size_t(count));
        else if (errno != EINTR && errno != EAGAIN)
            rest = {}; // a child that does not listen gets no more
    }
    if (files[1].revents != 0)
        m_child.output.readInto(m_output);
    std::string piece;
    if (files[2].revents != 0 && m_child.errors.readInto(piece))
        m_errors.append(piece);
}

/// Returns whether the request is answered.
bool ChildSession::takeLines(const std::function<bool(std::string_view)>& heard)
{
    size_t start = 0;
    bool isAnswered = false;
    for (size_t end = m_output.find('\n', m_searched); end != std::string::npos && !isAnswered;
         end = m_output.find('\n', start)) {
        isAnswered = heard(std::string_view(m_output).substr(start, end - start));
        start = end + 1;
    }
    m_output.erase(0, start);
    m_searched = m_output.size();
    return isAnswered;
}

/// Whether the child has ended.
bool ChildSession::reap(int flags)
{
    if (m_child.pid <= 0)
        return true;
    const std::optional<int> status = waitForChild(m_child.pid, flags);
    if (!status)
        return false;
    m_status = *status;
    m_child.pid = -1;
    return true;
}

ChildOutcome ChildSession::end(std::optional<ChildOutcome::End> reason)
{
    if (m_child.pid > 0) {
        kill(-m_child.pid, SIGKILL); // and what it started
        reap(0);
    }
    std::string piece;
    constexpr int MaxReads = 64; // more does not fit into the channel of a child that has ended
    for (int reads = 0; reads < MaxReads && m_child.errors.isOpen() && m_child.errors.readInto(piece);
         ++reads) {
    }
    m_errors.append(piece);
    ChildOutcome outcome;
    const bool isSignaled = WIFSIGNALED(m_status);
    outcome.end = reason ? *reason : isSignaled ? ChildOutcome::End::Signaled : ChildOutcome::End::Exited;
    outcome.code = isSignaled ? WTERMSIG(m_status) : WEXITSTATUS(m_status);
    outcome.output = std::exchange(m_output, {});
    outcome.errors = m_errors.text();
    m_child = {};
    return outcome;
}

} // namespace tir
