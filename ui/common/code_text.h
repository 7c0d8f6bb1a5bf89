/// The content of a code view: lines, tokens, and diagnostics. Plain data, created in jobs and immutable afterwards.

#pragma once

#include "core/diff/structural/change_list.h"
#include "core/script/printing/printer.h"

#include <QList>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tir::ui {

struct CodeToken {
    uint32_t begin = 0;
    uint32_t end = 0;
    TokenKind kind = TokenKind::Plain;
    uint16_t tag = 0; ///< from 1: which of several entities of this name; 0: the only one
    int16_t hue = -1; ///< number of the entity's color; -1: colored by kind
    Place place = NoPlace;
    const Node* identity = nullptr; ///< the entity of the name; compared, never dereferenced
};

struct CodeText {
    CodeText() = default;
    explicit CodeText(std::string content);

    std::string text;
    std::vector<uint32_t> lineStarts; ///< one more than there are lines
    std::vector<CodeToken> tokens;    ///< ascending, each on one line
    int longestLine = 0;              ///< bytes

    int lineCount() const { return int(lineStarts.size()) - 1; }
    int lineAt(uint32_t offset) const;       ///< from 0
    std::string_view line(int number) const; ///< without its line end
    std::string_view textOf(const CodeToken& token) const
    {
        return std::string_view(text).substr(token.begin, token.end - token.begin);
    }
    /// Index of the first token that ends after `offset`.
    size_t firstTokenBehind(uint32_t offset) const;
    /// The token at `offset`, its end included; null between tokens.
    const CodeToken* tokenAt(uint32_t offset) const;
};

/// A range of text with a diagnostic. It is shown on the line where it starts.
struct CodeMark {
    Span span;
    Severity severity = Severity::Error;
    std::string message;
};

/// A part of a line that a view may show as a label.
struct CodeFold {
    Span span;
    std::string label;
    std::string key; ///< that of the same part in other texts
    bool isOpen = false;
};
using CodeFolds = QList<CodeFold>; ///< shared by the views of a text

enum class HintKind : uint8_t {
    Inlay, ///< between the characters of a line, which are moved apart
    Note,  ///< beside a line
    Error, ///< the same
};

/// Text that is painted next to the code and is not part of it: it can be neither selected nor copied.
struct CodeHint {
    uint32_t offset = 0; ///< an inlay is in front of this byte; the others are beside its line
    HintKind kind = HintKind::Inlay;
    std::string text;
    Span target; ///< target of a click; may be empty

    bool isInlay() const { return kind == HintKind::Inlay; }
};
using CodeHints = QList<CodeHint>; ///< shared by the views of a text

/// Moved: the line is elsewhere on the other side. Fold: several unchanged lines in one row.
enum class RowKind : uint8_t { Same, Changed, Added, Removed, Moved, Filler, Fold };

/// The rows of one side of a comparison: the line in each row, and the changed words in it.
struct CodeRows {
    struct Row {
        int32_t line; ///< from 0; -1 in a filler; the first one of a fold
        RowKind kind;
        int32_t folded = 0;    ///< lines of a fold
        int32_t otherEnd = -1; ///< of a moved line: its line on the other side
        int32_t number = -1;   ///< shown in place of that of the line, from 0; -1: that of the line
        bool isMovedAway =
            false; ///< of a moved line: the other end is where it went; else where it came from
        bool isRespelled = false; ///< the same statement with another indentation, spelling, or name
        bool isOutlined = false;  ///< of a moved line: a new function has it; a label says so where it starts
    };
    std::vector<Row> rows;
    std::vector<LineLabel> labels; ///< ascending
    std::vector<Span> words;       ///< ascending, bytes of the text
    std::vector<int> rowOfLine;

    static CodeRows plain(int lineCount);
};

} // namespace tir::ui
