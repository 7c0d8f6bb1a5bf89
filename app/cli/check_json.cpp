#include "app/cli/check_json.h"

#include "app/cli/findings.h"
#include "app/cli/output.h"
#include "passes/framework/contracts.h"
#include "passes/workbench/check/dropped_barrier.h"
#include "passes/workbench/check/step_faults.h"
#include "passes/workbench/trace/consequences.h"
#include "passes/workbench/trace/recorded_contracts.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tir::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string verdictOf(const Recording& recording, size_t number)
{
    const Verdict verdict = recording.verdict(number);
    return number == 0 && verdict == Verdict::Unchanged ? "input" : std::string(toString(verdict));
}

/// In the text of the step, which takes time to make.
Json findingsJson(const std::vector<Finding>& findings, const RecordedRun& run, size_t number)
{
    return findings.empty() ? Json::array() : toJson(findings, run.text(number));
}

Json runJson(const StepRun* run, const RecordedRun& recorded)
{
    if (!run)
        return nullptr;
    return {{"status", toString(run->status)},
            {"message", run->message},
            {"isEqual", run->status == RunStatus::Done && run->comparison.isEqual()},
            {"differences", run->difference()},
            {"findings", findingsJson(run->introduced, recorded, run->step)}};
}

/// In the text of the step, which takes time to make.
Json diagnosticsJson(const RecordedRun& run, size_t number)
{
    if (run.recording->diagnostics(number).empty())
        return Json::array();
    const StepText text = run.text(number);
    return toJson(run.diagnostics(number, text), text.source);
}

/// Null for a run that happened here, and for an unread step.
Json readFromJson(const RecordedRun& run, size_t number)
{
    if (run.texts.empty() || !run.texts[number]->isOpen())
        return nullptr;
    return run.texts[number]->isFromJson ? "save_json" : "text";
}

Json stepJson(const CheckReport& found, const RecordedRun& run, const StepRuns& runs, size_t number)
{
    const Recording& recording = *run.recording;
    const Diagnostics& diagnostics = recording.diagnostics(number);
    const UncheckedStep* unchecked = found.findUnchecked(number);
    return {{"step", number},
            {"pass", recording.pass(number)},
            {"depth", number == 0 ? 0 : recording.steps[number - 1].depth},
            {"verdict", verdictOf(recording, number)},
            {"readFrom", readFromJson(run, number)},
            {"errors", std::ranges::count(diagnostics, Severity::Error, &Diagnostic::severity)},
            {"diagnostics", diagnosticsJson(run, number)},
            {"breaches", number == 0 ? Json::array() : toJson(recording.steps[number - 1].breaches)},
            {"durationNs", number == 0 ? 0 : recording.steps[number - 1].durationNs},
            {"run", runJson(runs.find(number), run)},
            {"unchecked", unchecked ? Json({{"gap", toString(unchecked->gap)}, {"reason", unchecked->reason}})
                                    : Json(nullptr)}};
}

Json firstBadJson(const CheckReport& found, const Recording& recording, const StepRuns& runs)
{
    if (!found.firstBad)
        return nullptr;
    const size_t bad = *found.firstBad;
    Json consequences = Json::array();
    for (const Consequence& consequence : consequencesOf(recording, bad))
        consequences.push_back({{"step", consequence.step}, {"message", consequence.note.message}});
    return {{"step", bad},
            {"pass", recording.pass(bad)},
            {"verdict", verdictOf(recording, bad)},
            {"reason", reasonOf(recording, bad, runs)},
            {"isCorrectedInSoundMode", runs.correctedStep == bad},
            {"consequences", std::move(consequences)}};
}

} // namespace

std::vector<std::pair<size_t, const Diagnostic*>> tvmDefectsOf(const Recording& recording)
{
    std::vector<std::pair<size_t, const Diagnostic*>> defects;
    for (size_t number = 0; number < recording.moduleCount(); ++number)
        for (const Diagnostic& diagnostic : recording.diagnostics(number))
            if (isTvmDefect(diagnostic))
                defects.emplace_back(number, &diagnostic);
    return defects;
}

nlohmann::ordered_json checkJson(const CheckReport& found, const RecordedRun& run, const StepRuns& runs,
                                 const std::string& file, bool isOnlyVerified,
                                 const std::optional<Against>& against)
{
    const Recording& recording = *run.recording;
    Json json = {{"file", file},
                 {"pipeline", recording.pipeline},
                 {"answer", toString(found.answer)},
                 {"reason", explain(found, recording, runs)},
                 {"isSound", found.answer == Answer::Sound},
                 {"firstBad", firstBadJson(found, recording, runs)}};
    json["unchecked"] = Json::array();
    for (const UncheckedStep& step : found.unchecked)
        json["unchecked"].push_back({{"step", step.step},
                                     {"pass", recording.pass(step.step)},
                                     {"gap", toString(step.gap)},
                                     {"reason", step.reason},
                                     {"unreached", findingsJson(step.unreached, run, step.step)}});
    json["defects"] = Json::array();
    for (const auto& [number, defect] : tvmDefectsOf(recording))
        json["defects"].push_back({{"step", number}, {"code", defect->code}, {"message", defect->message}});
    if (const auto defect = droppedWarpBarrier(recording))
        json["defects"].push_back({{"step", defect->step},
                                   {"code", defect->diagnostic.code},
                                   {"message", defect->diagnostic.message}});
    json["rejections"] = Json::array();
    json["stoppedAt"] = nullptr;
    if (found.missing)
        json["stoppedAt"] = {{"step", *found.missing}, {"pass", recording.pass(*found.missing)}};
    json["execution"] = nullptr;
    if (!isOnlyVerified)
        json["execution"] = {
            {"entry", runs.entry}, {"notEntered", runs.notEntered}, {"notCompared", runs.notCompared}};
    json["steps"] = Json::array();
    for (size_t number = 0; number < recording.moduleCount(); ++number)
        json["steps"].push_back(stepJson(found, run, runs, number));
    if (against)
        json["against"] = toJson(*against, recording);
    return json;
}

} // namespace tir::cli
