/// renormalize_split_pattern: writes the indices that splitting of loops produces in the form that simplification
/// folds best.
///
///     (k * 128 + tx) // 8    becomes    k * 16 + tx // 8
///     k * 128 + tx < 200     becomes    k * 16 + tx // 8 < 25       (with the simplification that follows)
///
/// Place: between unroll_loop and stmt_simplify.
/// Leaves alone: divisions and comparisons by what is not a constant; in sound mode, comparisons of floats, and
/// divisions of sums that may wrap.

#include "core/arith/const_int_bound.h"
#include "core/arith/modular_set.h"
#include "core/arith/mutator_with_analyzer.h"
#include "passes/framework/pass.h"

namespace tir::passes {
namespace {

constexpr int MaxDepth = 5; ///< of rules on the results of rules

class SplitRenormalizer : public arith::MutatorWithAnalyzer {
public:
    SplitRenormalizer(Arena& arena, bool isSound)
        : MutatorWithAnalyzer(arena, {.isSound = isSound}),
          m_isSound(isSound)
    {}

private:
    using MutatorWithAnalyzer::visit;

    /// `value` as a constant: a scalar, or in every lane.
    static const IntImm* constantOf(const Expr* expr)
    {
        const auto* broadcast = as<Broadcast>(expr);
        return as<IntImm>(broadcast ? broadcast->value : expr);
    }

    static const Binary* asBinary(BinaryOp op, const Expr* expr)
    {
        const auto* binary = as<Binary>(expr);
        return binary && binary->op == op ? binary : nullptr;
    }

    const Expr* number(const Expr* like, int64_t value) { return constant(arena(), like->dtype, value); }

    const Expr* rewrittenAgain(const Expr* expr)
    {
        if (m_depth >= MaxDepth)
            return expr;
        ++m_depth;
        const Expr* made = mutate(expr);
        --m_depth;
        return made;
    }

    const Expr* visit(const Binary& node) override
    {
        if (!isOrdered(node))
            return MutatorWithAnalyzer::visit(node);
        switch (node.op) {
        case BinaryOp::FloorDiv:
            return quotient(node);
        case BinaryOp::LT:
            return less(node, node.a, node.b);
        case BinaryOp::GT:
            return less(node, node.b, node.a);
        case BinaryOp::LE:
            return notLess(node, node.b, node.a);
        case BinaryOp::GE:
            return notLess(node, node.a, node.b);
        default:
            return MutatorWithAnalyzer::visit(node);
        }
    }

    const Expr* quotient(const Binary& node)
    {
        const Expr* a = mutate(node.a);
        const Expr* b = mutate(node.b);
        const IntImm* divisor = constantOf(b);
        if (divisor)
            if (const Expr* made = dividedBy(a, b, divisor->value))
                return rewrittenAgain(made);
        return a == node.a && b == node.b ? &node : floorDiv(arena(), a, b);
    }

    /// Null when no rule applies.
    const Expr* dividedBy(const Expr* a, const Expr* b, int64_t divisor)
    {
        if (const Binary* remainder = asBinary(BinaryOp::FloorMod, a)) {
            // x % c3 // c2 = x // c2 % (c3 // c2), unless the signs of c2 and c3 differ
            const IntImm* modulus = constantOf(remainder->b);
            const bool isWrapped = b->dtype.isUInt() && divisor < 0; // from 2^63 on
            const bool isRight = !m_isSound || (modulus && (modulus->value > 0) == (divisor > 0));
            if (modulus && divisor != 0 && !isWrapped && isRight && modulus->value % divisor == 0)
                return binary(arena(), BinaryOp::FloorMod, floorDiv(arena(), remainder->a, b),
                              number(remainder->b, modulus->value / divisor));
        }
        // (x * c1 + y [+ z]) // c2, with the common divisor taken out of c1 and c2
        const Binary* sum = asBinary(BinaryOp::Add, a);
        const Binary* inner = sum ? asBinary(BinaryOp::Add, sum->a) : nullptr;
        if (!sum || divisor <= 0)
            return nullptr;
        if (const Expr* made = withoutCommonFactor(sum->a, sum->b, b, divisor))
            return made;
        return inner ? withoutCommonFactor(inner->a, add(arena(), inner->b, sum->b), b, divisor) : nullptr;
    }

    const Expr* withoutCommonFactor(const Expr* product, const Expr* rest, const Expr* b, int64_t divisor)
    {
        const Binary* scaled = asBinary(BinaryOp::Mul, product);
        const IntImm* scale = scaled ? constantOf(scaled->b) : nullptr;
        const int64_t common = scale && scale->value > 0 ? arith::zeroAwareGcd(scale->value, divisor) : 1;
        if (common <= 1 || (m_isSound && mayWrap(*scaled, rest)))
            return nullptr;
        const Expr* first = mul(arena(), scaled->a, number(scaled->b, scale->value / common));
        const Expr* second = floorDiv(arena(), rest, number(b, common));
        return floorDiv(arena(), add(arena(), first, second), number(b, divisor / common));
    }

    /// Whether the sum of both can be outside of its type, where a quotient of it is another number than the sum of
    /// quotients.
    bool mayWrap(const Binary& product, const Expr* rest)
    {
        const auto boundOf = [this](const Expr* expr) { return analyzer().constIntBound(expr); };
        const arith::ConstIntBound ofProduct =
            combineBounds(BinaryOp::Mul, boundOf(product.a), boundOf(product.b));
        const arith::ConstIntBound ofRest = boundOf(rest);
        return arith::wraps(product.dtype) &&
               !(fits(ofProduct, product.dtype) && fits(ofRest, product.dtype) &&
                 fits(combineBounds(BinaryOp::Add, ofProduct, ofRest), product.dtype));
    }

    /// x < c = x // c < 1
    const Expr* less(const Binary& node, const Expr* left, const Expr* right)
    {
        const Expr* a = mutate(left);
        const Expr* b = mutate(right);
        const auto* limit = as<IntImm>(b);
        if (limit && (limit->value > 1 || (limit->value == 1 && as<IntImm>(a))))
            return rewrittenAgain(binary(arena(), BinaryOp::LT, floorDiv(arena(), a, b), number(b, 1)));
        return a == node.a && b == node.b ? &node : makeFrom<Binary>(node, BinaryOp::LT, a, b);
    }

    const Expr* notLess(const Binary& node, const Expr* left, const Expr* right)
    {
        const Expr* made = negated(less(*arena().make<Binary>(BinaryOp::LT, left, right), left, right));
        const Binary* atMost = asBinary(BinaryOp::LE, made);
        return atMost && atMost->a == node.a && atMost->b == node.b ? &node : made;
    }

    const Expr* visit(const Not& node) override
    {
        const Expr* value = mutate(node.value);
        const Expr* made = negated(value);
        return value == node.value && made->kind == NodeKind::Not ? &node : made;
    }

    /// Whether one of `a < b` and `b <= a` holds. TVM overlooks that what is not a number is neither.
    bool isOrdered(const Binary& comparison) const
    {
        const bool isOfOrder = comparison.op >= BinaryOp::LT && comparison.op <= BinaryOp::GE;
        return !m_isSound || !isOfOrder || !comparison.a->dtype.isAnyFloat();
    }

    /// Comparisons and conjunctions take the negation in.
    const Expr* negated(const Expr* condition)
    {
        if (const auto* inner = as<Not>(condition))
            return inner->value;
        const auto* binary = as<Binary>(condition);
        if (binary && !isOrdered(*binary))
            return arena().make<Not>(condition);
        const auto make = [&](BinaryOp op, const Expr* a, const Expr* b) {
            return arena().make<Binary>(op, a, b);
        };
        switch (binary ? binary->op : BinaryOp::Add) {
        case BinaryOp::LT:
            return make(BinaryOp::LE, binary->b, binary->a);
        case BinaryOp::LE:
            return make(BinaryOp::LT, binary->b, binary->a);
        case BinaryOp::GT:
            return make(BinaryOp::LE, binary->a, binary->b);
        case BinaryOp::GE:
            return make(BinaryOp::LT, binary->a, binary->b);
        case BinaryOp::EQ:
            return make(BinaryOp::NE, binary->a, binary->b);
        case BinaryOp::NE:
            return make(BinaryOp::EQ, binary->a, binary->b);
        case BinaryOp::And:
            return make(BinaryOp::Or, negated(binary->a), negated(binary->b));
        case BinaryOp::Or:
            return make(BinaryOp::And, negated(binary->a), negated(binary->b));
        default:
            return arena().make<Not>(condition);
        }
    }

    bool m_isSound;
    int m_depth = 0;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const Stmt* body =
        SplitRenormalizer(context.arena(), context.mode() == Mode::Sound).mutate(function.body);
    context.note(body == function.body ? "nothing to do: no division or comparison is by a constant"
                                       : "divisions and comparisons by constants are in the form that "
                                         "simplification expects",
                 &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo renormalizeSplitPattern()
{
    return {.name = "RenormalizeSplitPattern",
            .summary = "Write divisions and comparisons in the form that simplification folds best",
            .opens = Chapter::CleanUp,
            .run = functionPass(run)};
}

} // namespace tir::passes
