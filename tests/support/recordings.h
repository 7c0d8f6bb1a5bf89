/// Hand-made recordings.

#pragma once

#include "passes/workbench/trace/recorded_run.h"

namespace tir::testing {

/// A step that has errors with these messages. Header-only: most tests do not link the passes.
inline Step handMadeStep(const std::string& pass, Verdict verdict,
                         const std::vector<std::string>& errors = {})
{
    Step step;
    step.pass.name = pass;
    step.verdict = verdict;
    for (const std::string& message : errors)
        step.diagnostics.push_back(error("x", message));
    return step;
}

/// Each step starts from the one before it. The module of a changed, ill-formed or unread step is another one;
/// no module has functions.
inline std::shared_ptr<Recording> handMadeRecording(std::vector<Step> steps,
                                                    const std::vector<std::string>& inputErrors = {})
{
    auto recording = std::make_shared<Recording>();
    recording->arena = std::make_shared<Arena>();
    const auto newModule = [&] {
        return recording->arena->make<Module>("Module", std::span<const ModuleEntry>(), Dict(), Dict());
    };
    const Module* last = newModule();
    recording->input = {recording->arena, last};
    for (const std::string& message : inputErrors)
        recording->inputDiagnostics.push_back(error("x", message));
    for (Step& step : steps) {
        step.previous = recording->steps.size();
        step.before = last;
        const bool isSame = step.verdict == Verdict::Unchanged || step.verdict == Verdict::Failed ||
                            step.verdict == Verdict::NotImplemented;
        last = isSame ? last : newModule();
        step.after = last;
        recording->steps.push_back(std::move(step));
    }
    return recording;
}

} // namespace tir::testing
