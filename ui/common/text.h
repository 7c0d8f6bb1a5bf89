/// Between the standard library's texts and Qt's, and numbers for people.

#pragma once

#include "core/support/diagnostic.h"

#include <QString>
#include <QStringList>

#include <string_view>

namespace tir::ui {

inline QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

/// Without their places and notes.
QStringList messagesOf(const Diagnostics& diagnostics);

/// "1.24 ms", three digits that count.
QString durationText(int64_t nanoseconds);

/// "16,384": digits in groups of three.
QString digitsText(int64_t number);

/// The same for a number as text; a formula keeps its numbers as the code has them.
QString digitsText(const std::string& numberOrFormula);

/// "0.333333": six digits that count, whatever the locale is.
QString floatText(double value);

} // namespace tir::ui
