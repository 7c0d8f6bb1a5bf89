/// The output of a run, passed from the thread that reads it from the worker to the view that shows it, which polls. No
/// widgets, no timers.

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
