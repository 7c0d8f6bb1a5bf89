#include "passes/framework/unmet_requirement.h"

#include <algorithm>

namespace tir {

bool canBeUnmet(const ContractClause& clause, const Step& step)
{
    const bool isKnown =
        std::ranges::count(step.breaches, toString(clause.property), &ContractBreach::property) > 0;
    return !isKnown && applies(clause, step.pass) && detectionOf(clause.property) != Detection::InputOnly;
}

ContractBreach unmetRequirement(const ContractClause& clause, const Step& step, size_t number,
                                const Recording& recording, size_t breaker, const std::string& reason)
{
    const std::string pass = toString(step.pass);
    return {.step = number,
            .pass = pass,
            .property = toString(clause.property),
            .isConvention = clause.isConvention,
            .message = pass + " requires \"" + std::string(toString(clause.property)) +
                       "\", which does not hold since step " + std::to_string(breaker) + ", " +
                       recording.pass(breaker) + ": " + reason,
            .notes = {std::string(clause.reason)}};
}

} // namespace tir
