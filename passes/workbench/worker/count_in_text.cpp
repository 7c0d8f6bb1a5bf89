#include "passes/workbench/worker/count_in_text.h"

#include "core/analysis/data_arithmetic.h"
#include "core/ir/visitor.h"
#include "core/support/checked_math.h"
#include "passes/workbench/worker/matrix_work.h"

#include <algorithm>

namespace tir {
namespace {

/// Operations with memory traffic or arithmetic that is not counted here.
bool isUncounted(const Call& call)
{
    static constexpr std::string_view Words[] = {"mma", "ldmatrix", "matrix", "cp_async", "atomic", "bulk"};
    return std::any_of(std::begin(Words), std::end(Words), [&](std::string_view word) {
        return call.op->name.find(word) != std::string_view::npos;
    });
}

/// Functions of mathematics, also those called by their name in a library; operations that only move values do not count.
bool isMathematics(const Call& call)
{
    if (!call.op || !call.dtype.isAnyFloat())
        return false;
    if (call.isOp(OpId::call_pure_extern) || call.isOp(OpId::call_extern) ||
        call.isOp(OpId::call_llvm_intrin) || call.isOp(OpId::call_llvm_pure_intrin))
        return true;
    const bool computes = call.op->result == ResultRule::FirstArg || call.op->result == ResultRule::Operands;
    return computes && call.op->effect == CallEffect::Pure && !call.isOp(OpId::tvm_thread_invariant);
}

class TextCounter : public Visitor {
public:
    TextCounter(const Stmt& body, int64_t threads, Sizes values)
        : m_body(body),
          m_dataArithmetic(body),
          m_matrices(body),
          m_times(threads),
          m_values(std::move(values))
    {}

    WorkCount count()
    {
        static_cast<Visitor&>(*this).visit(&m_body);
        return m_count;
    }

private:
    void visit(const BufferLoad& load) override
    {
        const StorageRank memory = load.buffer->scope().rank;
        if (memory == StorageRank::Global)
            addTo(m_count.loadedBytes, load.dtype.vectorBytes());
        else if (memory == StorageRank::Shared)
            addTo(m_count.loadedSharedBytes, load.dtype.vectorBytes());
        for (const Expr* index : load.indices)
            Visitor::visit(index);
    }

    void visit(const BufferStore& store) override
    {
        const StorageRank memory = store.buffer->scope().rank;
        if (memory == StorageRank::Global)
            addTo(m_count.storedBytes, store.value->dtype.vectorBytes());
        else if (memory == StorageRank::Shared)
            addTo(m_count.storedSharedBytes, store.value->dtype.vectorBytes());
        Visitor::visit(store.value);
        for (const Expr* index : store.indices)
            Visitor::visit(index);
    }

    void visit(const Binary& node) override
    {
        if (isArithmetic(node.op) && (node.dtype.isAnyFloat() || m_dataArithmetic.contains(node)))
            addOperations(node.dtype, 1);
        visitChildren(node);
    }

    void visit(const Call& call) override
    {
        if (call.isOp(OpId::address_of)) // nothing is loaded
            return;
        if (countMatrices(call))
            return;
        if (call.function || (call.op && isUncounted(call)))
            m_count.isExact = false;
        if (isMathematics(call))
            addOperations(call.dtype, call.isOp(OpId::fma) ? 2 : 1);
        if (call.isOp(OpId::if_then_else) && call.args.size() == 3)
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
            m_times = limitedProduct(m_times, std::max<int64_t>(0, *extent / *step + (*extent % *step > 0)));
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
            return limitedSum(limitedSum(work.loadedBytes, work.storedBytes), work.operations);
        };
        if (size(taken) >= size(m_count))
            m_count = taken;
        m_count.isExact = false;
    }

    /// Whether the call is an operation on matrices, or an asynchronous copy, that is counted.
    bool countMatrices(const Call& call)
    {
        const std::optional<MatrixWork> work = m_matrices.workOf(call);
        if (!work)
            return false;
        m_count.addOperations(work->factors, true, ofAll(work->operations, work->threads));
        if (work->loadedFrom == StorageRank::Global)
            addTo(m_count.loadedBytes, work->loadedBytes, work->threads);
        else if (work->loadedFrom == StorageRank::Shared)
            addTo(m_count.loadedSharedBytes, work->loadedBytes, work->threads);
        if (work->storedTo == StorageRank::Global)
            addTo(m_count.storedBytes, work->storedBytes, work->threads);
        else if (work->storedTo == StorageRank::Shared)
            addTo(m_count.storedSharedBytes, work->storedBytes, work->threads);
        m_count.isExact = m_count.isExact && work->isExact;
        return true;
    }

    /// Of all executions of the current statement, each of which is that of `threads` together.
    int64_t ofAll(int64_t amount, int64_t threads = 1) const
    {
        return limitedProduct(m_times, amount) / threads;
    }
    void addTo(int64_t& sum, int64_t amount, int64_t threads = 1) const
    {
        sum = limitedSum(sum, ofAll(amount, threads));
    }

    void addOperations(DType dtype, int64_t ofLane)
    {
        m_count.addOperations(dtype.element(), false, ofAll(dtype.lanes * ofLane));
    }

    const Stmt& m_body;
    const DataArithmetic m_dataArithmetic;
    const MatrixOperations m_matrices;
    int64_t m_times; ///< number of executions of the current statement, by all threads
    Sizes m_values;
    WorkCount m_count;
};

} // namespace

WorkCount countInText(const PrimFunc& kernel, int64_t threads, const Sizes& values)
{
    return TextCounter(*kernel.body, threads, values).count();
}

} // namespace tir
