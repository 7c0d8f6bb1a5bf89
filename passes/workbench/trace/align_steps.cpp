#include "passes/workbench/trace/align_steps.h"

#include "core/diff/sequence_diff.h"
#include "core/ir/structural_equal.h"
#include "core/script/printing/printer.h"

#include <algorithm>
#include <map>

namespace tir {
namespace {

/// Passes as numbers, the same for both runs.
class PassNumbers {
public:
    std::vector<uint32_t> of(const Recording& recording)
    {
        std::vector<uint32_t> numbers;
        for (const Step& step : recording.steps)
            numbers.push_back(
                m_numbers.emplace(Key(step.pass.name, step.pass.branch), uint32_t(m_numbers.size()))
                    .first->second);
        return numbers;
    }

private:
    using Key = std::pair<std::string, Branch>;
    std::map<Key, uint32_t> m_numbers;
};

/// Whether another compiler recorded the run.
bool isForeign(const Recording& recording)
{
    return std::ranges::any_of(recording.steps,
                               [](const Step& step) { return step.verdict == Verdict::Imported; });
}

/// Whether modules are equal, which many steps do not change.
class ModuleComparison {
public:
    /// `ignoresMessages`: of assertions. TVM's and ours have different words.
    explicit ModuleComparison(bool ignoresMessages)
        : m_options{.mapFreeVars = true, .ignoreAssertMessages = ignoresMessages}
    {}

    bool areEqual(const Module& a, const Module& b)
    {
        if (&a != m_a || &b != m_b) {
            m_a = &a;
            m_b = &b;
            // Modules that were read from texts share no variables. An ill-formed one loses links between them in
            // its text, so that only the texts can be compared.
            m_isEqual = !findDifference(a, b, m_options) || printScript(a) == printScript(b);
        }
        return m_isEqual;
    }

private:
    EqualOptions m_options;
    const Module* m_a = nullptr;
    const Module* m_b = nullptr;
    bool m_isEqual = false;
};

} // namespace

std::vector<AlignedStep> alignSteps(const Recording& a, const Recording& b)
{
    PassNumbers numbers;
    const std::vector<uint32_t> left = numbers.of(a);
    const std::vector<uint32_t> right = numbers.of(b);
    const SequenceDiff diff = diffSequences(left, right);

    ModuleComparison comparison(isForeign(a) != isForeign(b));
    std::vector<AlignedStep> steps;
    const auto pair = [&](size_t i, size_t j) {
        steps.push_back({i, j, comparison.areEqual(a.module(i), b.module(j))});
    };
    pair(0, 0);
    size_t i = 0;
    size_t j = 0;
    while (i < left.size() || j < right.size()) {
        if (i < left.size() && diff.isOnlyLeft[i])
            steps.push_back({.a = ++i, .b = std::nullopt});
        else if (j < right.size() && diff.isOnlyRight[j])
            steps.push_back({.a = std::nullopt, .b = ++j});
        else
            pair(++i, ++j);
    }
    return steps;
}

std::optional<size_t> counterpartOf(const std::vector<AlignedStep>& steps,
                                    std::optional<size_t> AlignedStep::*run, size_t number)
{
    const auto other = run == &AlignedStep::a ? &AlignedStep::b : &AlignedStep::a;
    const auto found = std::ranges::find(steps, std::optional(number), run);
    return found == steps.end() ? std::nullopt : (*found).*other;
}

const AlignedStep* firstDifference(const std::vector<AlignedStep>& steps)
{
    const auto found = std::ranges::find(steps, false, &AlignedStep::isEqual);
    return found == steps.end() ? nullptr : &*found;
}

} // namespace tir
