/// verify_vtcm_limit: refuses functions that allocate more VTCM than there is.
///
///     alloc((100000,), "int8", scope="global.vtcm"), with a limit of 65536 bytes    refused
///
/// Changes nothing.
/// Place: after storage_rewrite, when allocations have their final sizes; before lower_vtcm_alloc.
/// Leaves alone: everything without a limit: `vtcm-capacity` of a Hexagon target, else `tirx.vtcm_capacity`.

#include "core/ir/visitor.h"
#include "core/support/text_format.h"
#include "passes/framework/pass.h"

#include <algorithm>

namespace tir::passes {
namespace {

/// The largest sum of constant sizes that are allocated at the same time. An allocation lives to the end of
/// the body that it is in.
class PeakFinder : public Visitor {
public:
    explicit PeakFinder(const Stmt& body) { visitChild(body, Role::Scope); }

    int64_t peakBytes() const { return m_peak; }
    const Stmt* peakStmt() const { return m_peakStmt; }

private:
    using Visitor::visit;

    void visitChild(const Node& child, Role role) override
    {
        if (child.isExpr())
            return;
        const int64_t outer = m_bytes;
        visit(&child, role);
        if (role == Role::Scope)
            m_bytes = outer;
    }

    void visit(const AllocBuffer& alloc) override
    {
        const StorageScope scope = alloc.buffer->scope();
        const int64_t count = constantElementCount(*alloc.buffer);
        if (scope.rank != StorageRank::Global || scope.tag != ".vtcm" || count < 0)
            return;
        m_bytes += count * alloc.buffer->dtype.bytes() * alloc.buffer->dtype.lanes;
        if (m_bytes > m_peak) {
            m_peak = m_bytes;
            m_peakStmt = &alloc;
        }
    }

    int64_t m_bytes = 0;
    int64_t m_peak = 0;
    const Stmt* m_peakStmt = nullptr;
};

/// 0: no limit.
int64_t limitOf(const Target* target, PassContext& context)
{
    int64_t limit = 0;
    const AttrValue* capacity = target ? find(target->attrs, "vtcm-capacity") : nullptr;
    if (target && target->kindName == "hexagon" && capacity && capacity->toInt(limit) && limit > 0)
        return limit;
    return context.configNumber("tirx.vtcm_capacity", 0);
}

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const Target* target = targetOf(function);
    const int64_t limit = limitOf(target ? target : context.target(), context);
    if (limit <= 0) {
        context.note("nothing to check: VTCM has no limit", &function);
        return &function;
    }
    const PeakFinder finder(*function.body);
    const std::string used =
        std::to_string(finder.peakBytes()) + " bytes of VTCM are allocated at the same time";
    if (finder.peakBytes() > limit)
        return PassError{.kind = "RuntimeError",
                         .message = used + ", but the limit is " + std::to_string(limit),
                         .node = finder.peakStmt()};
    context.note(used + ", within the limit of " + std::to_string(limit), &function);
    return &function;
}

} // namespace

PassInfo verifyVtcmLimit()
{
    return {.name = "VerifyVTCMLimit",
            .summary = "Refuse functions that allocate more VTCM than there is",
            .required = {{ModuleProperty::FlatBuffers, "sizes are those of the final allocations"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
