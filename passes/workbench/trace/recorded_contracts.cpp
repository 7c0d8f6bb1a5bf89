#include "passes/workbench/trace/recorded_contracts.h"

#include "passes/pipelines.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tir {
namespace {

using MissingOfTexts = std::vector<std::optional<MissingProperties>>;

/// As a record of TVM names it, which has no arguments.
PassInvocation invocationOf(const TraceStep& step)
{
    PassInvocation pass;
    const Result<std::vector<PassInvocation>> parsed = parseInvocations(step.pass);
    if (parsed && parsed->size() == 1)
        pass = parsed->front();
    else
        pass.name = step.pass;
    pass.branch = step.branch;
    return pass;
}

std::optional<ModuleProperty> propertyNamed(std::string_view name)
{
    for (size_t i = 0; i < ModulePropertyCount; ++i)
        if (toString(ModuleProperty(i)) == name)
            return ModuleProperty(i);
    return std::nullopt;
}

class Judge {
public:
    Judge(Trace& trace, const MissingOfTexts& missing) : m_trace(trace), m_missing(missing)
    {
        for (size_t number = 1; number < trace.steps.size(); ++number)
            m_passes.push_back(invocationOf(trace.steps[number]));
    }

    void run()
    {
        for (TraceStep& step : m_trace.steps)
            step.breaches.clear();
        addBreachesOfOrder();
        for (size_t number = 1; number < m_trace.steps.size(); ++number)
            addUnmetRequirements(number);
    }

private:
    void addBreachesOfOrder()
    {
        const Pipeline* pipeline = findPipeline(m_trace.pipeline);
        for (const ContractBreach& breach : checkContracts(m_passes, missingInInput())) {
            // A pass that is not known here may have established what the input lacks.
            if (breach.isOfInput && !isMissing(propertyNamed(breach.property), breach.step))
                continue;
            const bool isExempt = pipeline && !breach.isOfInput;
            add(breach, isExempt ? pipeline->history : breach.exemption);
        }
    }

    MissingProperties missingInInput() const
    {
        MissingProperties missing = missingIn(0).value_or(MissingProperties());
        // In place of an input that was not recorded there is the module after the first pass, which does not show
        // what that pass found.
        if (m_trace.steps[1].text == m_trace.steps[0].text)
            if (const Contract* contract = findContract(m_passes.front().name))
                for (const ContractClause& clause : contract->invalidated)
                    missing.erase(clause.property);
        return missing;
    }

    /// What the module that the pass got lacks, though the contracts of the passes before it promise it.
    void addUnmetRequirements(size_t number)
    {
        TraceStep& step = m_trace.steps[number];
        const PassInvocation& pass = m_passes[number - 1];
        const Contract* contract = findContract(pass.name);
        if (!contract || !missingIn(step.previous))
            return;
        for (const ContractClause& clause : contract->required) {
            const auto isKnown = [&](const TraceBreach& breach) {
                return breach.property == toString(clause.property);
            };
            if (!applies(clause, pass) || std::ranges::any_of(step.breaches, isKnown) ||
                detectionOf(clause.property) == Detection::InputOnly)
                continue;
            const auto violation = missingIn(step.previous)->find(clause.property);
            if (violation == missingIn(step.previous)->end())
                continue;
            const size_t breaker = breakerOf(clause.property, step.previous);
            if (breaker == 0)
                continue; // the input lacks it, which the first pass that requires it reports
            add({.step = number,
                 .property = toString(clause.property),
                 .isConvention = clause.isConvention,
                 .message = step.pass + " requires \"" + std::string(toString(clause.property)) +
                            "\", which does not hold since step " + std::to_string(breaker) + ", " +
                            m_trace.steps[breaker].pass + ": " + violation->second,
                 .notes = {std::string(clause.reason)}},
                {});
        }
    }

    /// The step that broke the property, which does not hold for module `number`; 0 is the input.
    size_t breakerOf(ModuleProperty property, size_t number) const
    {
        while (number > 0 && isMissing(property, number))
            number = m_trace.steps[number].previous;
        return number;
    }

    /// Whether the module that the pass got lacks the property; true if that cannot be seen.
    bool isMissing(std::optional<ModuleProperty> property, size_t step) const
    {
        const Detection detection = property ? detectionOf(*property) : Detection::Never;
        if (detection == Detection::Never || detection == Detection::InputOnly)
            return true;
        const std::optional<MissingProperties>& missing = missingIn(m_trace.steps[step].previous);
        return !missing || missing->contains(*property);
    }

    void add(const ContractBreach& breach, const std::string& exemption)
    {
        m_trace.steps[breach.step].breaches.push_back(
            {std::string(breach.property), breach.message, breach.notes, breach.isConvention, exemption});
    }

    const std::optional<MissingProperties>& missingIn(size_t number) const
    {
        return m_missing[m_trace.steps[number].text];
    }

    Trace& m_trace;
    const MissingOfTexts& m_missing;
    std::vector<PassInvocation> m_passes; ///< of the steps from 1 on
};

} // namespace

void addBreaches(Trace& trace, const MissingOfTexts& missing)
{
    if (trace.steps.size() > 1)
        Judge(trace, missing).run();
}

void addBreaches(Trace& trace)
{
    MissingOfTexts missing(trace.texts.size());
    std::vector<bool> isRead(trace.texts.size());
    for (size_t number = 0; number < trace.steps.size(); ++number) {
        const size_t text = trace.steps[number].text;
        if (isRead[text])
            continue;
        isRead[text] = true;
        if (const OpenedProgram program = trace.open(number); program.isOpen())
            missing[text] = missingProperties(program.module());
    }
    addBreaches(trace, missing);
}

nlohmann::ordered_json breachesJson(const TraceStep& step)
{
    auto breaches = nlohmann::ordered_json::array();
    for (const TraceBreach& breach : step.breaches)
        breaches.push_back({{"property", breach.property},
                            {"message", breach.message},
                            {"notes", breach.notes},
                            {"isConvention", breach.isConvention},
                            {"exemption", breach.exemption}});
    return breaches;
}

} // namespace tir
