#include "app/cli/selected_step.h"

#include "app/cli/output.h"
#include "core/analysis/verify/verifier.h"
#include "core/support/list_text.h"
#include "passes/workbench/check/check.h"
#include "passes/workbench/check/step_faults.h"
#include "passes/workbench/execution/whole_module.h"
#include "passes/workbench/trace/introduced_diagnostics.h"

#include <charconv>
#include <cstdio>
#include <numeric>

namespace tir::cli {
namespace {

std::optional<size_t> refuseStep(const std::string& complaint, size_t count)
{
    report({error("usage", complaint + ": " +
                               (count == 1 ? "without --pipeline, the only step is 0, the input"
                                           : "the run has " + std::to_string(count - 1) + " steps"))});
    return std::nullopt;
}

/// The step with that number, of `count` modules.
std::optional<size_t> chooseStep(int number, size_t count)
{
    if (number >= 0 && size_t(number) < count)
        return size_t(number);
    return refuseStep("there is no step " + std::to_string(number), count);
}

/// The step that `--step` names.
std::optional<size_t> chooseStep(const std::string& wanted, const Recording& recording)
{
    const size_t count = recording.moduleCount();
    if (wanted.empty())
        return count - 1;
    if (wanted.find_first_not_of("0123456789") == std::string::npos) {
        size_t number = 0;
        const bool isRead =
            std::from_chars(wanted.data(), wanted.data() + wanted.size(), number).ec == std::errc();
        return isRead && number < count ? std::optional(number)
                                        : refuseStep("there is no step " + wanted, count);
    }
    std::vector<size_t> found;
    for (size_t number = 1; number < count; ++number)
        if (recording.steps[number - 1].pass.name == wanted || recording.pass(number) == wanted)
            found.push_back(number);
    if (found.size() == 1)
        return found.front();
    if (found.empty())
        return refuseStep("--step: '" + wanted + "' is neither a step number nor the name of a pass that ran",
                          count);
    report(
        {error("usage", "--step: '" + wanted + "' ran as steps " + listText(found) + ": give the number")});
    return std::nullopt;
}

/// Further ones rarely help.
constexpr size_t ReportedDefects = 10;

/// A step without a result is replaced by the step before it.
void warnOfStepWithoutResult(const Recording& recording, size_t number)
{
    if (!recording.hasResult(number))
        std::fprintf(stderr, "note: %s %s; this is the module before it\n", recording.pass(number).c_str(),
                     recording.verdict(number) == Verdict::Failed ? "failed" : "is not implemented");
}

/// Whether the module of a step can be used; reported when its text does not read.
bool isReadable(const RecordedRun& run, size_t number)
{
    if (run.texts.empty() || run.texts[number]->isOpen())
        return true;
    report(run.texts[number]->diagnostics, run.text(number).source);
    return false;
}

} // namespace

const OwnedModule& SelectedStep::input() const
{
    const bool isUnread = !run.texts.empty() && !run.texts[0]->isOpen();
    return isUnread ? module : recording().input;
}

std::optional<OwnedModule> SelectedStep::otherStep(int other) const
{
    const std::optional<size_t> chosen = chooseStep(other, recording().moduleCount());
    return chosen && isReadable(run, *chosen) ? std::optional(wholeModule(recording(), *chosen))
                                              : std::nullopt;
}

std::optional<SelectedStep> selectStep(const FileOptions& file, const PipelineOptions& pipeline,
                                       const std::string& wanted)
{
    std::optional<RecordedRun> run = openRun(file, pipeline, DefaultPipeline::Nothing);
    const std::optional<size_t> number = run ? chooseStep(wanted, *run->recording) : std::nullopt;
    if (!number || !isReadable(*run, *number))
        return std::nullopt;
    const Recording& recording = *run->recording;
    SelectedStep selected{.run = *run,
                          .number = *number,
                          .module = {recording.arena, &recording.module(*number)},
                          .text = run->text(*number),
                          .verdict = recording.diagnostics(*number),
                          .otherSideStep = stepOfOtherSide(recording, *number)};
    selected.broken = findBrokenStep(*run, *number);
    warnOfStepWithoutResult(recording, *number);
    if (wanted.empty() && recording.verdict(*number) == Verdict::Failed)
        selected.failedPass = selected.pass();
    // After the split, the last step has one side only; without a number both are meant.
    if (wanted.empty() && recording.result && recording.result != selected.module.module) {
        selected.module.module = recording.result;
        selected.text = printedText(*recording.result, run->program.source.name() + "@result");
        selected.verdict = verify(*recording.result);
    } else if (selected.otherSideStep != *number && isReadable(*run, selected.otherSideStep)) {
        selected.otherSide = {recording.arena, &recording.module(selected.otherSideStep)};
    }
    return selected;
}

std::set<std::string> reportTvmDefects(const SelectedStep& selected)
{
    std::set<std::string> codes;
    const Recording& recording = selected.recording();
    const std::vector<StepDiagnostics> steps = introducedDiagnostics(recording);
    std::vector<size_t> way = wayTo(selected.number, recording);
    if (selected.module.module == recording.result) { // both sides
        way.resize(recording.moduleCount());
        std::iota(way.begin(), way.end(), size_t(0));
    }
    size_t count = 0;
    for (const size_t number : way) {
        Diagnostics defects;
        for (const Diagnostic* diagnostic : steps[number].introduced) {
            if (!isTvmDefect(*diagnostic))
                continue;
            codes.insert(diagnostic->code);
            if (++count <= ReportedDefects)
                defects.push_back(*diagnostic);
        }
        if (defects.empty())
            continue;
        const StepText text = selected.run.text(number);
        report(text.placed(defects), text.source);
    }
    if (count > ReportedDefects)
        std::fprintf(stderr, "note: %zu more such warnings; 'tirc opt --all' shows all of them\n",
                     count - ReportedDefects);
    return codes;
}

void addStepOption(Command& command, std::string& step)
{
    command
        .option("--step", step,
                "Module after step N, a number or the name of a pass; 0 is the input; default: the last one")
        .typeName("N");
}

} // namespace tir::cli
