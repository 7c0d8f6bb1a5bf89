/// The slow parts of a session, as functions for its jobs: running a pipeline, counting what it changed.

#pragma once

#include "ui/session/session.h"

namespace tir::ui {

struct PipelineRun {
    std::shared_ptr<const Recording> recording; ///< null: see `failure`
    std::shared_ptr<const Identities> identities;
    QString failure;
};

PipelineRun runPipeline(const OpenedProgram& program, const RunSetup& setup, JobControl& control);

/// By step; the input has none.
std::vector<LineCounts> countChangedLines(const Recording& recording, bool asBareFunction,
                                          JobControl& control);

} // namespace tir::ui
