/// Texts of expressions that carry, between their characters, which place of the module each part was written for.
/// Writers concatenate them like any other text; FunctionLines makes ranges of the marks. The text of a C program
/// contains none of the bytes that marks consist of: what is not printable ASCII is escaped in its strings.

#pragma once

#include "core/codegen/artifact.h"

namespace tir::c_like {

/// The text as written for the place. An empty text, and one without a place, stays as it is.
std::string marked(std::string text, Place place);
std::string withoutMarks(const std::string& text);
/// `(a < b)` without its outer parentheses, when they belong together; what is marked stays marked.
std::string withoutOuterParentheses(std::string text);

/// Appends the text without its marks, and a range for each part; what no mark encloses was written for `around`.
void appendMarked(std::string& content, std::vector<ArtifactRange>& ranges, const std::string& text,
                  Place around);

} // namespace tir::c_like
