/// Texts of expressions with embedded marks that state which place of the module each part was generated from. Writers
/// concatenate them like any other text; FunctionLines converts the marks to ranges. A C program never contains the
/// bytes of the marks: its strings escape everything that is not printable ASCII.

#pragma once

#include "core/codegen/artifact.h"

namespace tir::c_like {

/// The text as written for the place. An empty text, and one without a place, stays as it is.
std::string marked(std::string text, Place place);
std::string withoutMarks(const std::string& text);
/// `(a < b)` without its outer parentheses, if they match each other; marks are kept.
std::string withoutOuterParentheses(std::string text);

/// Appends the text without its marks, and a range for each part; text outside of any mark belongs to `around`.
void appendMarked(std::string& content, std::vector<ArtifactRange>& ranges, const std::string& text,
                  Place around);

} // namespace tir::c_like
