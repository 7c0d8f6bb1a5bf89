/// The verdict: all rules (core/analysis/verify_rules.h), their findings in place order.

#include "core/analysis/verifier.h"

#include "core/analysis/verify_rules.h"

#include <algorithm>
#include <tuple>

namespace tir {

Diagnostics verify(const Module& module, const VerifyContext& context)
{
    Diagnostics found;
    checkScopes(module, found);
    const ModuleFacts facts = collectFacts(module);
    checkCalls(facts, context, found);
    checkSharedMemory(facts, context, found);
    std::stable_sort(found.begin(), found.end(), [](const Diagnostic& a, const Diagnostic& b) {
        return std::tie(a.place, a.code, a.message) < std::tie(b.place, b.code, b.message);
    });
    return found;
}

} // namespace tir
