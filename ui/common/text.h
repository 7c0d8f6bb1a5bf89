/// Between the standard library's texts and Qt's, and numbers for people.

#pragma once

#include <QString>

#include <string_view>

namespace tir::ui {

inline QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

/// "1.24 ms", three digits that count.
QString durationText(int64_t nanoseconds);

/// "16 384 B"
QString bytesText(int64_t bytes);

} // namespace tir::ui
