#include "core/codegen/llvm_ir/thread_memory.h"

#include "core/codegen/llvm_ir/scan.h"
#include "core/ir/contains.h"
#include "core/ir/storage_scope.h"
#include "core/ir/visitor.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace tir::llvm_ir {
namespace {

class ThreadBufferFinder : public Visitor {
public:
    explicit ThreadBufferFinder(bool always) : m_always(always) {}

    std::vector<const Buffer*> buffers() const
    {
        std::vector<const Buffer*> result;
        for (const Buffer* buffer : m_order) {
            const Use& use = m_uses.at(buffer->data);
            if (use.launch && !use.isOfAll)
                result.push_back(buffer);
        }
        return result;
    }

protected:
    void visit(const For& node) override
    {
        const bool isAxis = threadAxis(node, true).has_value();
        if (isAxis || variesByThread(*node.min) || variesByThread(*node.extent))
            m_varying.insert(node.loopVar);
        visitLaunch(node, threadAxis(node, m_always).has_value());
    }
    void visit(const AttrStmt& node) override
    {
        const IterVar* axis = node.iterVar();
        const bool isAxis = axis && node.key == attr::ThreadExtent && !isVirtualThread(node);
        if (axis)
            m_varying.insert(axis->var);
        visitLaunch(node, isAxis);
    }
    void visit(const Bind& node) override
    {
        noteDefinition(node.var, *node.value);
        visitChildren(node);
    }
    void visit(const Let& node) override
    {
        noteDefinition(node.var, *node.value);
        visitChildren(node);
    }
    void visit(const AllocBuffer& node) override
    {
        noteAllocation(*node.buffer);
        visitChildren(node);
    }
    void visit(const SBlockRealize& node) override
    {
        const SBlock& block = *node.block;
        for (size_t index = 0; index < block.iterVars.size() && index < node.iterValues.size(); ++index)
            noteDefinition(block.iterVars[index]->var, *node.iterValues[index]);
        for (const Buffer* buffer : block.allocBuffers)
            noteAllocation(*buffer);
        Visitor::visit(node.predicate);
        for (const MatchBufferRegion* match : block.matchBuffers) {
            m_views[match->buffer->data] = dataOf(*match->source->buffer);
            std::vector<const Expr*> first;
            for (const Range* range : match->source->region)
                first.push_back(range->min);
            noteAccess(*match->source->buffer, first);
        }
        // Not its annotations, nor what it says of its regions: they name whole buffers.
        Visitor::visit(block.init, Role::Scope);
        Visitor::visit(block.body, Role::Scope);
    }
    void visit(const BufferLoad& node) override
    {
        noteAccess(*node.buffer, node.indices);
        visitParts(node.indices, node.predicate);
    }
    void visit(const BufferStore& node) override
    {
        noteAccess(*node.buffer, node.indices);
        visitParts(node.indices, node.predicate);
        Visitor::visit(node.value);
    }
    /// By its address a buffer is accessed at any element.
    void visit(const Var& node) override
    {
        if (const auto use = m_uses.find(&node); use != m_uses.end())
            use->second.isOfAll = true;
    }
    void visit(const Buffer&) override {}

private:
    struct Use {
        const Stmt* launch = nullptr; ///< where it is used
        bool isOfAll = false;         ///< in another way
    };

    void visitParts(ExprList indices, const Expr* predicate)
    {
        for (const Expr* index : indices)
            Visitor::visit(index);
        Visitor::visit(predicate);
    }
    void visitLaunch(const Stmt& node, bool isAxis)
    {
        const bool isOutermost = isAxis && !m_launch;
        if (isOutermost)
            m_launch = &node;
        visitChildren(node);
        if (isOutermost)
            m_launch = nullptr;
    }
    bool variesByThread(const Expr& expr) const
    {
        return contains(expr, [this](const Node& node) {
            // What is loaded may be anything.
            const auto* var = as<Var>(&node);
            return node.kind == NodeKind::BufferLoad || (var && m_varying.contains(var));
        });
    }
    void noteDefinition(const Var* var, const Expr& value)
    {
        if (variesByThread(value))
            m_varying.insert(var);
    }
    void noteAllocation(const Buffer& buffer)
    {
        if (!m_launch && buffer.scope().rank == StorageRank::Local && m_uses.try_emplace(buffer.data).second)
            m_order.push_back(&buffer);
    }
    const Var* dataOf(const Buffer& buffer) const
    {
        const auto view = m_views.find(buffer.data);
        return view == m_views.end() ? buffer.data : view->second;
    }
    void noteAccess(const Buffer& buffer, ExprList indices)
    {
        const auto found = m_uses.find(dataOf(buffer));
        if (found == m_uses.end())
            return;
        Use& use = found->second;
        const bool isOther = !m_launch || (use.launch && use.launch != m_launch);
        use.launch = m_launch;
        use.isOfAll = use.isOfAll || isOther ||
                      std::any_of(indices.begin(), indices.end(),
                                  [this](const Expr* index) { return variesByThread(*index); });
    }

    bool m_always;
    const Stmt* m_launch = nullptr; ///< around what is visited
    std::unordered_map<const Var*, Use> m_uses;
    std::vector<const Buffer*> m_order;
    std::unordered_map<const Var*, const Var*> m_views; ///< the data of matched buffers
    std::unordered_set<const Var*> m_varying;           ///< from thread to thread
};

} // namespace

std::vector<const Buffer*> threadBuffers(const Stmt& body, bool always)
{
    ThreadBufferFinder finder(always);
    static_cast<Visitor&>(finder).visit(&body, Role::Scope);
    return finder.buffers();
}

} // namespace tir::llvm_ir
