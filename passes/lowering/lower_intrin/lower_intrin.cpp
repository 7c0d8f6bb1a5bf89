/// lower_intrin: replaces operations that the target does not have by those that it has.
///
///     exp(x)      becomes    call_pure_extern("expf", x)    on a target of kind cuda
///     i // 8      becomes    shift_right(i, 3)
///     i // n      becomes    i / n                          if neither can be negative
///     tvm_storage_sync("warp")   becomes   cuda.warp_sync()    on cuda, in sound mode
///
/// Place: last of all, on the host and on the device; after StmtSimplify, whose rules speak of floor
///        division and which cannot analyze the results of this pass.
/// Leaves alone: operations that the target's code generator knows by their own names; on targets other
///        than cuda, llvm and c all mathematical functions (noted).

#include "passes/lowering/lower_intrin/rules.h"
#include "passes/lowering/lower_intrin/warp_barriers.h"

#include "core/analysis/warp_barriers.h"
#include "core/arith/mutator_with_analyzer.h"
#include "passes/framework/pass.h"

#include <bit>
#include <map>
#include <optional>

namespace tir::passes {
namespace {

class IntrinLowerer : public arith::MutatorWithAnalyzer {
public:
    IntrinLowerer(Arena& arena, const Target& target, bool isFastMath, bool isSound)
        : MutatorWithAnalyzer(arena, {.isSound = isSound}),
          m_rules(arena, target, isFastMath)
    {}

    /// The replacements, and how often each occurred.
    const std::map<std::string, int>& counts() const { return m_counts; }

private:
    using MutatorWithAnalyzer::visit;

    const Expr* visit(const Call& call) override
    {
        const Expr* lowered = m_rules.lower(call);
        if (!lowered)
            return MutatorWithAnalyzer::visit(call);
        const auto* made = as<Call>(lowered);
        const auto* callee = made && !made->args.empty() ? as<StringImm>(made->args[0]) : nullptr;
        count(std::string(call.op->printedName), callee ? "'" + std::string(callee->value) + "'"
                                                 : made ? std::string(made->op->printedName)
                                                        : "arithmetic");
        return mutate(lowered);
    }

    const Expr* visit(const Binary& node) override
    {
        switch (node.op) {
        case BinaryOp::FloorDiv:
            return lowerDivision(to<Binary>(*operandsLowered(node)));
        case BinaryOp::FloorMod:
            return lowerRemainder(to<Binary>(*operandsLowered(node)));
        case BinaryOp::Add:
            return lowerSum(node);
        case BinaryOp::Max:
            return lowerMaximum(node);
        case BinaryOp::EQ:
        case BinaryOp::NE:
            return lowerTestOfRemainder(node);
        case BinaryOp::Sub:
        case BinaryOp::Mul:
        case BinaryOp::Div:
        case BinaryOp::Mod:
        case BinaryOp::Min:
        case BinaryOp::LT:
        case BinaryOp::LE:
        case BinaryOp::GT:
        case BinaryOp::GE:
        case BinaryOp::And:
        case BinaryOp::Or:
            break;
        }
        return MutatorWithAnalyzer::visit(node);
    }

    const Expr* operandsLowered(const Binary& node) { return MutatorWithAnalyzer::visit(node); }

    // ---- floor division

    const Expr* lowerDivision(const Binary& node)
    {
        const DType type = node.dtype;
        if (type.isAnyFloat())
            return mutate(callOp(arena(), type, OpId::floor, {made(BinaryOp::Div, node.a, node.b)}));
        if (const auto shift = powerOfTwo(node.b)) {
            count("floor division", "a shift");
            return callOp(arena(), type, OpId::shift_right, {node.a, constant(arena(), type, *shift)});
        }
        const Expr* quotient = made(BinaryOp::Div, node.a, node.b);
        if (isNonNegative(*node.b)) {
            if (isNonNegative(*node.a) || isNonNegative(node)) {
                count("floor division", "a division: nothing is negative");
                return quotient;
            }
            if (const auto shifted = shiftedToPositive(node.a, node.b)) {
                count("floor division", "a division of a dividend made positive");
                return binary(arena(), BinaryOp::Sub, made(BinaryOp::Div, shifted->sum, node.b),
                              intImm(arena(), type, shifted->steps));
            }
            const Expr* rest = made(BinaryOp::Mod, node.a, node.b);
            count("floor division", "a division that corrects negative dividends");
            if (hasSignShift(type))
                return add(arena(), quotient, signOf(rest));
            return arena().make<Select>(isPositive(rest), quotient, minusOne(quotient));
        }
        count("floor division", "a division that tests the signs of both operands");
        const Var* rest = variable("rmod", type);
        const Var* whole = variable("rdiv", type);
        const Expr* floored = arena().make<Select>(haveOneSign(node.b, rest), whole, minusOne(whole));
        return arena().make<Let>(rest, made(BinaryOp::Mod, node.a, node.b),
                                 arena().make<Let>(whole, quotient, floored));
    }

    const Expr* lowerRemainder(const Binary& node)
    {
        const DType type = node.dtype;
        if (type.isAnyFloat()) {
            const Expr* floored = callOp(arena(), type, OpId::floor, {made(BinaryOp::Div, node.a, node.b)});
            return mutate(made(BinaryOp::Sub, node.a, made(BinaryOp::Mul, floored, node.b)));
        }
        if (const auto shift = powerOfTwo(node.b)) {
            count("floor remainder", "a mask");
            return callOp(arena(), type, OpId::bitwise_and,
                          {node.a, constant(arena(), type, (int64_t(1) << *shift) - 1)});
        }
        const Expr* rest = made(BinaryOp::Mod, node.a, node.b);
        if (isNonNegative(*node.b)) {
            if (isNonNegative(*node.a)) {
                count("floor remainder", "a remainder: nothing is negative");
                return rest;
            }
            if (const auto shifted = shiftedToPositive(node.a, node.b)) {
                count("floor remainder", "a remainder of a dividend made positive");
                return made(BinaryOp::Mod, shifted->sum, node.b);
            }
            count("floor remainder", "a remainder that corrects negative dividends");
            if (hasSignShift(type))
                return add(arena(), rest, callOp(arena(), type, OpId::bitwise_and, {node.b, signOf(rest)}));
            return arena().make<Select>(isPositive(rest), rest, add(arena(), rest, node.b));
        }
        count("floor remainder", "a remainder that tests the signs of both operands");
        const Var* named = variable("rmod", type);
        const Expr* floored =
            arena().make<Select>(haveOneSign(node.b, named), named, add(arena(), named, node.b));
        return arena().make<Let>(named, rest, floored);
    }

    /// Against zero both remainders are the same.
    const Expr* lowerTestOfRemainder(const Binary& node)
    {
        const auto* rest = as<Binary>(node.a);
        if (!rest || rest->op != BinaryOp::FloorMod || !isConstInt(node.b, 0))
            return MutatorWithAnalyzer::visit(node);
        count("floor remainder", "a remainder: only whether it is zero matters");
        const Expr* truncated = mutate(makeFrom<Binary>(*rest, BinaryOp::Mod, rest->a, rest->b));
        return makeFrom<Binary>(node, node.op, truncated, node.b);
    }

    /// A negative operand is less than the constant, whether it is rounded down or up.
    const Expr* lowerMaximum(const Binary& node)
    {
        const auto* quotient = as<Binary>(node.a);
        const auto* floor = as<IntImm>(node.b);
        if (!quotient || quotient->op != BinaryOp::FloorDiv || !floor || floor->value < 0 ||
            !isNonNegative(*quotient->b))
            return MutatorWithAnalyzer::visit(node);
        count("floor division", "a division: a negative result loses against a constant");
        const Expr* truncated = mutate(makeFrom<Binary>(*quotient, BinaryOp::Div, quotient->a, quotient->b));
        return makeFrom<Binary>(node, BinaryOp::Max, truncated, node.b);
    }

    // ---- multiply and add

    const Expr* lowerSum(const Binary& node)
    {
        const auto* right = as<Binary>(node.b);
        if (right && right->op == BinaryOp::Mul)
            return lowerMultiplyAdd(*right, node.a, node);
        const auto* left = as<Binary>(node.a);
        if (left && left->op == BinaryOp::Mul)
            return lowerMultiplyAdd(*left, node.b, node);
        return MutatorWithAnalyzer::visit(node);
    }

    const Expr* lowerMultiplyAdd(const Binary& product, const Expr* summand, const Binary& node)
    {
        const Expr* a = castOutside(product.a);
        const Expr* b = castOutside(product.b);
        if (const Expr* fused = m_rules.fusedMultiplyAdd(a, b, summand)) {
            count("multiplication and addition", "one operation");
            return mutate(fused);
        }
        if (a == product.a && b == product.b)
            return MutatorWithAnalyzer::visit(node);
        count("broadcast of a cast", "a cast of a broadcast");
        const Expr* lowered = mutate(makeFrom<Binary>(product, BinaryOp::Mul, a, b));
        return makeFrom<Binary>(node, BinaryOp::Add, lowered, mutate(summand));
    }

    /// A broadcast of a widening cast becomes a cast of a broadcast: machines have an instruction for a
    /// widening multiplication of vectors.
    const Expr* castOutside(const Expr* operand)
    {
        const auto* broadcast = as<Broadcast>(operand);
        const auto* inner = broadcast ? as<Cast>(broadcast->value) : nullptr;
        if (!inner)
            return operand;
        const DType wide = inner->dtype;
        const DType narrow = inner->value->dtype;
        const auto isInteger = [](DType type) { return type.isInt() || type.isUInt(); };
        const bool isWidening =
            wide.bits == narrow.bits * 2 || (isInteger(wide) && isInteger(narrow) && wide.bits > narrow.bits);
        if (!isWidening)
            return operand;
        const Expr* spread = makeFrom<Broadcast>(*broadcast, inner->value, broadcast->dtype.lanes);
        return makeFrom<Cast>(*inner, broadcast->dtype, spread);
    }

    // ---- parts

    bool isNonNegative(const Expr& expr) { return analyzer().constIntBound(&expr).min >= 0; }

    /// As in TVM, only of a scalar.
    static std::optional<int> powerOfTwo(const Expr* divisor)
    {
        const auto* constant = as<IntImm>(divisor);
        if (!constant || constant->value <= 0 || !std::has_single_bit(uint64_t(constant->value)))
            return std::nullopt;
        return std::countr_zero(uint64_t(constant->value));
    }

    struct Shifted {
        const Expr* sum;
        int64_t steps;
    };

    /// `dividend` plus the smallest multiple of a constant divisor that makes it non-negative; nothing if
    /// the sum may leave the type.
    std::optional<Shifted> shiftedToPositive(const Expr* dividend, const Expr* divisor)
    {
        const auto* constant = as<IntImm>(divisor);
        if (!constant || constant->value <= 0)
            return std::nullopt;
        const int64_t step = constant->value;
        const arith::ConstIntBound whole = arith::boundOfType(dividend->dtype);
        const arith::ConstIntBound bound = analyzer().constIntBound(dividend);
        if (bound.min == arith::ConstIntBound::NegInf || bound.min < -(whole.max - step))
            return std::nullopt;
        const int64_t steps = (-bound.min + step - 1) / step;
        if (steps > whole.max / step || bound.max > whole.max - steps * step)
            return std::nullopt;
        return Shifted{add(arena(), dividend, intImm(arena(), dividend->dtype, steps * step)), steps};
    }

    const Expr* made(BinaryOp op, const Expr* a, const Expr* b) { return arena().make<Binary>(op, a, b); }
    const Expr* zero(const Expr* like) { return constant(arena(), like->dtype, 0); }
    const Expr* isPositive(const Expr* value) { return binary(arena(), BinaryOp::GE, value, zero(value)); }
    const Expr* minusOne(const Expr* value)
    {
        return binary(arena(), BinaryOp::Sub, value, constant(arena(), value->dtype, 1));
    }
    const Var* variable(std::string_view name, DType type)
    {
        return arena().make<Var>(name, primType(arena(), type));
    }

    static bool hasSignShift(DType type) { return type == Int32 || type == Int64; }
    /// -1 for negative numbers, else 0.
    const Expr* signOf(const Expr* value)
    {
        return callOp(arena(), value->dtype, OpId::shift_right,
                      {value, intImm(arena(), value->dtype, value->dtype.bits - 1)});
    }

    const Expr* haveOneSign(const Expr* divisor, const Expr* rest)
    {
        const auto compare = [&](BinaryOp op, const Expr* value) {
            return binary(arena(), op, value, zero(value));
        };
        const auto both = [&](const Expr* a, const Expr* b) { return binary(arena(), BinaryOp::And, a, b); };
        return binary(arena(), BinaryOp::Or,
                      both(compare(BinaryOp::GE, divisor), compare(BinaryOp::GE, rest)),
                      both(compare(BinaryOp::LT, divisor), compare(BinaryOp::LE, rest)));
    }

    void count(std::string what, const std::string& into)
    {
        ++m_counts[std::move(what) + " becomes " + into];
    }

    IntrinsicRules m_rules;
    std::map<std::string, int> m_counts;
};

FunctionOutcome lower(const PrimFunc& function, const std::unordered_set<const Call*>& divergentBarriers,
                      PassContext& context)
{
    const Target* target = targetOf(function);
    if (!target)
        return PassError{.message = "the function has no target, and what to lower depends on it",
                         .node = &function};
    IntrinLowerer lowerer(context.arena(), *target, context.configFlag("tirx.enable_fast_math"),
                          context.mode() == Mode::Sound);
    const Stmt* body = lowerer.mutate(lowerWarpBarriers(function.body, *target, divergentBarriers, context));
    for (const auto& [what, count] : lowerer.counts())
        context.note(std::to_string(count) + " × " + what, &function);
    if (body == function.body)
        context.note("nothing to lower: target " + std::string(target->kindName) +
                         " has every operation of the function",
                     &function);
    return withBody(context.arena(), function, body);
}

PassOutcome run(const Module& module, PassContext& context)
{
    const std::unordered_set<const Call*> divergentBarriers = divergentWarpBarriers(module);
    const auto lowerFunction = functionPass([&](const PrimFunc& function, PassContext& functionContext) {
        return lower(function, divergentBarriers, functionContext);
    });
    return lowerFunction(module, context);
}

} // namespace

PassInfo lowerIntrin()
{
    return {.name = "LowerIntrin",
            .summary = "Replace operations that the target does not have",
            .required = {{ModuleProperty::Targets, "every target has its own rules"},
                         {ModuleProperty::HostCalls,
                          "the sizes and offsets of spelled out calls are arithmetic to be lowered"}},
            .run = run};
}

} // namespace tir::passes
