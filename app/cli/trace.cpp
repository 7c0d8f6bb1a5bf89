/// `tirc trace`: records a run of a pipeline, or a run that TVM recorded, into a .tirtrace file
/// (passes/workbench/trace/trace_file.h).

#include "app/cli/input.h"
#include "app/cli/output.h"
#include "passes/workbench/trace/open_trace.h"
#include "passes/workbench/trace/trace_file.h"

namespace tir::cli {
namespace {

struct TraceArguments {
    FileOptions file;
    PipelineOptions pipeline;
    std::string output;
};

/// A run that found something is worth recording too, so verdicts do not change the exit code.
ExitCode run(const TraceArguments& options)
{
    if (options.pipeline.isEmpty() && options.file.file != "-" && isTrace(options.file.file)) {
        const std::optional<RecordedRun> run =
            openRun(options.file, options.pipeline, DefaultPipeline::Nothing);
        return run ? writeResult(options.output, toJson(*run)) : ExitCode::Unusable;
    }
    Refusal refusal;
    const std::optional<RecordedRun> run = runFile(options.file, options.pipeline, "record", refusal);
    if (!run)
        return refusal.code;
    reportMissingProperties(*run);
    return writeResult(options.output, toJson(*run));
}

} // namespace

void addTraceCommand(CommandLine& line)
{
    Command command = line.add("trace", "Record a pipeline's run, or what TVM recorded, into a file");
    const auto options = std::make_shared<TraceArguments>();
    addFileOptions(command, options->file, "Program to record, or a recording of TVM's passes");
    addPipelineOptions(command, options->pipeline, PassList::Yes);
    command.flag("--force", options->pipeline.force, ForceHelp);
    command.option("-o,--output", options->output, "Trace to write: OUT.tirtrace, or - for stdout")
        .typeName("OUT")
        .required();
    command.run([options] { return run(*options); });
}

} // namespace tir::cli
