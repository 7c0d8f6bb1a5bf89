#include "app/cli/run_findings.h"

#include "app/cli/findings.h"
#include "core/ir/contains.h"

#include <nlohmann/json.hpp>

namespace tir::cli {

using Json = nlohmann::ordered_json;

StepRuns historyOf(const RunReport& ran, const RunRequest& request, const SelectedStep& stage,
                   const std::atomic<bool>* cancelled)
{
    if (!hasError(ran.findings) || stage.number == 0)
        return {};
    StepModules modules = modulesOf(stage.recording());
    modules.resize(stage.number + 1);
    ExecuteOptions execution = executeOptions(stage.recording(), request);
    execution.cancelled = cancelled;
    return executeSteps(modules, execution);
}

void dropUnreachedAdditions(RunReport& ran, const SelectedStep& stage)
{
    if (stage.number == 0)
        return;
    const PlaceTable input(*stage.input().module);
    const PlaceTable& places = stage.text.places;
    const auto isOfInput = [&](const Node& node) {
        const Node* origin = node.isExpr() ? nullptr : &node;
        while (origin && input.firstPlaceOf(origin) == NoPlace)
            origin = origin->origin;
        return origin != nullptr;
    };
    std::erase_if(ran.findings, [&](const Finding& finding) {
        return finding.kind == FindingKind::NotReached && finding.access.place < places.size() &&
               !contains(*places[finding.access.place].node, isOfInput, Role::Scope);
    });
}

Json findingsJson(const RunReport& ran, const SelectedStep& stage, const StepRuns& history)
{
    Json list = toJson(ran.findings, stage.text);
    for (size_t index = 0; index < ran.findings.size(); ++index) {
        const auto first = stage.number == 0 ? 0 : history.firstWith(ran.findings[index]);
        list[index]["firstStep"] = first ? Json(*first) : Json(nullptr);
        list[index]["firstPass"] = first ? Json(stage.recording().pass(*first)) : Json(nullptr);
    }
    return list;
}

Diagnostics findingsOf(const RunReport& ran, const SelectedStep& stage, const StepRuns& history)
{
    Diagnostics diagnostics = toDiagnostics(ran.findings);
    for (size_t index = 0; index < ran.findings.size(); ++index)
        if (const auto first = history.firstWith(ran.findings[index]))
            diagnostics[index].notes.push_back({*first == 0 ? "the input has it already"
                                                            : "step " + std::to_string(*first) + ", " +
                                                                  stage.recording().pass(*first) +
                                                                  ", is the first to show it",
                                                NoPlace,
                                                {}});
    return stage.text.placed(std::move(diagnostics));
}

} // namespace tir::cli
