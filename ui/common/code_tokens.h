/// Colors for code that is not printed from a module: comments, strings, numbers, keywords, names. Approximate; a token
/// never crosses a line.

#pragma once

#include "ui/common/code_text.h"

namespace tir::ui {

enum class CodeLanguage : uint8_t { C, Ptx, Sass, LlvmIr, Python };

/// A construct that may extend over several lines.
struct BlockMarks {
    std::string_view begin; ///< empty: the language does not have it
    std::string_view end;
    TokenKind kind = TokenKind::Comment;
};
BlockMarks blockMarks(CodeLanguage language);

/// Tokens of a text, ascending.
std::vector<CodeToken> codeTokens(const CodeText& code, CodeLanguage language);

} // namespace tir::ui
