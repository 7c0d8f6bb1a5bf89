/// The step that the story of a sample blames for its defect.

#pragma once

#include "passes/framework/recording.h"
#include "passes/workbench/program/story.h"

namespace tir::ui {

/// The first step that runs the bad pass, with the options that the story names if there is one; 0 if there is none.
size_t blamedStep(const Recording& recording, const std::optional<Story>& story);

} // namespace tir::ui
