/// Prints modules as TVM's `.script()` does, to the byte, and remembers where everything is.

#pragma once

#include "core/ir/places.h"

#include <string>
#include <string_view>
#include <vector>

namespace tir {

enum class TokenKind : uint8_t {
    Plain,
    Keyword,
    Comment,
    Decorator,
    Namespace, ///< `T`, `I`
    Builtin,   ///< the part after `T.`: operations, types, statement forms
    Function,
    Variable,
    Buffer,
    Number,
    String,
};

/// A stretch of printed text on one line. Ranges do not overlap and ascend.
struct TokenRange {
    uint32_t begin;
    uint32_t end;
    TokenKind kind;
    Place place; ///< innermost place of the text; NoPlace for punctuation without a node
    /// The Var, Buffer or GlobalVar of a name: its identity, independent of its spelling.
    const Node* entity;
};

/// The text range of one place.
struct PrintedText {
    std::string text; ///< no final newline
    std::vector<TokenRange> tokens;
    std::vector<Span> placeSpans; ///< by place; empty for places that the text does not show

    /// Innermost place at a byte of the text; NoPlace outside of all.
    Place placeAt(uint32_t offset) const;
};

struct PrintOptions {
    bool asBareFunction = false; ///< a module of one function prints without its class
    bool syntaxSugar = true;
    /// Objects without a spelling are defined above the program, not left out.
    bool showMeta = false;
    /// With showMeta: the metadata of the text that the module was read from (ParsedModule::metadata), for
    /// objects that only TVM can write. Must outlive the printing.
    std::string_view metadata = {};
};

/// Text only: fast, no table needed.
std::string printScript(const Module& module, const PrintOptions& options = {});

/// Text with tokens and spans. `places` must be the table of `module`.
PrintedText printWithPlaces(const Module& module, const PlaceTable& places, const PrintOptions& options = {});

/// One expression, as it is inside a function; undefined variables print by their hints.
std::string printExpr(const Expr& expr);

} // namespace tir
