/// One run in the panel: its request, its report, and its comparison. No widgets, no timers, no files.

#pragma once

#include "core/runtime/sizes.h"
#include "passes/framework/recording.h"
#include "passes/workbench/check/request_file.h"
#include "ui/session/pinned_step.h"
#include "ui/session/step_findings.h"

#include <QDateTime>
#include <QString>

#include <memory>
#include <optional>

namespace tir::ui {

class JobControl;
class PrintedText;

struct RunResult {
    std::weak_ptr<const Recording> recording; ///< gone, or no longer the session's, once another pipeline ran
    size_t number = 0;                        ///< of the step
    Verdict verdict = Verdict::Imported;      ///< on the step; the input is Imported
    QString pass;                             ///< that created the module; empty for the input
    QDateTime started;
    RunReport report;
    Sizes sizes;               ///< of the variables of the input
    RunReference with;         ///< the reference of the comparison
    bool isWithPinned = false; ///< instead of that: with the step of the pinned run
    QString pinnedTitle;       ///< "A: after step 3, …", if it is
    CompareOptions options;
    std::optional<RunReport> reference;   ///< as far as there is one
    QString referenceProblem;             ///< why the requested reference is missing
    std::vector<TensorSummary> summaries; ///< by tensor of the report
    RunComparison comparison;             ///< empty unless both are done

    bool isCompared() const { return reference && reference->status == RunStatus::Done; }
    bool isEqual() const { return isCompared() && comparison.isEqual(); }
    const RunTensor* referenceTensor(const std::string& name) const;
    /// The size of its tensors.
    size_t bytes() const;
};
using RunResultPointer = std::shared_ptr<const RunResult>;

/// Fills in summaries and comparison; takes as long as there are elements.
void examine(RunResult& result);

/// The request to run a step of a recording.
struct RunOrder {
    std::shared_ptr<const Recording> recording;
    size_t number = 0;
    SavedRequest saved;
    std::string cudaEdit = {};             ///< CUDA C of the user instead of generated code; may be empty
    std::optional<PinnedStep> pinned = {}; ///< to compare with instead of the reference
};

/// The values that runs with these inputs have for symbolic sizes and integer parameters.
Sizes sizesOf(const Recording& recording, const RunRequest& request);

/// The run of the step itself. The reference runs generated code; edited code runs on a GPU only.
RunRequest stepRequest(const RunOrder& order);

/// Runs the step, and its reference, in worker processes. Blocks: call it in a job. The output of the step is added to
/// `printed` while it runs; `memoryHeard` as in runInWorker.
RunResultPointer execute(const RunOrder& order, JobControl& control, PrintedText& printed,
                         const MemoryHeard& memoryHeard);

/// "14:02:11", as the history has it.
QString timeText(const QDateTime& started);
/// "Step 3" or "Input".
QString stepText(const RunResult& result);
/// The reference of a result: "the input", "step 3", "out.npy", "the pinned run (A)".
QString referenceText(const RunResult& result);
/// "done: compiled in 12 ms, ran in 80 µs", or the error; with the verdict of the comparison.
QString statusText(const RunResult& result);
/// Whether it did not end, or its results are wrong.
bool isFailure(const RunResult& result);
/// "equal", "differs", or empty.
QString verdictText(const RunResult& result);
/// The mark in the step list.
RunMark markOf(const RunResult& result);
/// The report of a run without its tensors.
QString messagesOf(const RunReport& report);
/// The output of a program and its worker, with a heading.
QString printedMessage(const QString& text);

} // namespace tir::ui
