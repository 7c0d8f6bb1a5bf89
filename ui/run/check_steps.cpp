#include "ui/run/check_steps.h"

#include "passes/workbench/check/execute_recording.h"
#include "passes/workbench/check/step_faults.h"
#include "passes/workbench/execution/whole_module.h"
#include "ui/common/text.h"
#include "ui/run/run_result.h"
#include "ui/session/job.h"

#include <QCoreApplication>

namespace tir::ui {
namespace {

class CheckSteps {
    Q_DECLARE_TR_FUNCTIONS(CheckSteps)
};

/// `progress` has a place for the number of the step.
StepsChecked checkedRun(const std::shared_ptr<const Recording>& recording, const RunRequest& request,
                        const QString& progress, JobControl& control)
{
    ExecuteOptions options = executeOptions(*recording, request);
    options.cancelled = &control.cancelled();
    options.progress = [&](size_t done, size_t total) {
        control.report(int(done), int(total), progress.arg(done));
    };
    StepsChecked checked{.recording = recording, .runs = executeRecording(*recording, options), .report = {}};
    checked.report = check(*recording, checked.runs);
    checked.sizes = sizesOf(*recording, request);
    checked.generatorDefect = droppedWarpBarrier(*recording);
    return checked;
}

QString answerText(const StepsChecked& checked)
{
    const QString answer = toQString(explain(checked.report, *checked.recording, checked.runs));
    return checked.generatorDefect ? CheckSteps::tr("%1; warning: %2")
                                         .arg(answer, toQString(checked.generatorDefect->diagnostic.message))
                                   : answer;
}

/// "not sound: step 3, MergeSharedMemoryAllocations"
QString shortAnswer(const StepsChecked& checked)
{
    const QString answer = toQString(toString(checked.report.answer));
    const std::optional<size_t> bad = checked.report.firstBad;
    return bad ? QStringLiteral("%1: %2").arg(answer, toQString(stepTitle(*checked.recording, *bad)))
               : answer;
}

} // namespace

StepsChecked checkSteps(const CheckOrder& order, JobControl& control)
{
    StepsChecked checked = checkedRun(order.recording, order.request, CheckSteps::tr("step %1"), control);
    if (!order.pinned || control.isCancelled())
        return checked;
    checked.pinned = std::make_shared<const StepsChecked>(checkedRun(
        order.pinned->recording, order.request, CheckSteps::tr("step %1 of the pinned run (A)"), control));
    checked.steps = order.steps;
    return checked;
}

QString fullText(const StepsChecked& checked)
{
    return checked.pinned
               ? CheckSteps::tr("A: %1; B: %2").arg(answerText(*checked.pinned), answerText(checked))
               : answerText(checked);
}

QString bannerText(const StepsChecked& checked)
{
    return checked.pinned
               ? CheckSteps::tr("A: %1; B: %2").arg(shortAnswer(*checked.pinned), shortAnswer(checked))
               : answerText(checked);
}

} // namespace tir::ui
