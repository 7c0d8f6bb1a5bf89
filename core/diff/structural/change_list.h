/// The changes of a structural diff with their places in the printed texts, and as lines for people.

#pragma once

#include "core/diff/structural/structural_rows.h"

#include <optional>
#include <string>

namespace tir {

/// Lines count from 1, the last one is included.
struct LineRange {
    int first = 0;
    int last = 0;
};

struct ListedPart {
    std::optional<Span> before; ///< nothing if the part is new, or if the text does not show it
    std::optional<Span> after;
    bool isIndex = false;
    bool isMemory = false; ///< as in PartChange
};

/// A parameter of an outlined function, and the name of the captured variable.
struct CapturedVariable {
    std::string parameter;
    std::string variable;
};

struct ListedChange {
    ChangeKind kind;
    std::string function; ///< where the change is: in the second module if it is there; empty for the module
    bool isFunction = false; ///< the change is of a whole function
    std::string source;      ///< of a moved, outlined, or copied statement: the function that it comes from
    std::optional<LineRange> before;
    std::optional<LineRange> after;
    std::string statement; ///< its first line, of the second module if it is there
    size_t statements = 1; ///< as in StructuralChange
    std::vector<ListedPart> parts{};
    std::vector<std::string> attributes{};
    std::vector<CapturedVariable> parameters{};
};

std::vector<ListedChange> listChanges(const StructuralDiff& diff, const DiffText& before,
                                      const DiffText& after);

/// "main, line 14: changed index 'tx' to 'tx + 256'".
std::string toText(const ListedChange& change, const DiffText& before, const DiffText& after);

/// Text for display beside the line where a change starts. Moved lines have their own rows (StructuralRow::otherEnd), and
/// changed ones show the difference.
struct LineLabel {
    int line = 0;      ///< from 0
    int lastLine = 0;  ///< that the label is about, included
    ChangeKind kind;   ///< Annotated, Wrapped, Unwrapped, Outlined, or Copied
    std::string text;  ///< "outlined into main_kernel, lines 7 to 27; parameters: X_ptr (X.data)"
    int otherEnd = -1; ///< a line of the other text; -1 if that does not show the change
};

struct LineLabels {
    std::vector<LineLabel> before; ///< ascending
    std::vector<LineLabel> after;
};

LineLabels lineLabels(const StructuralDiff& diff, const DiffText& before, const DiffText& after);

/// Rows with three lines around every change, in the unified form: `-` removed, `+` added, `<` moved away, `>` moved
/// here. Empty if nothing differs.
std::string toText(const StructuralRows& rows, std::string_view before, std::string_view after);

} // namespace tir
