/// One child process from start to end: fed, listened to, and ended when it takes too long or is no longer
/// wanted. Leaves no zombie and no open file behind, whatever happens.

#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tir {

struct ChildOptions {
    std::string program; ///< a path
    std::vector<std::string> arguments;
    std::string_view input; ///< written to its standard input, which is then closed
    double timeLimitSeconds = 30;
    const std::atomic<bool>* cancelled = nullptr; ///< asked every 20 ms
    size_t maxErrorBytes = 64 << 10;              ///< of its standard error: its end is kept (TextTail)
    /// Told what it writes to its standard error as it does, piece by piece, all of it; may be empty.
    std::function<void(std::string_view)> errorsHeard = {};
    /// Given what it writes to its standard output as it does, piece by piece; then nothing of it is collected in
    /// the outcome. May be empty.
    std::function<void(std::string_view)> outputHeard = {};
};

struct ChildOutcome {
    enum class End : uint8_t { Exited, Signalled, TimedOut, Cancelled, NotStarted };
    End end = End::NotStarted;
    int code = 0;       ///< exit code, signal number, or errno of the start
    std::string output; ///< unless it went to outputHeard
    std::string errors; ///< the end of them, as TextTail says
};

/// Blocks until the child has ended.
ChildOutcome runChild(const ChildOptions& options);

} // namespace tir
