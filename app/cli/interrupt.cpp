#include "app/cli/interrupt.h"

#include <array>
#include <csignal>

namespace tir::cli {
namespace {

constexpr std::array Signals = {SIGINT, SIGTERM};

/// A signal handler can only access global variables.
std::atomic<bool> isInterrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

int guardCount = 0;
std::array<struct sigaction, Signals.size()> handlersBefore;

} // namespace

InterruptGuard::InterruptGuard()
{
    if (guardCount++ > 0)
        return;
    isInterrupted = false;
    struct sigaction handler = {};
    handler.sa_handler = [](int) { isInterrupted = true; };
    handler.sa_flags = int(SA_RESETHAND | SA_RESTART);
    for (size_t index = 0; index < Signals.size(); ++index)
        sigaction(Signals[index], &handler, &handlersBefore[index]);
}

InterruptGuard::~InterruptGuard()
{
    if (--guardCount > 0)
        return;
    for (size_t index = 0; index < Signals.size(); ++index)
        sigaction(Signals[index], &handlersBefore[index], nullptr);
}

const std::atomic<bool>& InterruptGuard::interrupted() const
{
    return isInterrupted;
}

bool InterruptGuard::hasInterrupted()
{
    return isInterrupted;
}

} // namespace tir::cli
