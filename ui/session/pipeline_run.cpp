#include "ui/session/pipeline_run.h"

#include "core/diff/structural/structural_rows.h"
#include "core/script/printing/printer.h"
#include "passes/pipelines.h"
#include "passes/workbench/trace/open_trace.h"
#include "passes/workbench/trace/record.h"
#include "ui/common/text.h"

#include <QCoreApplication>

namespace tir::ui {
namespace {

class ProgressObserver : public Observer {
public:
    explicit ProgressObserver(JobControl& control) : m_control(control) {}

    void stepStarted(size_t number, size_t count, const PassInvocation& pass) override
    {
        m_control.report(int(number) - 1, int(count), toQString(pass.name));
    }

private:
    JobControl& m_control;
};

PipelineRun runOf(std::shared_ptr<const Recording> recording)
{
    PipelineRun run;
    run.identities = std::make_shared<Identities>(*recording);
    run.stepDiagnostics = introducedDiagnostics(*recording);
    run.recording = std::move(recording);
    return run;
}

} // namespace

ReadProgram readFile(const std::string& path, const ParseOptions& options)
{
    if (!isTrace(path))
        return {tir::openFile(path, options), {}};
    RecordedRun opened = openTraceFile(path);
    ReadProgram read{std::move(opened.program), {}};
    if (opened.recording)
        read.run = runOf(std::move(opened.recording));
    return read;
}

PipelineRun runPipeline(const OpenedProgram& program, const RunSetup& setup, JobControl& control)
{
    ProgressObserver observer(control);
    // What a pass misses is marked in its step.
    RecordRequest request{.target = setup.target,
                          .mode = setup.mode,
                          .config = setup.config,
                          .force = true,
                          .observer = &observer,
                          .cancelled = &control.cancelled()};
    if (findPipeline(setup.pipeline.name))
        request.pipeline = setup.pipeline.name;
    else
        request.invocations = setup.pipeline.passes;
    const auto recording = record(program, request);
    if (!recording) {
        PipelineRun run;
        run.failure = toQString(recording.diagnostics().front().message);
        return run;
    }
    return runOf(*recording);
}

ChangedLines countChangedLines(const Recording& recording, bool asBareFunction, JobControl& control)
{
    struct Text {
        PlaceTable places;
        PrintedText printed;
    };
    const auto print = [&](const Module& module) {
        auto text = std::make_unique<Text>();
        text->places = PlaceTable(module);
        text->printed = printWithPlaces(module, text->places, {.asBareFunction = asBareFunction});
        return text;
    };
    const Module* last = nullptr; // of `text`: mostly the module that the next step starts from
    std::unique_ptr<Text> text;
    const auto count = [&](const Module& from, const Module& to) -> LineCounts {
        if (&from == &to)
            return {};
        const std::unique_ptr<Text> before = &from == last ? std::move(text) : print(from);
        text = print(to);
        last = &to;
        const StructuralDiff diff(before->places, text->places);
        const StructuralRows rows =
            structuralRows(diff, {before->printed.text, before->printed.placeSpans},
                           {text->printed.text, text->printed.placeSpans});
        return {rows.addedLines, rows.removedLines};
    };
    ChangedLines counts;
    counts.steps.resize(recording.moduleCount());
    for (size_t number = 1; number < recording.moduleCount() && !control.isCancelled(); ++number) {
        const Step& step = recording.steps[number - 1];
        if (step.before != step.after)
            control.report(int(number), int(recording.moduleCount()), toQString(step.pass.name));
        counts.steps[number] = count(*step.before, *step.after);
    }
    for (const StepGroup& group : stepGroups(recording))
        if (!control.isCancelled())
            counts.groups.push_back(count(recording.module(recording.previous(group.span.first)),
                                          recording.module(group.span.last)));
    return counts;
}

} // namespace tir::ui
