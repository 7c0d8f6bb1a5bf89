#include "passes/loops/vectorize_loop/lanes.h"

#include "core/arith/same_expr.h"
#include "core/ir/mutator.h"

#include <algorithm>
#include <cstdlib>

namespace tir::passes {
namespace {

/// Adds the predicate of a condition `Ramp(base, 1, n) < Broadcast(limit, n)` to accesses.
class Predicator : public Mutator {
public:
    Predicator(Arena& arena, const Expr* base, const Expr* limit)
        : Mutator(arena),
          m_base(base),
          m_limit(limit)
    {}

    bool coversAll() const { return m_covered > 0 && m_covered == m_accesses; }

private:
    using Mutator::visit;

    const Expr* visit(const BufferLoad& load) override
    {
        const Expr* made = Mutator::visit(load);
        const Expr* predicate = predicateOf(load.indices);
        if (!predicate)
            return made;
        const auto& kept = to<BufferLoad>(*made);
        return makeFrom<BufferLoad>(load, kept.dtype, kept.buffer, kept.indices, predicate);
    }

    const Stmt* visit(const BufferStore& store) override
    {
        const Stmt* made = Mutator::visit(store);
        const Expr* predicate = predicateOf(store.indices);
        if (!predicate)
            return made;
        const auto& kept = to<BufferStore>(*made);
        return makeFrom<BufferStore>(store, kept.buffer, kept.value, kept.indices, predicate);
    }

    /// Null when the access is another one.
    const Expr* predicateOf(ExprList indices)
    {
        ++m_accesses;
        const auto* ramp = indices.empty() ? nullptr : as<Ramp>(indices[0]);
        if (!ramp || !isSameExpr(*ramp->base, *m_base))
            return nullptr;
        ++m_covered;
        return callOp(arena(), DType{TypeCode::UInt, 1, ramp->dtype.lanes}, OpId::get_active_lane_mask,
                      {m_base, m_limit});
    }

    const Expr* m_base;
    const Expr* m_limit;
    int m_accesses = 0;
    int m_covered = 0;
};

} // namespace

int moreLanes(int a, int b)
{
    return std::abs(a) >= std::abs(b) ? a : b;
}

const Expr* broadcastTo(Arena& arena, const Expr* expr, int lanes)
{
    if (expr->dtype.lanes == lanes)
        return expr;
    const auto* broadcast = as<Broadcast>(expr);
    TIR_CHECK(broadcast || expr->dtype.isScalar())
        << "a vector of " << int(expr->dtype.lanes) << " lanes cannot have " << lanes;
    return arena.make<Broadcast>(broadcast ? broadcast->value : expr, lanes);
}

void equalize(Arena& arena, const Expr*& a, const Expr*& b)
{
    const int lanes = moreLanes(a->dtype.lanes, b->dtype.lanes);
    a = broadcastTo(arena, a, lanes);
    b = broadcastTo(arena, b, lanes);
}

const Expr* sum(Arena& arena, BinaryOp op, const Expr* a, const Expr* b)
{
    const auto* rampA = as<Ramp>(a);
    const auto* rampB = as<Ramp>(b);
    if (rampB && a->dtype.isScalar())
        return arena.make<Ramp>(binary(arena, op, a, rampB->base),
                                binary(arena, op, intImm(arena, rampB->stride->dtype, 0), rampB->stride),
                                rampB->dtype.lanes);
    if (rampA && b->dtype.isScalar())
        return arena.make<Ramp>(binary(arena, op, rampA->base, b), rampA->stride, rampA->dtype.lanes);
    equalize(arena, a, b);
    return binary(arena, op, a, b);
}

const Expr* product(Arena& arena, arith::Analyzer& analyzer, const Expr* a, const Expr* b)
{
    const auto scaled = [&](const Ramp* ramp, const Expr* factor) -> const Expr* {
        if (!ramp || !factor->dtype.isScalar() || !analyzer.canProveGreaterEqual(factor, 1))
            return nullptr;
        return arena.make<Ramp>(mul(arena, ramp->base, factor), mul(arena, ramp->stride, factor),
                                ramp->dtype.lanes);
    };
    const Expr* made = scaled(as<Ramp>(a), b);
    return made ? made : scaled(as<Ramp>(b), a);
}

const Expr* lane(Arena& arena, const Expr* vector, int index)
{
    if (vector->dtype.isScalar())
        return vector;
    if (const auto* broadcast = as<Broadcast>(vector))
        return broadcast->value;
    const std::vector<const Expr*> vectors{vector};
    const std::vector<const Expr*> indices{int32(arena, index)};
    return arena.make<Shuffle>(arena.copy(vectors), arena.copy(indices));
}

std::optional<const Stmt*> withPredicates(Arena& arena, const Stmt* stmt, const Expr* condition)
{
    const auto* less = as<Binary>(condition);
    const auto* ramp = less && less->op == BinaryOp::LT ? as<Ramp>(less->a) : nullptr;
    const auto* limit = ramp ? as<Broadcast>(less->b) : nullptr;
    if (!limit)
        return std::nullopt;
    Predicator predicator(arena, ramp->base, limit->value);
    const Stmt* made = predicator.mutate(stmt);
    return predicator.coversAll() ? std::optional(made) : std::nullopt;
}

bool isVectorizable(const Op& op)
{
    static constexpr OpId Vectorizable[] = {OpId::bitwise_and,
                                            OpId::bitwise_not,
                                            OpId::bitwise_or,
                                            OpId::bitwise_xor,
                                            OpId::call_llvm_pure_intrin,
                                            OpId::ceil,
                                            OpId::cos,
                                            OpId::cosh,
                                            OpId::exp,
                                            OpId::exp10,
                                            OpId::exp2,
                                            OpId::fabs,
                                            OpId::floor,
                                            OpId::fma,
                                            OpId::likely,
                                            OpId::log,
                                            OpId::log10,
                                            OpId::log2,
                                            OpId::popcount,
                                            OpId::pow,
                                            OpId::q_multiply_shift,
                                            OpId::q_multiply_shift_per_axis,
                                            OpId::round,
                                            OpId::shift_left,
                                            OpId::shift_right,
                                            OpId::sigmoid,
                                            OpId::sin,
                                            OpId::sinh,
                                            OpId::sqrt,
                                            OpId::tan,
                                            OpId::tanh,
                                            OpId::texture2d_load,
                                            OpId::texture2d_store,
                                            OpId::trunc};
    return std::ranges::binary_search(Vectorizable, op.id);
}

} // namespace tir::passes
