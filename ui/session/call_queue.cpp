#include "ui/session/call_queue.h"

namespace tir::ui {

void CallQueue::push(Call call)
{
    const std::lock_guard lock(m_mutex);
    m_calls.push_back(std::move(call));
}

CallQueue::Call CallQueue::take()
{
    const std::lock_guard lock(m_mutex);
    Call call = std::move(m_calls.front());
    m_calls.pop_front();
    return call;
}

} // namespace tir::ui
