#include "core/codegen/llvm_ir/thread_reductions.h"

#include "core/ir/visitor.h"

namespace tir::llvm_ir {
namespace {

class ReductionFinder : public Visitor {
public:
    ThreadReductions result;

protected:
    void visit(const For& node) override
    {
        m_axes.define(node);
        visitChildren(node);
    }
    void visit(const AttrStmt& node) override
    {
        m_axes.define(node);
        visitChildren(node);
    }
    void visit(const Bind& node) override
    {
        m_axes.define(node.var, *node.value);
        visitChildren(node);
    }
    void visit(const SBlockRealize& node) override
    {
        m_axes.define(node);
        const SBlock& block = *node.block;
        AxisSet reduced = 0;
        for (size_t index = 0; index < block.iterVars.size() && index < node.iterValues.size(); ++index)
            if (block.iterVars[index]->iterType == IterType::CommReduce)
                reduced |= m_axes.of(*node.iterValues[index]);
        reduced &= AnyThreadAxis;
        if (block.init && reduced) {
            result.blocks[&block] = reduced;
            m_reduced = reduced;
            static_cast<Visitor&>(*this).visit(block.init, Role::Scope);
            m_reduced = 0;
        }
        static_cast<Visitor&>(*this).visit(block.body, Role::Scope);
    }
    void visit(const BufferStore& node) override
    {
        if (m_reduced)
            result.axes[node.buffer->data] |= m_reduced;
    }

private:
    AxisSets m_axes;
    AxisSet m_reduced = 0; ///< by the block whose init is visited
};

} // namespace

ThreadReductions threadReductions(const Stmt& body)
{
    ReductionFinder finder;
    static_cast<Visitor&>(finder).visit(&body, Role::Scope);
    return std::move(finder.result);
}

} // namespace tir::llvm_ir
