/// Calls on their way from one thread to another. Qt's threads and events only say that there is something to
/// take; the calls themselves are here, behind a lock of ours: Qt is not built with ThreadSanitizer, which therefore
/// sees no order in what Qt itself hands over.

#pragma once

#include <deque>
#include <functional>
#include <mutex>

namespace tir::ui {

class CallQueue {
public:
    using Call = std::function<void()>;

    void push(Call call);
    /// The oldest one. There must be one: who pushes announces it, who hears of it takes it.
    Call take();

private:
    std::mutex m_mutex;
    std::deque<Call> m_calls;
};

} // namespace tir::ui
