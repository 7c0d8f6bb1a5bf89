/// Reads BodyFacts off one function while something walks it (core/ir/place_walk.h). A launch is open while
/// the walk is inside the body of its outermost axis, so that its extents still belong to the function around
/// it.

#pragma once

#include "core/analysis/module_facts.h"

namespace tir {

class FactsCollector {
public:
    /// Forgets everything: another function is walked next. Its places must count from 0.
    void begin();
    /// What the walk has found; lists lie in `arena`.
    BodyFacts take(Arena& arena);

    void enter(const Node& node, Role role, Place place, const Node* parent)
    {
        if (node.isExpr()) {
            enterExpr(static_cast<const Expr&>(node), place);
            return;
        }
        if (role == Role::Scope && bindsThreads(*parent))
            enterLaunch(*parent);
        if (node.isStmt())
            m_lastStatement = place;
        if (const auto* buffer = as<Buffer>(&node))
            checkType(buffer->dtype, Form::BFloat16Buffer, Form::Float8Buffer);
        else if (const auto* store = as<BufferStore>(&node); store && store->indices.size() != 1)
            checkIndices(*store->buffer);
        else if (const auto* allocation = as<AllocBuffer>(&node))
            enterAllocation(*allocation, place);
        else if (const auto* attr = as<AttrStmt>(&node))
            enterRegion(*attr, place);
        else if (as<For>(&node) && bindsThreads(node))
            add(Form::LoopLaunch);
    }

    void leave(const Node& node, Role role, Place, const Node* parent)
    {
        if (&node == m_region)
            m_region = nullptr;
        if (role == Role::Scope && bindsThreads(*parent) && --m_depth == 0)
            m_launch = -1;
    }

private:
    void enterExpr(const Expr& expr, Place place)
    {
        if (expr.kind == NodeKind::Call)
            enterCall(static_cast<const Call&>(expr), place);
        else if (const auto* binary = as<Binary>(&expr))
            checkType(binary->a->dtype, Form::BFloat16Values, Form::Float8Values);
        else if (const auto* load = as<BufferLoad>(&expr); load && load->indices.size() != 1)
            checkIndices(*load->buffer);
    }

    void checkType(DType type, Form bfloat16, Form float8)
    {
        if (type.isBFloat16() || type.isFloat8())
            add(type.isBFloat16() ? bfloat16 : float8);
    }

    void add(Form form) { m_facts.forms |= uint8_t(1 << int(form)); }
    void checkIndices(const Buffer& buffer);
    void enterRegion(const AttrStmt& attr, Place place);
    void enterLaunch(const Node& statement);
    void enterAllocation(const AllocBuffer& allocation, Place place);
    void enterCall(const Call& call, Place place);

    BodyFacts m_facts;
    std::vector<LaunchFacts> m_launches;
    std::vector<LaunchAxis> m_axes;  ///< of all launches
    std::vector<size_t> m_firstAxis; ///< of each launch
    std::vector<AllocationFacts> m_allocations;
    std::vector<CallFacts> m_calls;
    Place m_lastStatement = NoPlace; ///< the extents of an axis hold none: at its body, it is the axis
    const AttrStmt* m_region = nullptr;
    int m_launch = -1;
    int m_depth = 0; ///< enclosing thread axes
};

} // namespace tir
