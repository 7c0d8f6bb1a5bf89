/// Collects BodyFacts of one function during a walk (core/ir/place_walk.h). A launch is open while the walk is inside
/// the body of its outermost axis, so that its extents still belong to the enclosing function.

#pragma once

#include "core/analysis/module_facts.h"

namespace tir {

class FactsCollector {
public:
    /// Forgets everything: another function is walked next. Its places must count from 0.
    void begin();
    uint16_t features() const { return m_facts.features; }
    /// Returns the facts of the walk; lists are in `arena`.
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
            enterBuffer(*buffer);
        else if (const auto* store = as<BufferStore>(&node))
            enterAccess(*store->buffer, store->indices);
        else if (const auto* allocation = as<AllocBuffer>(&node))
            enterAllocation(*allocation, place);
        else if (const auto* block = as<SBlock>(&node))
            enterBlock(*block);
        else if (const auto* attr = as<AttrStmt>(&node))
            enterRegion(*attr, place);
        else if (as<For>(&node) && bindsThreads(node))
            add(BodyFeature::LoopLaunch);
    }

    void leave(const Node& node, Role role, Place, const Node* parent)
    {
        if (&node == m_region)
            m_region = nullptr;
        if (role == Role::Scope && bindsThreads(*parent) && --m_depth == 0)
            m_launch = -1;
    }

    /// The same for an expression.
    void enterExpr(const Expr& expr, Place place)
    {
        if (isNarrow(expr.dtype))
            add(expr.dtype, BodyFeature::BFloat16, BodyFeature::Float8);
        switch (expr.kind) {
        case NodeKind::Binary:
            if (const DType type = static_cast<const Binary&>(expr).a->dtype; isNarrow(type))
                add(type, BodyFeature::BFloat16Values, BodyFeature::Float8Values);
            break;
        case NodeKind::BufferLoad:
            enterAccess(*static_cast<const BufferLoad&>(expr).buffer,
                        static_cast<const BufferLoad&>(expr).indices);
            break;
        case NodeKind::Call:
            enterCall(static_cast<const Call&>(expr), place);
            break;
        case NodeKind::Var:
            if (expr.dtype.isHandle())
                checkPointer(static_cast<const Var&>(expr));
            break;
        default:
            break;
        }
    }

    /// The same for a buffer.
    void enterBuffer(const Buffer& buffer)
    {
        if (isNarrow(buffer.dtype)) {
            add(buffer.dtype, BodyFeature::BFloat16, BodyFeature::Float8);
            add(buffer.dtype, BodyFeature::BFloat16Buffer, BodyFeature::Float8Buffer);
        }
        checkPointer(*buffer.data);
    }

private:
    void enterAccess(const Buffer& buffer, ExprList indices)
    {
        if (m_depth == 0)
            add(BodyFeature::AccessOutsideLaunch);
        if (indices.size() != 1)
            checkIndices(buffer);
    }

    void checkPointer(const Var& pointer)
    {
        const auto* type = as<PointerType>(pointer.type);
        const auto* element = type ? as<PrimType>(type->element) : nullptr;
        if (element && isNarrow(element->dtype))
            add(element->dtype, BodyFeature::BFloat16, BodyFeature::Float8);
    }

    static bool isNarrow(DType type)
    {
        return type.code > TypeCode::Handle && (type.isBFloat16() || type.isFloat8());
    }
    void add(DType type, BodyFeature bfloat16, BodyFeature float8)
    {
        add(type.isBFloat16() ? bfloat16 : float8);
    }
    void add(BodyFeature feature) { m_facts.features |= uint16_t(1 << int(feature)); }
    void checkIndices(const Buffer& buffer);
    void enterRegion(const AttrStmt& attr, Place place);
    void enterLaunch(const Node& statement);
    void enterAllocation(const AllocBuffer& allocation, Place place);
    void enterBlock(const SBlock& block);
    void enterCall(const Call& call, Place place);

    BodyFacts m_facts;
    std::vector<LaunchFacts> m_launches;
    std::vector<LaunchAxis> m_axes;  ///< of all launches
    std::vector<size_t> m_firstAxis; ///< of each launch
    std::vector<AllocationFacts> m_allocations;
    std::vector<CallFacts> m_calls;
    Place m_lastStatement = NoPlace; ///< axis extents contain no statement: at the body, it is the axis
    const AttrStmt* m_region = nullptr;
    int m_launch = -1;
    int m_depth = 0; ///< enclosing thread axes
};

} // namespace tir
