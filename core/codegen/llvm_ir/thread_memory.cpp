#include "core/codegen/llvm_ir/thread_memory.h"

#include "core/ir/contains.h"
#include "core/ir/make.h"
#include "core/ir/storage_scope.h"
#include "core/ir/visitor.h"

namespace tir::llvm_ir {
namespace {

/// Memory that each block, warp or thread has for itself.
bool isOfLaunch(StorageRank rank)
{
    return rank == StorageRank::Local || rank == StorageRank::Shared || rank == StorageRank::Warp ||
           isFragment(rank);
}

class LaunchMemoryFinder : public Visitor {
public:
    explicit LaunchMemoryFinder(const ThreadReductions& reductions) : m_reductions(reductions) {}

    LaunchMemory memory() const
    {
        LaunchMemory result;
        for (const Buffer* buffer : m_order) {
            const Use& use = m_uses.at(buffer->data);
            if (!use.launch || use.isOfAll)
                continue;
            const bool isShared = buffer->scope().rank == StorageRank::Shared;
            const bool isReduced = m_reductions.axes.contains(buffer->data);
            if (isShared && !(use.indices & (AnyBlockAxis | FromMemory)))
                result.ofBlocks.insert(buffer);
            else if (!isShared && (isReduced || !use.indices || use.isRedundant))
                result.ofThreads.push_back(buffer);
        }
        return result;
    }

protected:
    void visit(const For& node) override
    {
        m_axes.define(node);
        visitLaunch(node, threadAxis(node).has_value());
    }
    void visit(const AttrStmt& node) override
    {
        const IterVar* axis = node.iterVar();
        m_axes.define(node);
        visitLaunch(node, axis && node.key == attr::ThreadExtent && !isVirtualThread(node));
    }
    void visit(const Bind& node) override
    {
        m_axes.define(node.var, *node.value);
        visitChildren(node);
    }
    void visit(const Let& node) override
    {
        m_axes.define(node.var, *node.value);
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
        m_axes.define(node);
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
        // Not its annotations, nor its declared regions: they refer to whole buffers.
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
        if (Use* use = noteAccess(*node.buffer, node.indices)) {
            const Var* data = dataOf(*node.buffer);
            const bool isUpdate = contains(*node.value, [&](const Node& part) {
                const auto* load = as<BufferLoad>(&part);
                return load && dataOf(*load->buffer) == data;
            });
            const AxisSet of = isUpdate ? m_launchAxes : m_axes.of(*node.value) & m_launchAxes;
            use->isRedundant = use->isRedundant || (of & ~m_axes.of(node.indices));
        }
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
        bool isOfAll = false;         ///< accessed in another way
        AxisSet indices = 0;          ///< axes that its elements depend on
        /// Threads that store different values, or update it one after the other, do so at one element.
        bool isRedundant = false;
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
        if (isOutermost) {
            m_launch = &node;
            m_launchAxes = threadAxesOf(node);
        }
        visitChildren(node);
        if (isOutermost)
            m_launch = nullptr;
    }
    /// Those with more than one thread.
    static AxisSet threadAxesOf(const Stmt& launch)
    {
        const LaunchScan scan = scanLaunch(launch);
        AxisSet result = 0;
        for (size_t axis = size_t(ThreadAxis::ThreadX); axis < ThreadAxisCount; ++axis)
            if (scan.extents[axis] && !isConstInt(scan.extents[axis], 1))
                result |= setOf(ThreadAxis(axis));
        return result;
    }
    void noteAllocation(const Buffer& buffer)
    {
        if (!m_launch && isOfLaunch(buffer.scope().rank) && m_uses.try_emplace(buffer.data).second)
            m_order.push_back(&buffer);
    }
    const Var* dataOf(const Buffer& buffer) const
    {
        const auto view = m_views.find(buffer.data);
        return view == m_views.end() ? buffer.data : view->second;
    }
    /// Null for other buffers.
    Use* noteAccess(const Buffer& buffer, ExprList indices)
    {
        const auto found = m_uses.find(dataOf(buffer));
        if (found == m_uses.end())
            return nullptr;
        Use& use = found->second;
        const bool isOther = !m_launch || (use.launch && use.launch != m_launch);
        use.launch = m_launch;
        use.isOfAll = use.isOfAll || isOther;
        use.indices |= m_axes.of(indices);
        return &use;
    }

    const ThreadReductions& m_reductions;
    const Stmt* m_launch = nullptr; ///< around the current statement
    AxisSet m_launchAxes = 0;
    AxisSets m_axes;
    std::unordered_map<const Var*, Use> m_uses;
    std::vector<const Buffer*> m_order;
    std::unordered_map<const Var*, const Var*> m_views; ///< the data of matched buffers
};

} // namespace

LaunchMemory launchMemory(const Stmt& body, const ThreadReductions& reductions)
{
    LaunchMemoryFinder finder(reductions);
    static_cast<Visitor&>(finder).visit(&body, Role::Scope);
    return finder.memory();
}

} // namespace tir::llvm_ir
