/// Folds of long dictionaries, which are shown as a short label: `target: cuda sm_90 ▸`.

#pragma once

#include "ui/common/code_text.h"

namespace tir::ui {

/// Dictionaries of at least this many bytes are folded. A shorter one is what its line is about, for example that of
/// `T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 3})`.
inline constexpr uint32_t LongDictionary = 70;

/// Ascending, without nesting, each on one line. The key of a fold names its function, so that the fold has the same key in
/// other texts: "main/target".
CodeFolds dictionaryFolds(const CodeText& code);

/// Opens the folds of which `changed` covers only a part, so that the change is visible. `changed` ascends.
void openChangedFolds(CodeFolds& folds, const std::vector<Span>& changed, const CodeText& code);

/// Whether `span` covers a part of the fold, and not all of it: to show the span, the fold has to be open. Of a span that
/// is partly outside, punctuation does not count.
bool isPartOf(const CodeFold& fold, Span span, const CodeText& code);

} // namespace tir::ui
