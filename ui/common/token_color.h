/// The color of a token in the present theme.

#pragma once

#include "ui/common/code_text.h"

class QColor;

namespace tir::ui {

QColor tokenColor(const CodeToken& token);

/// Of the wave under a range with a diagnostic.
QColor markColor(Severity severity);

} // namespace tir::ui
