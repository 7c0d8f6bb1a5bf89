#include "core/codegen/llvm_ir/axis_sets.h"

#include "core/ir/contains.h"

namespace tir::llvm_ir {

void AxisSets::define(const For& loop)
{
    const auto axis = threadAxis(loop);
    m_sets[loop.loopVar] = AxisSet((axis ? setOf(*axis) : 0) | of(*loop.min) | of(*loop.extent));
}

void AxisSets::define(const AttrStmt& node)
{
    if (const IterVar* iter = node.iterVar()) {
        const auto axis = isVirtualThread(node) ? std::nullopt : threadAxis(iter->threadTag);
        m_sets[iter->var] = axis ? setOf(*axis) : AxisSet();
    }
}

void AxisSets::define(const SBlockRealize& node)
{
    const SBlock& block = *node.block;
    for (size_t index = 0; index < block.iterVars.size() && index < node.iterValues.size(); ++index)
        define(block.iterVars[index]->var, *node.iterValues[index]);
}

AxisSet AxisSets::of(const Expr& expr) const
{
    AxisSet result = 0;
    contains(expr, [&](const Node& node) {
        if (node.kind == NodeKind::BufferLoad)
            result |= FromMemory;
        else if (const auto* var = as<Var>(&node))
            if (const auto found = m_sets.find(var); found != m_sets.end())
                result |= found->second;
        return false;
    });
    return result;
}

AxisSet AxisSets::of(ExprList exprs) const
{
    AxisSet result = 0;
    for (const Expr* expr : exprs)
        result |= of(*expr);
    return result;
}

} // namespace tir::llvm_ir
