#include "ui/session/pipeline_run.h"

#include "passes/pipelines.h"
#include "passes/workbench/check/compare_passes.h"
#include "passes/workbench/trace/open_trace.h"
#include "passes/workbench/trace/python_file.h"
#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/tvm_pipeline.h"
#include "ui/common/text.h"
#include "ui/session/blamed_step.h"
#include "ui/session/file_stamp.h"

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

PipelineRun runOf(std::shared_ptr<const Recording> recording,
                  const std::vector<std::shared_ptr<const OpenedProgram>>& texts = {})
{
    PipelineRun run;
    ImportedTexts imported;
    for (size_t number = 0; number < texts.size(); ++number) {
        const Module* module = recording->moduleAt(number);
        if (!texts[number]->isOpen() || &texts[number]->module() == module)
            imported.emplace(module, texts[number]);
    }
    run.imported = std::make_shared<const ImportedTexts>(std::move(imported));
    run.identities = std::make_shared<Identities>(*recording);
    run.stepDiagnostics = introducedDiagnostics(*recording);
    run.recording = std::move(recording);
    return run;
}

ReadProgram programOf(RecordedRun opened)
{
    ReadProgram read{std::move(opened.program), {}};
    read.build = opened.build;
    read.buildCount = opened.buildCount;
    read.isRunning = opened.isRunning;
    if (opened.recording)
        read.run = runOf(std::move(opened.recording), opened.texts);
    return read;
}

/// Whether the module after the step was read from a text: its nodes have no origins in the module before.
bool wasRead(const Recording& recording, size_t number)
{
    return !recording.result || startsProgram(recording.steps[number - 1].pass);
}

PipelineRun failed(const Diagnostics& why)
{
    PipelineRun run;
    run.failure = toQString(why.front().message);
    return run;
}

/// The interpreter is often not the one that has TVM.
PipelineRun failedInPython(const Diagnostics& why)
{
    PipelineRun run = failed(why);
    const qsizetype line = run.failure.indexOf(QLatin1Char('\n'));
    const QString python =
        QCoreApplication::translate("Session", " (Python is '%1'; TIRSCOPE_PYTHON names another one)")
            .arg(toQString(pythonProgram({})));
    run.failure.insert(line < 0 ? run.failure.size() : line, python);
    return run;
}

} // namespace

ReadProgram readFile(const std::string& path, const FileReading& reading)
{
    const QByteArray stamp = fileStamp(QString::fromStdString(path));
    const auto stamped = [&stamp](ReadProgram program) {
        program.fileStamp = stamp;
        return program;
    };
    if (!isTrace(path))
        return stamped({tir::openFile(path, reading.options), {}});
    RunReading trace{.watch = reading.options.watch, .build = reading.build};
    if (reading.outline)
        trace.outline = [&](RecordedRun outline) { reading.outline(stamped(programOf(std::move(outline)))); };
    return stamped(programOf(openTraceFile(path, trace)));
}

PipelineRun runPipeline(const OpenedProgram& program, const RunSetup& setup, JobControl& control,
                        const std::function<void(PipelineRun)>& soFar)
{
    ProgressObserver observer(control);
    // Unmet requirements of a pass are marked in its step.
    RecordRequest request{.target = setup.target,
                          .mode = setup.mode,
                          .config = setup.config,
                          .force = true,
                          .observer = &observer,
                          .cancelled = &control.cancelled(),
                          .external = setup.external};
    if (isTvmPipeline(setup.pipeline.name)) {
        request.pipeline = setup.pipeline.name;
        const auto report = [&](RecordedRun run) {
            if (soFar)
                soFar(runOf(run.recording, run.texts));
        };
        Result<RecordedRun> run = runTvmPipeline(program, request, report);
        if (!run)
            return failedInPython(run.diagnostics());
        const auto annotated = withOurNotes(
            run->recording, {.config = run->recording->config, .cancelled = &control.cancelled()});
        return runOf(annotated, run->texts);
    }
    if (findPipeline(setup.pipeline.name))
        request.pipeline = setup.pipeline.name;
    else
        request.invocations = setup.pipeline.passes;
    const auto recording = record(program, request);
    return recording ? runOf(*recording) : failed(recording.diagnostics());
}

EditedRun runEdited(const EditedSource& source, JobControl& control)
{
    ParseOptions options;
    options.defines = source.defines;
    options.watch = [&](int) { return !control.isCancelled(); };
    EditedRun edited{{openText(source.name, source.text, options), {}}, nullptr};
    ReadProgram& read = edited.program;
    read.story = readStory(source.name, source.text);
    if (!read.program.isOpen())
        return edited;
    read.fitting = fittingPipeline(read.program.module());
    read.run = runPipeline(read.program, source.setup, control);
    if (read.run.recording)
        edited.compared =
            printAndCompare(read.run.recording,
                            stepsToShow(*read.run.recording, read.run.stepDiagnostics, source.shown,
                                        blamedStep(*read.run.recording, read.story)),
                            {read.run.identities, read.run.imported,
                             areBareFunctions(read.program, *read.run.recording), source.mode});
    return edited;
}

ChangedLines countChangedLines(const Recording& recording, bool asBareFunction, JobControl& control)
{
    const PrintOptions print{.asBareFunction = asBareFunction};
    PrintedComparison comparison(print);
    ChangedLines counts;
    counts.steps.resize(recording.moduleCount());
    auto history = std::make_shared<LineHistory>(recording.module(0), print);
    std::shared_ptr<Identities> identities;
    const auto match = [&](const StructuralDiff& step) {
        if (!identities)
            identities = std::make_shared<Identities>();
        identities->match(step);
    };
    for (size_t number = 1; number < recording.moduleCount(); ++number) {
        if (control.isCancelled())
            return counts;
        const size_t previous = recording.previous(number);
        if (recording.isSameModule(previous, number)) {
            history->addUnchangedStep(previous);
            continue;
        }
        control.report(int(number), int(recording.moduleCount()),
                       toQString(recording.steps[number - 1].pass.name));
        const StructuralRows rows = comparison.rows(
            recording.module(previous), recording.module(number),
            wasRead(recording, number) ? match : std::function<void(const StructuralDiff&)>());
        counts.steps[number] = {rows.addedLines, rows.removedLines};
        history->addStep(previous, rows);
    }
    for (const StepGroup& group : stepGroups(recording)) {
        if (control.isCancelled())
            return counts;
        const StructuralRows rows = comparison.rows(recording.module(recording.previous(group.span.first)),
                                                    recording.module(group.span.last));
        counts.groups.push_back({rows.addedLines, rows.removedLines});
    }
    if (identities)
        identities->number(recording);
    counts.history = std::move(history);
    counts.identities = std::move(identities);
    return counts;
}

} // namespace tir::ui
