/// A text with everything that is painted on it; shared with its maker.

#pragma once

#include "ui/common/code_text.h"

#include <QStringList>

namespace tir::ui {

/// Who wrote each line of a text, for a column in front of the line numbers.
struct CodeWriters {
    std::shared_ptr<const std::vector<uint32_t>> ofLines; ///< numbers of steps; null: no column
    QStringList names;                                    ///< by number
    uint32_t current = 0;                                 ///< the step that is looked at
};

struct CodeContent {
    std::shared_ptr<const CodeText> text; ///< null: nothing to show
    std::shared_ptr<const CodeRows> rows;
    std::vector<CodeMark> marks; ///< ascending
    CodeWriters writers = {};
    CodeHints hints = {}; ///< ascending
    CodeFolds folds = {}; ///< ascending
    QString gapText = {}; ///< shown where many lines are missing
};

} // namespace tir::ui
