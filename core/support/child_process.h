/// One child process from start to end: its input, its output, and its end after a timeout or a cancellation, which ends
/// the processes that it started, too. Never leaves a zombie or an open file.

#pragma once

#include "core/support/child_spawn.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tir {

struct ChildOptions {
    std::string program; ///< a path
    std::vector<std::string> arguments;
    std::string_view input; ///< written to its standard input, which is then closed
    double timeLimitSeconds = 30;
    const std::atomic<bool>* cancelled = nullptr; ///< polled every 20 ms
    size_t maxErrorBytes = 64 << 10;              ///< of its standard error: its end is kept (TextTail)
    size_t maxOutputBytes = SIZE_MAX; ///< of its standard output: a child that writes more is ended
    /// Called with all of its standard error, in pieces, as it arrives; may be empty.
    std::function<void(std::string_view)> errorsHeard = {};
    /// Called with its standard output, in pieces, as it arrives; the outcome then has no output, which is not
    /// limited. May be empty.
    std::function<void(std::string_view)> outputHeard = {};
};

struct ChildOutcome {
    enum class End : uint8_t { Exited, Signaled, TimedOut, Cancelled, TooMuchOutput, NotStarted };
    End end = End::NotStarted;
    int code = 0;       ///< exit code, signal number, or errno of the start
    std::string output; ///< unless it went to outputHeard, or was too much
    std::string errors; ///< the last lines of its standard error (TextTail)
};

/// A process that runs already; another process may have started it.
struct RunningChild {
    ChildStreams streams;
    /// As waitpid reports it, once it has ended; nothing before.
    std::function<std::optional<int>()> status;
    /// Ends it and what it started; waits until it has ended.
    std::function<void()> end;
};

/// The same as runChild; `program` and `arguments` are not used. The child has ended when this returns.
ChildOutcome superviseChild(RunningChild child, const ChildOptions& options);

/// Blocks until the child has ended. Does not wait for processes that it started and left.
ChildOutcome runChild(const ChildOptions& options);

} // namespace tir
