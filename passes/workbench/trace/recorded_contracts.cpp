#include "passes/workbench/trace/recorded_contracts.h"

#include "core/support/parallel.h"
#include "passes/framework/unmet_requirement.h"
#include "passes/pipelines.h"
#include "passes/workbench/trace/recorded_run.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tir {
namespace {

std::optional<ModuleProperty> propertyNamed(std::string_view name)
{
    for (size_t i = 0; i < ModulePropertyCount; ++i)
        if (toString(ModuleProperty(i)) == name)
            return ModuleProperty(i);
    return std::nullopt;
}

class Judge {
public:
    Judge(Recording& recording, size_t helpers) : m_recording(recording)
    {
        m_missing.resize(recording.moduleCount());
        inParallel(recording.moduleCount(), helpers, [&](size_t number) {
            if (!recording.repeatsModule(number))
                m_missing[number] = missingOf(number);
        });
        for (size_t number = 1; number < recording.moduleCount(); ++number)
            if (recording.repeatsModule(number))
                m_missing[number] = m_missing[number - 1];
    }

    void run()
    {
        for (Step& step : m_recording.steps)
            step.breaches.clear();
        addBreachesOfOrder();
        for (size_t number = 1; number < m_recording.moduleCount(); ++number)
            addUnmetRequirements(number);
    }

private:
    using Missing = std::shared_ptr<const MissingProperties>; ///< null for a module that was not read

    Missing missingOf(size_t number) const
    {
        if (whyUnread(m_recording.diagnostics(number)))
            return nullptr;
        return std::make_shared<const MissingProperties>(missingProperties(m_recording.module(number)));
    }

    void addBreachesOfOrder()
    {
        std::vector<PassInvocation> passes;
        for (const Step& step : m_recording.steps)
            passes.push_back(step.pass);
        const Pipeline* pipeline = findPipeline(m_recording.pipeline);
        for (ContractBreach& breach : checkContracts(passes, missingInInput())) {
            // A pass that is not known here may have established the property that the input lacks.
            if (breach.isOfInput && !isMissing(propertyNamed(breach.property), breach.step))
                continue;
            if (pipeline && !breach.isOfInput)
                breach.exemption = pipeline->history;
            m_recording.steps[breach.step - 1].breaches.push_back(std::move(breach));
        }
    }

    MissingProperties missingInInput() const
    {
        MissingProperties missing = m_missing[0] ? *m_missing[0] : MissingProperties();
        // If the input was not recorded, the module after the first pass replaces it, which does not show the input of
        // that pass.
        if (m_recording.repeatsModule(1))
            if (const Contract* contract = findContract(m_recording.steps.front().pass.name))
                for (const ContractClause& clause : contract->invalidated)
                    missing.erase(clause.property);
        return missing;
    }

    /// Requirements that the input module of the pass does not meet, although the contracts of earlier passes promise
    /// them.
    void addUnmetRequirements(size_t number)
    {
        Step& step = m_recording.steps[number - 1];
        const Contract* contract = findContract(step.pass.name);
        const Missing missing = m_missing[step.previous];
        if (!contract || !missing)
            return;
        for (const ContractClause& clause : contract->required) {
            if (!canBeUnmet(clause, step))
                continue;
            const auto violation = missing->find(clause.property);
            if (violation == missing->end())
                continue;
            const size_t breaker = breakerOf(clause.property, step.previous);
            if (breaker == 0)
                continue; // the input lacks it, which the first pass that requires it reports
            step.breaches.push_back(
                unmetRequirement(clause, step, number, m_recording, breaker, violation->second));
        }
    }

    /// The step that broke the property, which does not hold for module `number`; 0 is the input.
    size_t breakerOf(ModuleProperty property, size_t number) const
    {
        while (number > 0 && isMissing(property, number))
            number = m_recording.previous(number);
        return number;
    }

    /// Whether the module that the pass got lacks the property; true if that cannot be seen.
    bool isMissing(std::optional<ModuleProperty> property, size_t step) const
    {
        const Detection detection = property ? detectionOf(*property) : Detection::Never;
        if (detection == Detection::Never || detection == Detection::InputOnly)
            return true;
        const Missing& missing = m_missing[m_recording.previous(step)];
        return !missing || missing->contains(*property);
    }

    Recording& m_recording;
    std::vector<Missing> m_missing; ///< by module number
};

} // namespace

void addBreaches(Recording& recording, size_t helpers)
{
    if (!recording.steps.empty())
        Judge(recording, helpers).run();
}

nlohmann::ordered_json toJson(const std::vector<ContractBreach>& breaches)
{
    auto json = nlohmann::ordered_json::array();
    for (const ContractBreach& breach : breaches)
        json.push_back({{"property", breach.property},
                        {"message", breach.message},
                        {"notes", breach.notes},
                        {"isConvention", breach.isConvention},
                        {"exemption", breach.exemption}});
    return json;
}

} // namespace tir
