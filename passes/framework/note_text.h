/// Tables of notes as text.

#pragma once

#include "passes/framework/pass.h"

namespace tir {

/// One line per row after a line of headings, columns aligned; each line begins with `indent` and ends with a line end.
std::string toText(const NoteTable& table, std::string_view indent = "");

} // namespace tir
