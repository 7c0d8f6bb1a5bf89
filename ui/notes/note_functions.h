/// The functions that notes are about.

#pragma once

#include "passes/framework/recording.h"

#include <string>
#include <unordered_map>

namespace tir::ui {

/// By node that a note of the step refers to: the name of the function that the node is in, after the step or, if the
/// step removed it, before. Empty if the modules have one function.
std::unordered_map<const Node*, std::string> functionsOfNotes(const Recording& recording, size_t number);

} // namespace tir::ui
