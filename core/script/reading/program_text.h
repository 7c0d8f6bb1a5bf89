/// Signs of a program in a text that may be anything, such as prose.

#pragma once

#include "core/script/syntax/syntax.h"

#include <string_view>

namespace tir::script {

/// Whether the statement is a class or a function, or begins like one and cannot be read.
bool isMeantAsDefinition(const Statement& statement, std::string_view text);

/// Whether one of dialectNames(text) is used in front of a point: "T.evaluate".
bool usesDialect(std::string_view text);

} // namespace tir::script
