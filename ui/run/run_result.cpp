#include "ui/run/run_result.h"

#include "core/runtime/arguments.h"
#include "core/support/text_format.h"
#include "passes/workbench/check/execute_steps.h"
#include "passes/workbench/execution/whole_module.h"
#include "ui/common/text.h"
#include "ui/run/printed_text.h"
#include "ui/session/job.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>

#include <algorithm>

namespace tir::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("RunResult", text);
}

/// The window says "not run" for a program that cannot be executed; the reason follows.
QString statusWord(RunStatus status)
{
    return status == RunStatus::Refused ? tr("not run") : toQString(toString(status));
}

/// The step that was executed instead of one without a result; empty for the others.
QString standInText(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Failed:
        return tr("the pass failed, so the module before it ran");
    case Verdict::NotImplemented:
        return tr("the pass is not implemented, so the module before it ran");
    case Verdict::Unchanged:
    case Verdict::Changed:
    case Verdict::IllFormed:
    case Verdict::Imported:
    case Verdict::Unread:
        return {};
    }
    return {};
}

QString textOf(const RunReference& reference)
{
    switch (reference.kind) {
    case RunReference::Kind::Nothing:
        break;
    case RunReference::Kind::Step:
        return reference.step == 0 ? tr("the result of the unlowered program")
                                   : tr("step %1").arg(reference.step);
    case RunReference::Kind::Device:
        return tr("the run on %1").arg(toQString(reference.device).toUpper());
    case RunReference::Kind::Files:
        return QFileInfo(toQString(reference.path)).fileName();
    }
    return tr("nothing");
}

/// The module after a step, run with the same inputs.
RunReport runStep(const RunOrder& order, const Recording& recording, size_t number, JobControl& control)
{
    RunRequest request = valuesOnly(order.saved.request);
    request.module = wholeModule(recording, number);
    request.signature = wholeModule(recording, 0);
    setFormOfStep(request, recording, number);
    return runInWorker(request, &control.cancelled());
}

void noteReferenceProblem(RunResult& result)
{
    if (result.reference && result.reference->status != RunStatus::Done)
        result.referenceProblem = QStringLiteral("%1: %2").arg(statusWord(result.reference->status),
                                                               toQString(result.reference->message));
}

void addReference(RunResult& result, const RunOrder& order, JobControl& control)
{
    switch (order.saved.reference.kind) {
    case RunReference::Kind::Nothing:
        return;
    case RunReference::Kind::Step: {
        const size_t number = order.saved.reference.step;
        if (number == order.number) {
            result.with = {};
            return;
        }
        if (number >= order.recording->moduleCount()) {
            result.referenceProblem = tr("there is no step %1").arg(number);
            return;
        }
        control.report(1, 2, textOf(order.saved.reference));
        result.reference = runStep(order, *order.recording, number, control);
        break;
    }
    case RunReference::Kind::Device: {
        RunRequest request = valuesOnly(order.saved.request);
        if (request.device == order.saved.reference.device) {
            result.with = {};
            return;
        }
        control.report(1, 2, textOf(order.saved.reference));
        request.device = order.saved.reference.device;
        request.isChecked = false; // only the values are needed
        request.module = wholeModule(*order.recording, order.number);
        request.signature = wholeModule(*order.recording, 0);
        result.reference = runInWorker(request, &control.cancelled());
        break;
    }
    case RunReference::Kind::Files: {
        Result<RunReport> read = readReference(order.saved.reference.path, result.report);
        if (read)
            result.reference = *std::move(read);
        else
            result.referenceProblem = messagesOf(read.diagnostics()).join(QStringLiteral("; "));
        break;
    }
    }
    noteReferenceProblem(result);
}

void addPinned(RunResult& result, const RunOrder& order, JobControl& control)
{
    control.report(1, 2, referenceText(result));
    result.reference = runStep(order, *order.pinned->run->recording, order.pinned->number, control);
    noteReferenceProblem(result);
}

/// With the number of the others, which are among the messages.
QString firstMessage(const RunReport& report)
{
    if (report.diagnostics.size() < 2)
        return toQString(report.message);
    return tr("%1 (and %2)")
        .arg(toQString(report.diagnostics.front().message),
             toQString(counted(int64_t(report.diagnostics.size()) - 1, "more error")));
}

QString comparisonText(const RunResult& result)
{
    const QString with = referenceText(result);
    if (!result.referenceProblem.isEmpty())
        return tr("not compared with %1: %2").arg(with, result.referenceProblem);
    if (!result.isCompared())
        return {};
    if (!result.comparison.returnDifference.empty())
        return toQString(result.comparison.returnDifference);
    const auto mismatches =
        std::ranges::count_if(result.comparison.tensors, [](const TensorComparison& tensor) {
            return tensor.verdict != TensorComparison::Verdict::Equal;
        });
    return mismatches == 0   ? tr("equal to %1").arg(with)
           : mismatches == 1 ? tr("1 tensor differs from %1").arg(with)
                             : tr("%1 tensors differ from %2").arg(mismatches).arg(with);
}

QString withNotes(const Diagnostic& diagnostic)
{
    QStringList lines{toQString(diagnostic.message)};
    for (const DiagnosticNote& note : diagnostic.notes)
        lines.append(QStringLiteral("    ") + toQString(note.message));
    return lines.join(QLatin1Char('\n'));
}

} // namespace

const RunTensor* RunResult::referenceTensor(const std::string& name) const
{
    if (!isCompared())
        return nullptr;
    const auto found = std::ranges::find(reference->tensors, name, &RunTensor::name);
    return found == reference->tensors.end() ? nullptr : &*found;
}

size_t RunResult::bytes() const
{
    size_t total = 0;
    for (const RunReport* each : {&report, reference ? &*reference : nullptr})
        for (size_t index = 0; each && index < each->tensors.size(); ++index)
            total += each->tensors[index].before.size() + each->tensors[index].after.size();
    return total;
}

void examine(RunResult& result)
{
    result.summaries.clear();
    for (const RunTensor& tensor : result.report.tensors)
        result.summaries.push_back(summarize(tensor));
    if (result.isCompared())
        result.comparison = compareRuns(result.report, *result.reference, result.options);
}

Sizes sizesOf(const Recording& recording, const RunRequest& request)
{
    const Module& input = recording.module(0);
    const Result<std::string> chosen = request.entry.empty() ? chooseEntry(input) : request.entry;
    const ModuleEntry* entry = chosen ? input.find(*chosen) : nullptr;
    const auto* function = entry ? as<PrimFunc>(entry->function) : nullptr;
    if (!function)
        return {};
    return planArguments(*function, {.seed = request.seed, .inputs = request.inputs}).values;
}

RunRequest stepRequest(const RunOrder& order)
{
    RunRequest request = order.saved.request;
    request.module = wholeModule(*order.recording, order.number);
    request.signature = wholeModule(*order.recording, 0);
    setFormOfStep(request, *order.recording, order.number);
    if (request.device != "cpu")
        request.cudaSource = order.cudaEdit;
    request.isCompared = order.pinned.has_value() || order.saved.reference != RunReference{};
    return request;
}

RunResultPointer execute(const RunOrder& order, JobControl& control, PrintedText& printed,
                         const MemoryHeard& memoryHeard)
{
    auto result = std::make_shared<RunResult>();
    result->recording = order.recording;
    result->number = order.number;
    if (order.number > 0) {
        const Step& step = order.recording->steps[order.number - 1];
        result->verdict = step.verdict;
        result->pass = toQString(toString(step.pass));
    }
    result->started = QDateTime::currentDateTime();
    result->with = order.saved.reference;
    result->isWithPinned = order.pinned.has_value();
    if (order.pinned)
        result->pinnedTitle = titleOfPinned(*order.pinned);
    result->options = order.saved.compare;
    result->report = runInWorker(
        stepRequest(order), &control.cancelled(),
        [&printed](std::string_view piece) { printed.append(piece); }, memoryHeard);
    keepPlacesOf(order.recording->module(order.number), result->report);
    if (!result->report.tensors.empty())
        result->sizes = sizesOf(*order.recording, order.saved.request);
    if (result->report.status == RunStatus::Done && !control.isCancelled()) {
        if (order.pinned)
            addPinned(*result, order, control);
        else
            addReference(*result, order, control);
    }
    examine(*result);
    return result;
}

QString timeText(const QDateTime& started)
{
    return started.toString(QStringLiteral("HH:mm:ss"));
}

QString stepText(const RunResult& result)
{
    return result.number == 0 ? tr("Input") : tr("Step %1").arg(result.number);
}

QString referenceText(const RunResult& result)
{
    return result.isWithPinned ? tr("the pinned run (A)") : textOf(result.with);
}

bool isFailure(const RunResult& result)
{
    const RunStatus status = result.report.status;
    return status != RunStatus::Cancelled && (status != RunStatus::Done || markOf(result) == RunMark::Wrong);
}

QString statusText(const RunResult& result)
{
    const RunReport& report = result.report;
    if (report.status != RunStatus::Done)
        return report.message.empty()
                   ? statusWord(report.status)
                   : QStringLiteral("%1: %2").arg(statusWord(report.status), firstMessage(report));
    const QString done = statusWord(report.status);
    QStringList parts{report.gpu
                          ? tr("%1 on %2 by way of %3")
                                .arg(done, toQString(report.gpu->deviceName), toQString(report.gpu->compiler))
                          : tr("%1 on the CPU").arg(done),
                      tr("compiled in %1").arg(durationText(report.compileNs)),
                      tr("ran in %1").arg(durationText(report.runNs))};
    if (const QString standIn = standInText(result.verdict); !standIn.isEmpty())
        parts.append(standIn);
    if (report.isLockstep)
        parts.append(tr("threads in lockstep, before ThreadSync adds the barriers"));
    if (!report.returnValue.empty())
        parts.append(tr("returned %1").arg(toQString(report.returnValue)));
    if (!report.findings.empty())
        parts.append(report.findings.size() == 1 ? tr("1 finding")
                                                 : tr("%1 findings").arg(report.findings.size()));
    if (!report.standardError.empty())
        parts.append(tr("it printed, see Messages"));
    if (const QString comparison = comparisonText(result); !comparison.isEmpty())
        parts.append(comparison);
    return parts.join(QStringLiteral(" · "));
}

QString verdictText(const RunResult& result)
{
    if (result.report.status != RunStatus::Done)
        return statusWord(result.report.status);
    return !result.referenceProblem.isEmpty() ? tr("not compared")
           : !result.isCompared()             ? QString()
           : result.isEqual()                 ? tr("equal")
                                              : tr("differs");
}

QString printedMessage(const QString& text)
{
    return tr("Printed by the program and its worker process:\n%1").arg(text);
}

RunMark markOf(const RunResult& result)
{
    const RunReport& report = result.report;
    const bool isBroken = report.status == RunStatus::Failed || report.status == RunStatus::Crashed;
    const bool differs = result.isCompared() && report.status == RunStatus::Done && !result.isEqual();
    // A step without a result: the module before it ran.
    const bool isOfStepBefore = !standInText(result.verdict).isEmpty();
    if (isBroken || differs || hasError(toDiagnostics(report.findings)))
        return isOfStepBefore ? RunMark::Inherited : RunMark::Wrong;
    return result.isEqual() && !isOfStepBefore ? RunMark::Agrees : RunMark::None;
}

QString messagesOf(const RunReport& report)
{
    QStringList parts;
    if (report.diagnostics.empty() && !report.message.empty()) // else it is theirs
        parts.append(toQString(report.message));
    for (const Diagnostic& finding : toDiagnostics(report.findings))
        parts.append(withNotes(finding));
    for (const Diagnostic& diagnostic : report.diagnostics)
        parts.append(withNotes(diagnostic));
    if (report.gpu && !report.gpu->compilerLog.empty())
        parts.append(toQString(report.gpu->compilerLog));
    if (!report.standardError.empty())
        parts.append(printedMessage(toQString(report.standardError)));
    return parts.join(QStringLiteral("\n\n"));
}

} // namespace tir::ui
