/// Ctrl-C and SIGTERM while a command works: the work stops at its next check, the command reports that, and no output
/// file is half-written. The same signal again ends the process immediately.

#pragma once

#include <atomic>

namespace tir::cli {

/// Catches the signals as long as it lives. One inside another adds nothing.
class InterruptGuard {
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    /// Set once the process got one of them.
    const std::atomic<bool>& interrupted() const;
    /// Whether that happened under the last guard.
    static bool hasInterrupted();
};

} // namespace tir::cli
