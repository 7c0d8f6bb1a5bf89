#include "app/cli/interrupt.h"

#include <csignal>

namespace tir::cli {
namespace {

/// A signal handler can only access global variables.
std::atomic<bool> isInterrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

struct sigaction handlerBefore;

} // namespace

InterruptGuard::InterruptGuard()
{
    isInterrupted = false;
    struct sigaction handler = {};
    handler.sa_handler = [](int) { isInterrupted = true; };
    handler.sa_flags = int(SA_RESETHAND | SA_RESTART);
    sigaction(SIGINT, &handler, &handlerBefore);
}

InterruptGuard::~InterruptGuard()
{
    sigaction(SIGINT, &handlerBefore, nullptr);
}

const std::atomic<bool>& InterruptGuard::interrupted() const
{
    return isInterrupted;
}

} // namespace tir::cli
