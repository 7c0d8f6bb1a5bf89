/// Runs whose modules are given as texts, so that a step may compute anything.

#pragma once

#include "passes/workbench/check/execute_steps.h"
#include "passes/workbench/trace/run_builder.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tir::testing {

/// A run that was read: the texts of the modules, the input first. Passes are named Pass1, Pass2…, or as in
/// `passes`. `branches`: of steps that are in one; both branches start from the last step that is in none.
inline std::shared_ptr<const Recording> runOf(const std::vector<std::string>& texts,
                                              const std::map<size_t, std::string>& passes = {},
                                              const std::map<size_t, Branch>& branches = {})
{
    RunBuilder builder;
    const auto source = [](const std::string& text) { return SourceText("module.py", text); };
    const auto branchOf = [&](size_t number) {
        const auto found = branches.find(number);
        return found == branches.end() ? Branch::Common : found->second;
    };
    size_t lastCommon = 0;
    std::map<std::string, size_t> indices;
    for (size_t number = 0; number < texts.size(); ++number) {
        const auto [entry, isNew] = indices.try_emplace(texts[number], indices.size());
        if (isNew)
            builder.addText(source(texts[number]));
        if (number == 0) {
            builder.setInput(entry->second, {});
            continue;
        }
        const auto pass = passes.find(number);
        Step step;
        step.pass = invocationOf(pass == passes.end() ? "Pass" + std::to_string(number) : pass->second,
                                 branchOf(number));
        const bool startsBranch =
            branchOf(number) != branchOf(number - 1) && branchOf(number) != Branch::Common;
        step.previous = startsBranch ? lastCommon : number - 1;
        if (branchOf(number) == Branch::Common)
            lastCommon = number;
        step.verdict = Verdict::Imported;
        builder.add(std::move(step), entry->second);
    }
    return builder.finish(source(texts.front())).recording;
}

/// With memory checks.
inline ExecuteOptions watched()
{
    ExecuteOptions options;
    options.request.isChecked = true;
    return options;
}

} // namespace tir::testing
