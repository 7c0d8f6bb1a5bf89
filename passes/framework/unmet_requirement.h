/// A requirement that the module of a pass does not meet, although no contract predicts it: an earlier step invalidated
/// it.

#pragma once

#include "passes/framework/recording.h"

namespace tir {

/// Whether the module can show that the requirement of the clause is not met, and the breaches of the step do not
/// contain it yet.
bool canBeUnmet(const ContractClause& clause, const Step& step);

/// The breach of `step`, which has `number`. `breaker`: the number of the step that broke the property, not 0;
/// `reason`: how the module lacks it. Of a recording of which at least the steps up to the breaker are there.
ContractBreach unmetRequirement(const ContractClause& clause, const Step& step, size_t number,
                                const Recording& recording, size_t breaker, const std::string& reason);

} // namespace tir
