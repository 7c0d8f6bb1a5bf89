/// Calls on their way from one thread to another. Qt's threads and events only announce a call; the calls themselves
/// are here, protected by a lock of ours: Qt is not built with ThreadSanitizer, which therefore does not see the
/// ordering of data that Qt passes.

#pragma once

#include <deque>
#include <functional>
#include <mutex>

namespace tir::ui {

class CallQueue {
public:
    using Call = std::function<void()>;

    void push(Call call);
    /// The oldest call. Precondition: there is one, because every push is announced once and every announcement takes
    /// one.
    Call take();

private:
    std::mutex m_mutex;
    std::deque<Call> m_calls;
};

} // namespace tir::ui
