/// The tokens of a TVMScript text: those of Python, with INDENT and DEDENT, every one with its span.

#pragma once

#include "core/script/syntax/dialect.h"
#include "core/script/syntax/token_id.h"
#include "core/support/arena.h"
#include "core/support/diagnostic.h"

#include <span>
#include <string_view>
#include <vector>

namespace tir::script {

class ReadProgress;

struct Token {
    enum class Kind : uint8_t {
        Name,
        Integer,
        Float,
        String,  ///< `text` holds the decoded bytes
        Foreign, ///< a string only Python can evaluate (f-string)
        Symbol,  ///< an operator or a bracket
        Newline, ///< the end of a logical line
        Indent,
        Dedent,
        End,
    };

    Kind kind;
    TokenId id; ///< of a Symbol, and of a Name that has a meaning in the grammar
    Span span;
    std::string_view text;

    bool is(TokenId wanted) const { return id == wanted; }
    bool isName(std::string_view name) const { return kind == Kind::Name && text == name; }
};

/// A bracket that is never closed ends where the next statement seems to start. Never fails: text that is not a token
/// is reported and skipped. The last token is End. Names and numbers point into `text`, decoded strings into `arena`.
/// `progress` may end it early.
std::vector<Token> lex(std::string_view text, Arena& arena, Diagnostics& diagnostics,
                       ReadProgress* progress = nullptr);

/// The dialect of the tokens of `text`. (dialect.cpp)
Dialect dialectOf(std::string_view text, std::span<const Token> tokens);

} // namespace tir::script
