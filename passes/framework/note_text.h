/// Tables of notes as text.

#pragma once

#include "passes/framework/pass.h"

namespace tir {

/// One line a row under a line of headings, columns aligned; each line begins with `indent` and ends.
std::string toText(const NoteTable& table, std::string_view indent = "");

} // namespace tir
