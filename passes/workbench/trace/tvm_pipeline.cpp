#include "passes/workbench/trace/tvm_pipeline.h"

#include "passes/workbench/trace/pass_event_file.h"

namespace tir {

Result<RecordedRun> runTvmPipeline(const OpenedProgram& program, const RecordRequest& request)
{
    if (!request.external.bridge)
        return error("tvm-failed", "your own TVM was not started: it has not been confirmed");
    Arena arena;
    const Result<const Target*> target = targetOf(arena, request);
    if (!target)
        return target.diagnostics();
    const std::string name = request.pipeline.substr(TvmPipelinePrefix.size());
    const Result<std::string> lines = request.external.bridge->runPipeline(
        name, program.module(), {toString(**target), request.config, request.cancelled});
    if (!lines)
        return lines.diagnostics();
    Result<RecordedRun> read = runFromEventLines(program.source.name(), *lines, "");
    if (!read)
        return read;
    RecordedRun run = *std::move(read);
    const auto recording = std::make_shared<Recording>(*run.recording);
    recording->pipeline = request.pipeline;
    run.recording = recording;
    return run;
}

} // namespace tir
