/// Lexemes of a TVMScript text: Python's tokens, with INDENT and DEDENT, every one with its span.

#pragma once

#include "core/script/reading/dialect.h"
#include "core/script/syntax/word.h"
#include "core/support/arena.h"
#include "core/support/diagnostic.h"

#include <span>
#include <string_view>
#include <vector>

namespace tir::script {

class ReadProgress;

enum class LexemeKind : uint8_t {
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

struct Lexeme {
    LexemeKind kind;
    Word word; ///< of a Symbol, and of a Name that has a meaning in the grammar
    Span span;
    std::string_view text;

    bool is(Word wanted) const { return word == wanted; }
    bool isName(std::string_view name) const { return kind == LexemeKind::Name && text == name; }
};

/// A bracket that is never closed ends where the next statement seems to start. Never fails: text that is not a lexeme
/// is reported and skipped. The last lexeme is End. Names and numbers point into `text`, decoded strings into `arena`.
/// `progress` may end it early.
std::vector<Lexeme> lex(std::string_view text, Arena& arena, Diagnostics& diagnostics,
                        ReadProgress* progress = nullptr);

/// The dialect of the lexemes of `text`. (dialect.cpp)
Dialect dialectOf(std::string_view text, std::span<const Lexeme> lexemes);

} // namespace tir::script
