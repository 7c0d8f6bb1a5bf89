/// Legalization shared by the bf16 and fp8 passes: floating types that a target can store but not compute
/// with are computed in a wider type, and stored as integers.

#pragma once

#include "passes/framework/pass.h"

#include <optional>
#include <string>
#include <vector>

namespace tir {

struct LegalizeRefusal {
    std::string message;
    const Node* node;
};

struct LegalizedFunction {
    const PrimFunc* function = nullptr;
    std::optional<LegalizeRefusal> refusal;
    bool refusesVectorStore = false; ///< as TVM does, and need not
    std::vector<const Node*>
        mishandledSubnormals;           ///< values in which zero and smaller numbers come out wrong
    std::vector<const Buffer*> widened; ///< buffers before, whose allocation got the wider type
    std::vector<const Buffer*> kept;    ///< allocations that keep it, because their pointer is passed on
};

/// Computes with the family in the wider type: loaded values are widened, stored values are narrowed. Allocations of
/// the family get the wider type unless their pointer is used on its own. Leaves functions alone whose target has the
/// arithmetic; in the sound mode, it changes their code outside of launches if they have a host.
FunctionOutcome legalizeCompute(const PrimFunc& function, PassContext& context, LowPrecision family,
                                DType wide);

/// Stores the family as unsigned integers where the target does not know it. Fails for functions with buffer
/// parameters, and when arithmetic on the family is left.
FunctionOutcome legalizeStorage(const PrimFunc& function, PassContext& context, LowPrecision family);

} // namespace tir
