/// Folds of long dictionaries, which are shown as a short label: `target: cuda sm_90 ▸`.

#pragma once

#include "ui/common/code_text.h"

namespace tir::ui {

/// Dictionaries of at least this many bytes are folded.
inline constexpr uint32_t LongDictionary = 40;

/// Ascending, without nesting, each on one line. The key of a fold names its function, so that the fold has the same key in
/// other texts: "main/target".
std::vector<CodeFold> dictionaryFolds(const CodeText& code);

/// Opens the folds of which `changed` covers only a part, so that the change is visible. `changed` ascends.
void openChangedFolds(std::vector<CodeFold>& folds, const std::vector<Span>& changed, const CodeText& code);

} // namespace tir::ui
