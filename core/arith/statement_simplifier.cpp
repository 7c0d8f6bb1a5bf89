#include "core/arith/statement_simplifier.h"

#include "core/arith/mutator_with_analyzer.h"

#include <algorithm>

namespace tir::arith {
namespace {

class StatementSimplifier : public MutatorWithAnalyzer {
public:
    StatementSimplifier(Arena& arena, AnalyzerOptions options, SimplifyWatch watch)
        : MutatorWithAnalyzer(arena, options),
          m_watch(std::move(watch))
    {}

    const Stmt* simplify(const PrimFunc& function)
    {
        markBufferShapes(function);
        return mutateBody(function.body);
    }
    const Stmt* simplify(const Stmt* stmt) { return mutateBody(stmt); }

private:
    using MutatorWithAnalyzer::visit;

#define TIR_EXPR(Name)                           \
    const Expr* visit(const Name& node) override \
    {                                            \
        return analyzer().simplify(&node);       \
    }
#include "core/ir/node_list.def"

    const Buffer* mutateBufferDef(const Buffer* buffer) override
    {
        return buffer;
    }
    const Buffer* mutateBufferUse(const Buffer* buffer) override
    {
        return buffer;
    }

    const Stmt* visit(const For& loop) override
    {
        analyzer().bind(loop.loopVar, loop.min, loop.extent);
        const Constraint first =
            analyzer().enterConstraint(binary(arena(), BinaryOp::GE, loop.loopVar, loop.min));
        const Expr* end = add(arena(), loop.min, loop.extent);
        const Constraint last = analyzer().enterConstraint(binary(arena(), BinaryOp::LT, loop.loopVar, end));
        return MutatorWithAnalyzer::visit(loop);
    }

    const Stmt* visit(const IfThenElse& branch) override
    {
        const Expr* condition = analyzer().simplify(branch.condition);
        const auto* decided = as<IntImm>(condition);
        if (!decided)
            return MutatorWithAnalyzer::visit(branch);
        tell(decided->value ? "the condition always holds: only its branch stays"
                            : "the condition never holds: its branch is deleted",
             branch);
        const Stmt* taken = decided->value ? branch.thenCase : branch.elseCase;
        return taken ? mutateBody(taken) : noOp(arena());
    }

    const Stmt* visit(const BufferStore& store) override
    {
        const Stmt* made = Mutator::visit(store);
        const auto& stored = to<BufferStore>(*made);
        const auto* load = as<BufferLoad>(stored.value);
        if (!load || stored.predicate || load->predicate || !isSamePlace(*load, stored))
            return made;
        tell("what is stored was loaded from the same place: the store is deleted", store);
        return noOp(arena());
    }

    bool isSamePlace(const BufferLoad& load, const BufferStore& store)
    {
        const Buffer& from = *load.buffer;
        const Buffer& into = *store.buffer;
        return from.data == into.data && from.dtype == into.dtype && isSame(load.indices, store.indices) &&
               isSame(from.elemOffset, into.elemOffset) && isSame(from.shape, into.shape) &&
               isSame(from.strides, into.strides);
    }
    bool isSame(const Expr* a, const Expr* b)
    {
        UniqueExprs& exprs = analyzer().core().exprs;
        return exprs.of(a) == exprs.of(b);
    }
    bool isSame(ExprList a, ExprList b)
    {
        return std::ranges::equal(a, b, [this](const Expr* x, const Expr* y) { return isSame(x, y); });
    }

    void tell(const char* message, const Node& node)
    {
        if (m_watch)
            m_watch(message, node);
    }

    SimplifyWatch m_watch;
};

} // namespace

const PrimFunc* simplifyStatements(Arena& arena, const PrimFunc& function, AnalyzerOptions options,
                                   const SimplifyWatch& watch)
{
    return withBody(arena, function, StatementSimplifier(arena, options, watch).simplify(function));
}

const Stmt* simplifyStatements(Arena& arena, const Stmt* stmt, AnalyzerOptions options)
{
    return StatementSimplifier(arena, options, {}).simplify(stmt);
}

} // namespace tir::arith
