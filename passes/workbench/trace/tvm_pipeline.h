/// `--pipeline tvm:s_tir`: the pipeline that is registered in the user's own TVM, with every pass as a step.

#pragma once

#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/recorded_run.h"

namespace tir {

inline constexpr std::string_view TvmPipelinePrefix = "tvm:";

inline bool isTvmPipeline(std::string_view name)
{
    return name.starts_with(TvmPipelinePrefix);
}

/// Preconditions: program.isOpen(); the request names a pipeline of TVM. Fails if no pass ran, or if the request has no
/// bridge. `soFar` gets the run up to a pass that ended, now and then while the pipeline runs; passes that still run have
/// no step. It may be empty.
Result<RecordedRun> runTvmPipeline(const OpenedProgram& program, const RecordRequest& request,
                                   const std::function<void(RecordedRun)>& soFar = {});

} // namespace tir
