/// The step with the defect of a sample, and what shows the defect there.

#pragma once

#include "passes/framework/recording.h"
#include "passes/workbench/program/story.h"

#include <QString>

namespace tir::ui {

class Session;

/// The first step of the pass that the header of a sample blames. 0 if there is none: the program is no sample with a
/// defect, or the recording stops before it.
size_t blamedStep(const Recording& recording, const std::optional<Story>& story);

/// How the defect of the open sample is found if no error or warning of its step shows it; empty if one does, and for
/// other programs and runs.
QString wayToFindDefect(const Session& session);

} // namespace tir::ui
