/// Colors for code that is not printed from a module: comments, texts, numbers, words of the language, names. Enough to
/// read it, no more; a token never crosses a line.

#pragma once

#include "ui/common/code_text.h"

namespace tir::ui {

enum class CodeLanguage : uint8_t { C, Ptx, Sass, LlvmIr, Python };

/// What may go on over several lines.
struct BlockMarks {
    std::string_view begin; ///< empty: the language has nothing of this kind
    std::string_view end;
    TokenKind kind = TokenKind::Comment;
};
BlockMarks blockMarks(CodeLanguage language);

/// Tokens of a text, ascending.
std::vector<CodeToken> codeTokens(const CodeText& code, CodeLanguage language);

} // namespace tir::ui
