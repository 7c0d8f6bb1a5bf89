#include "ui/run/printed_text.h"

#include "ui/common/text.h"

#include <utility>

namespace tir::ui {

void PrintedText::append(std::string_view piece)
{
    const std::lock_guard lock(m_mutex);
    m_tail.append(piece);
    m_isNew = true;
}

std::optional<QString> PrintedText::news()
{
    const std::lock_guard lock(m_mutex);
    if (!std::exchange(m_isNew, false))
        return std::nullopt;
    return toQString(m_tail.text());
}

} // namespace tir::ui
