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
/// `passes`.
inline std::shared_ptr<const Recording> runOf(const std::vector<std::string>& texts,
                                              const std::map<size_t, std::string>& passes = {})
{
    RunBuilder builder;
    const auto source = [](const std::string& text) { return SourceText("module.py", text); };
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
                                 Branch::Common);
        step.previous = number - 1;
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
