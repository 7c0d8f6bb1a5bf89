/// The colour of a token in the present theme.

#pragma once

#include "ui/common/code_text.h"

class QColor;

namespace tir::ui {

QColor tokenColor(const CodeToken& token);

} // namespace tir::ui
