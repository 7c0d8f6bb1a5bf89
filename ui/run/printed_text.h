/// What a run prints, between the thread that listens to its worker and the view that shows it: the one adds,
/// the other looks now and then. No widgets, no timers.

#pragma once

#include "core/support/text_tail.h"

#include <QString>

#include <mutex>
#include <optional>

namespace tir::ui {

class PrintedText {
public:
    static constexpr size_t MaxBytes = 64 << 10; ///< that are shown; the end counts

    void append(std::string_view piece);
    /// All that is shown by now; nothing when nothing has come since the last time.
    std::optional<QString> news();

private:
    std::mutex m_mutex;
    TextTail m_tail{MaxBytes};
    bool m_isNew = false;
};

} // namespace tir::ui
