#include "passes/workbench/worker/work_count.h"

#include "core/ir/visitor.h"

#include <algorithm>

namespace tir {
namespace {

/// Operations that move or compute in ways not counted here.
bool isUncounted(const Call& call)
{
    static constexpr std::string_view Words[] = {"mma", "ldmatrix", "matrix", "cp_async", "atomic", "bulk"};
    return std::any_of(std::begin(Words), std::end(Words), [&](std::string_view word) {
        return call.op->name.find(word) != std::string_view::npos;
    });
}

class WorkCounter : public Visitor {
public:
    WorkCounter(int64_t threads, Sizes values) : m_times(threads), m_values(std::move(values)) {}

    WorkCount count(const Stmt& body)
    {
        static_cast<Visitor&>(*this).visit(&body);
        return m_count;
    }

private:
    void visit(const BufferLoad& load) override
    {
        if (load.buffer->scope().rank == StorageRank::Global)
            m_count.loadedBytes += m_times * load.dtype.vectorBytes();
        for (const Expr* index : load.indices)
            Visitor::visit(index);
    }

    void visit(const BufferStore& store) override
    {
        if (store.buffer->scope().rank == StorageRank::Global)
            m_count.storedBytes += m_times * store.value->dtype.vectorBytes();
        Visitor::visit(store.value);
        for (const Expr* index : store.indices)
            Visitor::visit(index);
    }

    void visit(const Binary& node) override
    {
        if (isArithmetic(node.op) && node.dtype.isAnyFloat())
            m_count.operations += m_times * node.dtype.lanes;
        visitChildren(node);
    }

    void visit(const Call& call) override
    {
        if (call.isOp(OpId::address_of)) // nothing is loaded
            return;
        if (call.function || isUncounted(call))
            m_count.isExact = false;
        const bool isChoice = call.isOp(OpId::if_then_else);
        const bool isMove = isChoice || call.isOp(OpId::reinterpret) || call.isOp(OpId::likely);
        if (call.op && !isMove && call.dtype.isAnyFloat() && !isUncounted(call))
            m_count.operations += m_times * call.dtype.lanes * (call.isOp(OpId::fma) ? 2 : 1);
        if (isChoice && call.args.size() == 3)
            branch(*call.args[0], call.args[1], call.args[2]);
        else
            visitChildren(call);
    }

    void visit(const Bind& bind) override
    {
        Visitor::visit(bind.value);
        if (const std::optional<int64_t> value = evaluate(bind.value, m_values))
            m_values[bind.var] = *value;
    }

    void visit(const For& loop) override
    {
        Visitor::visit(loop.min);
        Visitor::visit(loop.extent);
        const std::optional<int64_t> extent = evaluate(loop.extent, m_values);
        const std::optional<int64_t> step = loop.step ? evaluate(loop.step, m_values) : 1;
        const bool isKnown = extent && step && *step > 0;
        m_count.isExact = m_count.isExact && isKnown;
        const int64_t outside = m_times;
        if (isKnown)
            m_times *= std::max<int64_t>(0, (*extent + *step - 1) / *step);
        Visitor::visit(loop.body);
        m_times = outside;
    }

    void visit(const While& loop) override
    {
        m_count.isExact = false;
        visitChildren(loop);
    }

    void visit(const IfThenElse& node) override { branch(*node.condition, node.thenCase, node.elseCase); }

    void branch(const Expr& condition, const Node* whenTrue, const Node* whenFalse)
    {
        Visitor::visit(&condition);
        if (const std::optional<int64_t> value = evaluate(&condition, m_values)) {
            Visitor::visit(*value ? whenTrue : whenFalse);
            return;
        }
        const WorkCount before = m_count;
        Visitor::visit(whenTrue);
        const WorkCount taken = m_count;
        m_count = before;
        if (whenFalse)
            Visitor::visit(whenFalse);
        const auto size = [](const WorkCount& work) {
            return work.loadedBytes + work.storedBytes + work.operations;
        };
        if (size(taken) >= size(m_count))
            m_count = taken;
        m_count.isExact = false;
    }

    int64_t m_times; ///< how often, by all threads, what is visited runs
    Sizes m_values;
    WorkCount m_count;
};

} // namespace

WorkCount countWork(const PrimFunc& kernel, int64_t threads, const Sizes& values)
{
    return WorkCounter(threads, values).count(*kernel.body);
}

} // namespace tir
