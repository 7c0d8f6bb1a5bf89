/// `tirc check FOLDER` for a folder that `tirc reproduce` wrote.

#pragma once

#include "app/cli/input.h"
#include "app/cli/run_options.h"
#include "passes/workbench/reproduce/case.h"

namespace tir::cli {

/// What to check is put into the options. Nothing, and a complaint on stderr, if the case cannot be read, or if the
/// options ask for something else than it.
std::optional<Case> openCase(FileOptions& file, PipelineOptions& pipeline, RunOptions& run);

/// The run of the case, with the options of openCase().
std::optional<RecordedRun> runCaseOfFolder(const FileOptions& file, const PipelineOptions& pipeline,
                                           const Case& of, Refusal& refusal);

/// "reproduced: execution, differs", or "not reproduced: …".
std::string explain(const Case& expected, const std::vector<Guilt>& found);

} // namespace tir::cli
