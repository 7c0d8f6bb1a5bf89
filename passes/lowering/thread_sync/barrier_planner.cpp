/// Walks the statements of a kernel in order and collects the memory that each reads and writes. Accesses in a loop, a
/// branch or an attribute count as accesses of that statement.

#include "passes/lowering/thread_sync/barrier_planner.h"

#include "core/arith/unique_exprs.h"
#include "core/ir/contains.h"
#include "core/ir/substitute.h"
#include "core/ir/visitor.h"
#include "core/support/text_format.h"
#include "passes/lowering/thread_sync/barrier_placer.h"
#include "passes/lowering/thread_sync/own_elements.h"

#include <deque>

namespace tir::passes {
namespace {

constexpr std::string_view DynamicShared = "shared.dyn";

class Planner : public Visitor {
public:
    Planner(std::string_view scope, Mode mode)
        : m_scope(scope),
          m_isSound(mode == Mode::Sound),
          m_barriers(scope == DynamicShared, m_isSound ? &m_own : nullptr)
    {}

    BarrierPlan plan(const Stmt& body)
    {
        visit(&body, Role::Scope);
        return m_barriers.takePlan();
    }

private:
    using Visitor::visit;

    // ---- accesses of one statement

    bool isSynced(const Var* data) const
    {
        const auto* pointer = as<PointerType>(data->type);
        return m_isInKernel && pointer && pointer->scope == m_scope;
    }

    void add(AccessKind kind, const Var* data, const Node& node, DType element, std::vector<const Expr*> at)
    {
        if (!m_collected) {
            m_barriers.fail("a condition, an extent or an attribute reads " + quoted(data->name) +
                                ", where no barrier can be put in front",
                            node);
            return;
        }
        m_collected->push_back({kind, data, &node, element, m_thread, std::move(at)});
    }

    std::vector<const Expr*> pointsOf(ExprList indices)
    {
        std::vector<const Expr*> points;
        for (const Expr* index : indices)
            points.push_back(pointOf(index));
        return points;
    }

    /// Null when the lanes of a vector differ.
    const Expr* pointOf(const Expr* index)
    {
        const auto* broadcast = as<Broadcast>(index);
        const Expr* scalar = broadcast ? broadcast->value : index;
        return scalar->dtype.isScalar() ? m_exprs.of(scalar) : nullptr;
    }

    void visit(const BufferLoad& load) override
    {
        if (isSynced(load.buffer->data))
            add(AccessKind::Read, load.buffer->data, load, load.buffer->dtype, pointsOf(load.indices));
        visitChildren(load);
    }

    void visit(const Call& call) override
    {
        if (call.isOp(OpId::address_of)) {
            if (const auto* load = as<BufferLoad>(call.args[0]))
                visitChildren(*load);
        } else if (call.isOp(OpId::tvm_storage_sync)) {
            const auto* scope = as<StringImm>(call.args[0]);
            if (m_collected && scope && scope->value != "warp")
                m_collected->push_back({AccessKind::Barrier, nullptr, &call, {}, m_thread, {}});
        } else {
            if (call.isOp(OpId::tvm_access_ptr))
                addPointer(call);
            visitChildren(call);
        }
    }

    void addPointer(const Call& call)
    {
        const auto* data = as<Var>(call.args[1]);
        const auto* mask = as<IntImm>(call.args[4]);
        if (!data || !mask || !isSynced(data))
            return;
        const DType element = call.args[0]->dtype;
        const Expr* point = isConstInt(call.args[3], 1) ? m_exprs.of(call.args[2]) : nullptr;
        if ((mask->value & 1) != 0)
            add(AccessKind::Read, data, call, element, {point});
        if ((mask->value & 2) != 0)
            add(AccessKind::Write, data, call, element, {point});
    }

    /// Collects the accesses in `visitParts` as the accesses of `stmt`.
    template <class VisitParts>
    void collect(const Stmt& stmt, bool isKeptEmpty, const VisitParts& visitParts)
    {
        std::vector<Access> accesses;
        m_collected = &accesses;
        visitParts();
        m_collected = nullptr;
        if (m_entries && (isKeptEmpty || !accesses.empty()))
            m_entries->push_back({&stmt, std::move(accesses)});
    }

    void visit(const BufferStore& store) override
    {
        collect(store, true, [&] {
            if (isSynced(store.buffer->data))
                add(AccessKind::Write, store.buffer->data, store, store.buffer->dtype,
                    pointsOf(store.indices));
            visit(store.value, Role::Value);
            for (const Expr* index : store.indices)
                visit(index, Role::Value);
        });
    }

    void visit(const Evaluate& call) override
    {
        collect(call, false, [&] { visit(call.value, Role::Value); });
    }

    void visit(const Bind& bind) override
    {
        collect(bind, true, [&] { visit(bind.value, Role::Value); });
        m_own.define(bind);
    }

    // ---- statements with a body

    /// The accesses in `body` that its surroundings see.
    std::vector<Access> summaryOf(const Stmt* body, const For* loop)
    {
        std::vector<StatementAccesses> entries;
        std::vector<StatementAccesses>* outer = std::exchange(m_entries, &entries);
        visit(body, Role::Scope);
        m_entries = outer;
        return m_barriers.place(entries, {loop, m_thread, m_varyingConditions > 0});
    }

    void addEntry(const Stmt& stmt, std::vector<Access> accesses)
    {
        if (m_entries && !accesses.empty())
            m_entries->push_back({&stmt, std::move(accesses)});
    }

    void visit(const AttrStmt& attr) override
    {
        if (attr.key == "hand_threaded")
            return;
        visit(attr.value, Role::Value);
        if (attr.key == attr::ThreadExtent) {
            visitThread(attr);
        } else if (const auto* data = as<Var>(attr.node.node()); data && attr.key == "double_buffer_write") {
            std::vector<Access> accesses = summaryOf(attr.body, nullptr);
            // Of dynamic shared memory, which counts as one buffer, the half is not known. Nothing checks the
            // attribute, which a program may state of any store: sound mode does not rely on it.
            if (m_scope != DynamicShared && !m_isSound)
                for (Access& access : accesses)
                    access.fillsOtherHalf = access.kind == AccessKind::Write && access.data == data;
            addEntry(attr, std::move(accesses));
        } else {
            visit(attr.body, Role::Scope);
        }
    }

    void visitThread(const AttrStmt& attr)
    {
        const ThreadAxis* outer = m_thread;
        if (const IterVar* axis = attr.iterVar()) {
            const bool isOfGrid = axis->threadTag.starts_with("blockIdx.");
            m_thread = &m_axes.emplace_back(ThreadAxis{axis->var, attr.value, isOfGrid, false, outer});
            m_own.define(*m_thread);
        }
        if (m_isInKernel) {
            visit(attr.body, Role::Scope);
        } else {
            m_isInKernel = true;
            summaryOf(attr.body, nullptr); // the end of a kernel is a barrier
            m_isInKernel = false;
        }
        m_thread = outer;
    }

    void visit(const For& loop) override
    {
        visit(loop.min, Role::Value);
        visit(loop.extent, Role::Value);
        m_own.define(loop);
        std::vector<Access> accesses = summaryOf(loop.body, &loop);
        if (!m_own.runs(loop))
            dropBarriers(accesses);
        for (Access& access : accesses)
            for (const Expr*& point : access.at)
                point = afterLoop(point, loop);
        addEntry(loop, std::move(accesses));
    }

    /// The value of a single index after the loop has run.
    const Expr* afterLoop(const Expr* point, const For& loop)
    {
        if (!point || !mentions(point, loop.loopVar))
            return point;
        if (!isConstInt(loop.extent, 1))
            return nullptr;
        VarValues values;
        values.insert(loop.loopVar, loop.min);
        return m_exprs.of(substitute(m_scratch, point, values));
    }

    /// Of a body that may not be executed: as TVM relies on them, sound mode does not.
    void dropBarriers(std::vector<Access>& accesses) const
    {
        if (m_isSound)
            std::erase_if(accesses, [](const Access& access) { return access.kind == AccessKind::Barrier; });
    }

    static bool isThreadInvariant(const Expr* condition)
    {
        const auto* call = as<Call>(condition);
        return call && call->isOp(OpId::tvm_thread_invariant);
    }

    /// `tx == 0 and …`: one thread of the axis is left.
    void chooseThreads(const Expr& condition)
    {
        const auto* binary = as<Binary>(&condition);
        if (binary && binary->op == BinaryOp::And) {
            chooseThreads(*binary->a);
            chooseThreads(*binary->b);
        }
        const auto* var = binary && binary->op == BinaryOp::EQ ? as<Var>(binary->a) : nullptr;
        const ThreadAxis* axis = m_thread;
        while (axis && axis->var != var)
            axis = axis->outer;
        if (axis && as<IntImm>(binary->b))
            m_thread = &m_axes.emplace_back(ThreadAxis{var, binary->b, false, true, m_thread});
    }

    void visit(const IfThenElse& branch) override
    {
        const bool isVarying = !isThreadInvariant(branch.condition);
        m_varyingConditions += isVarying;
        visit(branch.condition, Role::Value);
        const ThreadAxis* outer = m_thread;
        if (m_isSound)
            chooseThreads(*branch.condition);
        std::vector<Access> accesses = summaryOf(branch.thenCase, nullptr);
        m_thread = outer;
        if (branch.elseCase) {
            std::vector<Access> others = summaryOf(branch.elseCase, nullptr);
            accesses.insert(accesses.end(), others.begin(), others.end());
        }
        dropBarriers(accesses);
        addEntry(branch, std::move(accesses));
        m_varyingConditions -= isVarying;
    }

    void visit(const While& loop) override
    {
        const bool isVarying = !isThreadInvariant(loop.condition);
        m_varyingConditions += isVarying;
        visit(loop.condition, Role::Value);
        std::vector<Access> accesses = summaryOf(loop.body, nullptr);
        dropBarriers(accesses);
        addEntry(loop, std::move(accesses));
        m_varyingConditions -= isVarying;
    }

    std::string_view m_scope;
    bool m_isSound;
    Arena m_scratch;
    arith::UniqueExprs m_exprs;
    std::vector<Access>* m_collected = nullptr; ///< of the statement that is being read
    std::vector<StatementAccesses>* m_entries =
        nullptr;                          ///< of the list that is being read; null outside of kernels
    const ThreadAxis* m_thread = nullptr; ///< the innermost one
    std::deque<ThreadAxis> m_axes;
    OwnElements m_own;
    BarrierPlacer m_barriers;
    bool m_isInKernel = false;
    int m_varyingConditions = 0;
};

} // namespace

BarrierPlan planBarriers(const Stmt& body, std::string_view scope, Mode mode)
{
    return Planner(scope, mode).plan(body);
}

} // namespace tir::passes
