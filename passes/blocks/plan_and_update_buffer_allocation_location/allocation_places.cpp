#include "passes/blocks/plan_and_update_buffer_allocation_location/allocation_places.h"

#include "core/ir/contains.h"
#include "core/ir/visitor.h"
#include "passes/blocks/thread_axes.h"

#include <algorithm>
#include <deque>

namespace tir::passes {
namespace {

/// A loop or block, and those around it. The function itself has depth 0.
struct Scope {
    const Stmt* stmt = nullptr;
    const Scope* parent = nullptr;
    int depth = 0;
    bool isInLaunch = false; ///< inside a loop over threads or blocks, or one itself
};

/// The innermost scope around both; null: no scope yet.
const Scope* common(const Scope* a, const Scope* b)
{
    if (!a || !b)
        return a ? a : b;
    while (a != b) {
        const Scope*& deeper = a->depth >= b->depth ? a : b;
        deeper = deeper->parent;
    }
    return a;
}

class AccessCollector : public Visitor {
public:
    explicit AccessCollector(const PrimFunc& function)
    {
        for (const BufferBinding& binding : function.bufferMap)
            touch(*binding.buffer);
        Visitor::visit(function.body);
    }

    AllocationPlaces result()
    {
        AllocationPlaces made;
        const Stmt* root = m_root;
        for (const Buffer* buffer : m_order) {
            made.accessed[buffer->data] = buffer;
            const SBlock* const* block = m_allocators.find(buffer);
            if (!block)
                continue;
            const Access* access = m_accesses.find(buffer);
            AllocationPlace place{buffer, *block, nullptr};
            if (access) {
                const Scope* scope = access->scope;
                if (buffer->scope().rank == StorageRank::Global) {
                    for (const Scope* launch : m_launches)
                        scope = common(scope, launch);
                    // The scope is around every launch now, or it is one.
                    const bool isInLaunch = scope->stmt && std::ranges::count(m_launches, scope) > 0;
                    place.isExchanged = isInLaunch && access->scope->depth < access->threadDepth;
                }
                const Scope* serial = access->serialScope;
                if (buffer->scope().rank == StorageRank::Local && !scope->isInLaunch && serial->isInLaunch)
                    place.inLaunch = serial->stmt;
                place.after = scope->stmt ? scope->stmt : root;
                place.keptOutBy = access->keptOutBy;
            }
            made.places.push_back(place);
        }
        return made;
    }

private:
    struct Access {
        const Scope* scope = nullptr;
        /// If reductions over threads need nothing outside of their loops.
        const Scope* serialScope = nullptr;
        const SBlock* keptOutBy = nullptr;
        int threadDepth = 0; ///< the largest of the loops over threads around the accesses
    };

    using Visitor::visit;

    void visit(const For& loop) override
    {
        enter(loop);
        if (isThreadLoop(loop) && isBlockAxis(threadTag(loop)))
            m_launches.push_back(m_scope);
        m_loops[loop.loopVar] = m_scope;
        const int threadDepth = m_threadDepth;
        if (isThreadLoop(loop) && isThreadAxis(threadTag(loop)))
            m_threadDepth = m_scope->depth;
        visitChildren(loop);
        m_threadDepth = threadDepth;
        leave();
    }

    void visit(const AttrStmt& attr) override
    {
        const IterVar* axis = attr.key == attr::ThreadExtent ? attr.iterVar() : nullptr;
        if (axis && isBlockAxis(axis->threadTag))
            m_launches.push_back(m_scope);
        m_launchDepth += axis ? 1 : 0;
        visitChildren(attr);
        m_launchDepth -= axis ? 1 : 0;
    }

    void visit(const SBlockRealize& realize) override
    {
        const SBlock& block = *realize.block;
        if (!m_root)
            m_root = &block;
        for (const Buffer* buffer : block.allocBuffers) {
            touch(*buffer);
            m_allocators[buffer] = &block;
        }
        for (const MatchBufferRegion* match : block.matchBuffers)
            touch(*match->buffer);
        enter(block);
        raiseAccesses(realize);
        for (const MatchBufferRegion* match : block.matchBuffers)
            access(match->source->buffer, m_scope);
        for (const Expr* value : realize.iterValues)
            Visitor::visit(value);
        Visitor::visit(realize.predicate);
        if (block.init)
            Visitor::visit(block.init);
        Visitor::visit(block.body);
        leave();
    }

    void visit(const BufferLoad& load) override
    {
        touch(*load.buffer);
        access(load.buffer, m_scope);
        visitChildren(load);
    }
    void visit(const BufferStore& store) override
    {
        touch(*store.buffer);
        access(store.buffer, m_scope);
        visitChildren(store);
    }
    void visit(const Var& var) override
    {
        const Buffer* const* buffer = role() == Role::Value ? m_byData.find(&var) : nullptr;
        if (buffer)
            access(*buffer, m_scope);
    }

    /// A buffer that a block accumulates in must outlive the loops that it reduces over.
    void raiseAccesses(const SBlockRealize& realize)
    {
        const SBlock& block = *realize.block;
        PointerMap<Var, const Scope*> opaque; // outside of all loops in the binding of the axis
        const Scope* highest = m_scope;
        const Scope* highestSerial = m_scope;
        for (size_t i = 0; i < block.iterVars.size() && i < realize.iterValues.size(); ++i) {
            const IterVar& axis = *block.iterVars[i];
            if (axis.iterType == IterType::DataPar)
                continue;
            const Scope* outside = outsideLoopsOf(*realize.iterValues[i], Loops::All);
            highest = higher(highest, outside);
            highestSerial = higher(highestSerial, outsideLoopsOf(*realize.iterValues[i], Loops::Serial));
            if (axis.iterType != IterType::CommReduce)
                opaque[axis.var] = outside;
        }
        const auto raise = [&](const BufferRegion& region, const Scope* scope, const Scope* serial) {
            for (const Range* range : region.region)
                for (const Expr* end : {range->min, range->extent})
                    contains(*end, [&](const Node& node) {
                        const auto* var = as<Var>(&node);
                        if (const Scope* const* outside = var ? opaque.find(var) : nullptr)
                            scope = serial = higher(scope, *outside);
                        return false;
                    });
            if (scope != m_scope)
                access(region.buffer, scope, serial).keptOutBy = &block;
        };
        if (opaque.size() > 0)
            for (const BufferRegion* region : block.reads)
                raise(*region, m_scope, m_scope);
        for (const BufferRegion* region : block.writes)
            raise(*region, highest, highestSerial);
    }

    static const Scope* higher(const Scope* a, const Scope* b) { return b->depth < a->depth ? b : a; }

    enum class Loops : uint8_t { All, Serial };

    const Scope* outsideLoopsOf(const Expr& binding, Loops loops) const
    {
        const Scope* outside = m_scope;
        contains(binding, [&](const Node& node) {
            const auto* var = as<Var>(&node);
            const Scope* const* loop = var ? m_loops.find(var) : nullptr;
            if (loop && (loops == Loops::All || !isThreadLoop(to<For>(*(*loop)->stmt))))
                outside = higher(outside, (*loop)->parent);
            return false;
        });
        return outside;
    }

    Access& access(const Buffer* buffer, const Scope* scope) { return access(buffer, scope, scope); }
    Access& access(const Buffer* buffer, const Scope* scope, const Scope* serial)
    {
        Access& entry = m_accesses[buffer];
        entry.scope = common(entry.scope, scope);
        entry.serialScope = common(entry.serialScope, serial);
        entry.threadDepth = std::max(entry.threadDepth, m_threadDepth);
        return entry;
    }

    void touch(const Buffer& buffer)
    {
        if (!m_touched.insert(&buffer))
            return;
        m_order.push_back(&buffer);
        m_byData.insert(buffer.data, &buffer);
    }

    void enter(const Stmt& stmt)
    {
        const auto* loop = as<For>(&stmt);
        const bool isInLaunch = m_scope->isInLaunch || m_launchDepth > 0 || (loop && isThreadLoop(*loop));
        m_scope = &m_scopes.emplace_back(Scope{&stmt, m_scope, m_scope->depth + 1, isInLaunch});
    }
    void leave() { m_scope = m_scope->parent; }

    std::deque<Scope> m_scopes{Scope{}};
    const Scope* m_scope = &m_scopes.front();
    const Stmt* m_root = nullptr; ///< the first block
    int m_threadDepth = 0;        ///< of the innermost loop over threads
    int m_launchDepth = 0;        ///< how many attributes with a thread axis there are around
    std::vector<const Scope*> m_launches;
    PointerMap<Var, const Scope*> m_loops;
    PointerMap<Buffer, Access> m_accesses;
    PointerMap<Buffer, const SBlock*> m_allocators;
    PointerMap<Var, const Buffer*> m_byData; ///< the first buffer of each
    PointerSet<Buffer> m_touched;
    std::vector<const Buffer*> m_order;
};

} // namespace

AllocationPlaces findAllocationPlaces(const PrimFunc& function)
{
    return AccessCollector(function).result();
}

} // namespace tir::passes
