/// A text with everything that is painted on it; shared with whoever made it.

#pragma once

#include "ui/common/code_text.h"

namespace tir::ui {

struct CodeContent {
    std::shared_ptr<const CodeText> text; ///< null: nothing to show
    std::shared_ptr<const CodeRows> rows;
    std::vector<CodeMark> marks; ///< ascending
};

} // namespace tir::ui
