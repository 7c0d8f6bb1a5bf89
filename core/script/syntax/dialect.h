/// Which of TVM's dialects a text is written in, and of which time: the module was called `tir` before it
/// became `tirx`, and some spellings changed, a few of them their meaning.

#pragma once

#include "core/script/syntax/source.h"

#include <string>
#include <vector>

namespace tir {

enum class DialectVersion : uint8_t {
    Today,
    BeforeRename, ///< `T.block`, `T.allocate` …
    Mixed,        ///< spellings of both times in one text
    Unknown,      ///< no evidence in the text
};
/// "today", "before-rename", "mixed", "unknown"
std::string_view toString(DialectVersion age);

struct Dialect {
    DialectVersion age = DialectVersion::Unknown;
    std::string prefix;           ///< of the function decorators: "T", "Tx"; may be empty
    std::string module;           ///< that the header or an import names: "tirx", "tir"; may be empty
    bool hasBlocks = false;       ///< `s_tir`: blocks, or functions marked with it
    bool hasTilePrograms = false; ///< TIRx: execution scopes, scope ids, layouts
    bool hasRelax = false;

    /// Evidence for the dialect, in the order of the text; a few at most.
    struct Sign {
        std::string message; ///< "'T.block' was renamed to 'T.sblock'"
        Span span;
    };
    std::vector<Sign> signs;

    /// "tirx, current syntax", "s_tir, current syntax, with Relax", "tir, before the rename".
    std::string label() const;
};

/// Works on broken texts, too.
Dialect detectDialect(const SourceText& source);

} // namespace tir
