/// `tirc check FOLDER` for a folder that `tirc reproduce` wrote.

#pragma once

#include "app/cli/input.h"
#include "app/cli/run_options.h"
#include "passes/workbench/reproduce/case.h"

namespace tir::cli {

/// Writes the passes and options of the case into the options. Nothing, after an error on stderr, if the case cannot be
/// read, if the options contradict it, or if it would start a program that is not allowed.
std::optional<Case> openCase(FileOptions& file, PipelineOptions& pipeline, RunOptions& run,
                             bool allowsPrograms);

/// Whether passes that a file names may run: programs only if the user allows it. Else there is a complaint on stderr.
bool mayRun(const std::string& file, const std::vector<PassInvocation>& passes, bool allowsPrograms);

/// The run of the case, with the options of openCase().
std::optional<RecordedRun> runCaseOfFolder(const FileOptions& file, const PipelineOptions& pipeline,
                                           const Case& of, Refusal& refusal);

/// "reproduced: execution, differs", or "not reproduced: …".
std::string explain(const Case& expected, const std::vector<Fault>& found);

} // namespace tir::cli
