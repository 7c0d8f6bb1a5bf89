/// The two texts of a step as the two code views show them: content, marks of diagnostics, headings. No
/// widgets, no timers, no files.

#pragma once

#include "ui/common/code_content.h"
#include "ui/session/session.h"

#include <map>
#include <set>

namespace tir::ui {

struct ComparisonSide {
    QString heading; ///< "Before", "After SplitHostDevice"
    CodeContent content;
};

/// The content of the middle of the window.
struct ComparisonContent {
    std::optional<ComparisonSide> before; ///< nothing: one side only
    ComparisonSide after;                 ///< without text: a placeholder is due
    QString unifiedHeading;               ///< of both sides as one text; empty with one side only
};

/// Optional additions to the texts.
struct CodeExtras {
    bool hasWriters = false;       ///< each line with the step that wrote it, as soon as that is known
    bool hasArgumentNames = true;  ///< in calls of functions of the module
    bool foldsDictionaries = true; ///< long ones, but for those of which a part changes
    std::map<std::string, bool> openFolds = {}; ///< which the user opened or closed, by key
};
ComparisonContent comparisonContent(const Session& session, const CodeExtras& extras = {});

/// Diagnostics as marks in a printed module; `places` that the text does not show are left out.
std::vector<CodeMark> marksOf(const Diagnostics& diagnostics, const ModuleText& text);
/// Diagnostics with spans: of a text that could not be read.
std::vector<CodeMark> marksOf(const Diagnostics& diagnostics);
/// The mark to begin at: of the first error, as they are listed, else of the first warning; null without marks.
const CodeMark* firstProblem(const Diagnostics& diagnostics, const std::vector<CodeMark>& marks);

/// The rows of both sides without rows that are far from every change: runs of equal lines become folds, except
/// `ContextRows` beside a change and folds whose first line (of the right side) is in `opened`. Without any
/// change the rows stay as they are.
struct FoldedRows {
    std::shared_ptr<const CodeRows> before;
    std::shared_ptr<const CodeRows> after;
};
inline constexpr int ContextRows = 3;
/// Precondition: both sides have the same number of rows.
FoldedRows foldUnchanged(const CodeRows& before, const CodeRows& after, const std::set<int>& opened);

/// The rows without fillers: of a side that is shown alone.
std::shared_ptr<const CodeRows> withoutFillers(const CodeRows& rows);

/// Groups of changed rows, and the last one that starts at `row` or above it (from 1; 0: there is none).
struct ChangeCount {
    int current = 0;
    int total = 0;
};
ChangeCount countChanges(const CodeRows& rows, int row);

/// The first changed word of the line in `row`; may be empty.
Span firstChangedWord(const CodeContent& content, int row);

/// First row after `row` (or before it, `direction` -1) where a group of changed rows starts; -1 if there is none.
int nextChange(const CodeRows& rows, int row, int direction);

} // namespace tir::ui
