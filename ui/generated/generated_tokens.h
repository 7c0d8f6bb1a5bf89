/// Colours for generated code: comments, texts, numbers, words of the language, names. Enough to read it, no
/// more; a token never crosses a line.

#pragma once

#include "core/codegen/artifact.h"
#include "ui/common/code_text.h"

namespace tir::ui {

/// Tokens of a text, ascending. Other kinds than C, PTX, SASS and LLVM IR have none.
std::vector<CodeToken> generatedTokens(const CodeText& code, ArtifactKind kind);

} // namespace tir::ui
