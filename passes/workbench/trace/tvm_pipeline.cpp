#include "passes/workbench/trace/tvm_pipeline.h"

#include "passes/workbench/trace/pass_event_file.h"

#include <chrono>

namespace tir {
namespace {

Result<RecordedRun> runOfLines(const std::string& lines, const OpenedProgram& program,
                               const RecordRequest& request, const RunReading& reading)
{
    Result<RecordedRun> read = runFromEventLines(program.source.name(), lines, "", reading);
    if (!read)
        return read;
    RecordedRun run = *std::move(read);
    const auto recording = std::make_shared<Recording>(*run.recording);
    recording->pipeline = request.pipeline;
    run.recording = recording;
    return run;
}

/// Leaves most of the time to the pipeline: each run so far is read anew.
class Pacer {
public:
    bool isDue() const { return Clock::now() >= m_next; }
    template <class Work>
    void measure(const Work& work)
    {
        constexpr int Share = 4;
        const Clock::time_point start = Clock::now();
        work();
        const Clock::time_point end = Clock::now();
        m_next = end + std::max<Clock::duration>(std::chrono::milliseconds(200), Share * (end - start));
    }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point m_next = {};
};

} // namespace

Result<RecordedRun> runTvmPipeline(const OpenedProgram& program, const RecordRequest& request,
                                   const std::function<void(RecordedRun)>& soFar)
{
    if (!request.external.bridge)
        return error("tvm-failed", "your own TVM was not started: it has not been confirmed");
    Arena arena;
    const Result<const Target*> target = targetOf(arena, request);
    if (!target)
        return target.diagnostics();
    const std::string name = request.pipeline.substr(TvmPipelinePrefix.size());
    Pacer pacer;
    const auto passEnded = [&](const std::string& lines) {
        if (!soFar || !pacer.isDue())
            return;
        pacer.measure([&] {
            if (Result<RecordedRun> run = runOfLines(lines, program, request, {.isRunning = true}))
                soFar(*std::move(run));
        });
    };
    const Result<std::string> lines = request.external.bridge->runPipeline(
        name, program.module(),
        {toString(**target), request.config, request.external.config, request.cancelled}, passEnded);
    if (!lines)
        return lines.diagnostics();
    return runOfLines(*lines, program, request, {});
}

} // namespace tir
