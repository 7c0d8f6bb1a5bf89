/// Ctrl-C while a command reads a text or runs passes: the work stops at its next check, the command reports that, and
/// nothing is written. A second Ctrl-C ends the process immediately.

#pragma once

#include <atomic>

namespace tir::cli {

/// Catches Ctrl-C as long as it lives. One at a time.
class InterruptGuard {
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    /// Set once Ctrl-C was pressed.
    const std::atomic<bool>& interrupted() const;
};

} // namespace tir::cli
