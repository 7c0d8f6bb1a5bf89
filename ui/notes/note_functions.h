/// The functions and launches that notes are about.

#pragma once

#include "passes/framework/recording.h"

#include <string>
#include <unordered_map>

namespace tir::ui {

/// Where the node of each note of the step is, after the step or, if the step removed it, before: "main", or "main, launch
/// 2" if the function has several launches. A module of one function leaves out its name. A note about a variable belongs
/// to the launch of the note above it.
std::unordered_map<const PassNote*, std::string> functionsOfNotes(const Recording& recording, size_t number);

} // namespace tir::ui
