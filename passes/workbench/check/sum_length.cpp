#include "passes/workbench/check/sum_length.h"

#include "core/ir/visitor.h"
#include "core/runtime/rounding.h"

#include <cmath>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tir {
namespace {

/// Terms that one matrix operation or one reduction of a block of threads adds.
constexpr int64_t TermsOfMatrixOperation = 32;
constexpr int64_t TermsOfThreads = 1024;

using VarSet = std::unordered_set<const Var*>;

/// The variables and buffers that an expression reads.
class ReadCollector : public Visitor {
public:
    VarSet vars;
    VarSet memory;

private:
    using Visitor::visit;

    void visit(const Var& var) override { vars.insert(&var); }
    void visit(const BufferLoad& load) override
    {
        memory.insert(load.buffer->data);
        visitChildren(load);
    }
};

/// Counts the terms of each float type.
class TermCounter : public Visitor {
public:
    explicit TermCounter(int64_t largestExtent) : m_largestExtent(largestExtent) {}

    std::map<double, double> termsByEpsilon;

private:
    using Visitor::visit;

    void visit(const For& loop) override
    {
        // The threads of a launch do not add to one element, except in reductions, which are operations of their own.
        if (loop.forKind == ForKind::ThreadBinding)
            return visitChildren(loop);
        m_loops.emplace_back(loop.loopVar, extentOf(loop.extent));
        visitChildren(loop);
        m_loops.pop_back();
    }

    void visit(const While& loop) override
    {
        m_loops.emplace_back(nullptr, double(m_largestExtent));
        visitChildren(loop);
        m_loops.pop_back();
    }

    /// A block with axes is repeated for one element along its reduction axes only.
    void visit(const SBlock& block) override
    {
        if (block.iterVars.empty())
            return visitChildren(block);
        const auto loops = m_loops;
        m_loops = m_reductions;
        for (const IterVar* axis : block.iterVars)
            if (axis->iterType == IterType::CommReduce)
                m_loops.emplace_back(axis->var, axis->dom ? extentOf(axis->dom->extent) : 1);
        const auto reductions = std::exchange(m_reductions, m_loops);
        visitChildren(block);
        m_reductions = reductions;
        m_loops = loops;
    }

    void visit(const Bind& bind) override { m_definitions[bind.var] = readsOf(bind.value).vars; }

    void visit(const BufferStore& store) override
    {
        visitChildren(store);
        if (!store.buffer->dtype.isAnyFloat())
            return;
        const bool isSum = readsOf(store.value).memory.contains(store.buffer->data);
        add(store.buffer->dtype, isSum ? repetitions(store.indices) : 1);
    }

    void visit(const Call& call) override
    {
        visitChildren(call);
        const bool isMatrix = call.isOp(OpId::tvm_mma_sync) || call.isOp(OpId::ptx_mma) ||
                              call.isOp(OpId::ptx_mma_legacy) || call.isOp(OpId::ptx_mma_sp);
        if (!isMatrix && !call.isOp(OpId::tvm_thread_allreduce))
            return;
        add(accumulatorOf(call),
            repetitions({}) * double(isMatrix ? TermsOfMatrixOperation : TermsOfThreads));
    }

    /// The finest float type among the memory that a call is given: matrix operations add in it.
    static DType accumulatorOf(const Call& call)
    {
        DType found;
        for (const Expr* argument : call.args) {
            DType type = argument->dtype;
            if (const auto* var = as<Var>(argument))
                if (const auto* pointer = as<PointerType>(var->type))
                    type = runtimeDType(pointer->element);
            if (type.isAnyFloat() && (!found.isAnyFloat() || epsilonOf(type) < epsilonOf(found)))
                found = type;
        }
        return found.isAnyFloat() ? found : Float32;
    }

    /// How often the statement stores to one element.
    double repetitions(ExprList indices)
    {
        VarSet inIndices;
        for (const Expr* index : indices)
            for (const Var* var : readsOf(index).vars)
                inIndices.insert(var);
        double count = 1;
        for (const auto& [var, extent] : m_loops)
            if (!inIndices.contains(var))
                count *= extent;
        return count;
    }

    /// With the variables in the definitions of variables.
    ReadCollector readsOf(const Expr* expr) const
    {
        ReadCollector reads;
        static_cast<Visitor&>(reads).visit(expr);
        const VarSet direct = reads.vars;
        for (const Var* var : direct)
            if (const auto found = m_definitions.find(var); found != m_definitions.end())
                reads.vars.insert(found->second.begin(), found->second.end());
        return reads;
    }

    double extentOf(const Expr* extent) const
    {
        const auto* constant = as<IntImm>(extent);
        return double(constant ? std::max<int64_t>(0, constant->value) : m_largestExtent);
    }

    void add(DType dtype, double terms) { termsByEpsilon[epsilonOf(dtype)] += terms; }

    int64_t m_largestExtent;
    std::vector<std::pair<const Var*, double>> m_loops;      ///< around the statement, from the outside in
    std::vector<std::pair<const Var*, double>> m_reductions; ///< of the blocks around it
    std::unordered_map<const Var*, VarSet> m_definitions;
};

} // namespace

double sumErrorOf(const Module& module, int64_t largestExtent)
{
    TermCounter counter(largestExtent);
    for (const ModuleEntry& entry : module.functions)
        static_cast<Visitor&>(counter).visit(entry.function);
    double error = 0;
    for (const auto& [epsilon, terms] : counter.termsByEpsilon)
        error += std::sqrt(terms) * epsilon;
    return error;
}

} // namespace tir
