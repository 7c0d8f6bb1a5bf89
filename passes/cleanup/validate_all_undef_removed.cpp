/// validate_all_undef_removed: refuses a function that still uses an undefined value.
///
///     if T.undef() > 0: A[0] = 1    refused
///
/// Changes nothing.
/// Place: the last part of remove_store_undef.

#include "core/ir/contains.h"
#include "passes/framework/pass.h"

namespace tir::passes {
namespace {

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const Node* found = nullptr;
    contains(
        *function.body,
        [&](const Node& node) {
            const auto* call = as<Call>(&node);
            if (!call || !call->isOp(OpId::undef))
                return false;
            found = &node;
            return true;
        },
        Role::Scope);
    if (found)
        return PassError{.message = "an undefined value is still used", .node = found};
    context.note("no undefined value is used", &function);
    return &function;
}

} // namespace

PassInfo validateAllUndefRemoved()
{
    return {.name = "ValidateAllUndefRemoved",
            .summary = "Refuse functions that still use an undefined value",
            .run = functionPass(run)};
}

} // namespace tir::passes
