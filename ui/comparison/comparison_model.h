/// The two texts of a step as the two code views show them: content, marks of diagnostics, headings. No
/// widgets, no timers, no files.

#pragma once

#include "ui/common/code_content.h"
#include "ui/session/session.h"

namespace tir::ui {

struct ComparisonSide {
    QString heading; ///< "Before", "After SplitHostDevice"
    CodeContent content;
};

/// What the middle of the window shows in a phase and step of a session.
struct ComparisonContent {
    std::optional<ComparisonSide> before; ///< nothing: one side only
    ComparisonSide after;                 ///< without text: a placeholder is due
};

ComparisonContent comparisonContent(const Session& session);

/// Diagnostics as marks in a printed module; `places` that the text does not show are left out.
std::vector<CodeMark> marksOf(const Diagnostics& diagnostics, const ModuleText& text);
/// Diagnostics with spans of their own: of a text that could not be read.
std::vector<CodeMark> marksOf(const Diagnostics& diagnostics);

/// First row after `row` (or before it, `direction` -1) where a group of changed rows starts; -1: none.
int nextChange(const CodeRows& rows, int row, int direction);

} // namespace tir::ui
