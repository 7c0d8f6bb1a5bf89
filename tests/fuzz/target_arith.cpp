/// Random integer expressions under random facts: the analyzer ends without a crash, in both modes. In sound mode,
/// simplification preserves their values, and the results of the analyzer hold.

#include "core/arith/analyzer.h"
#include "core/ir/integers.h"
#include "core/ir/make.h"
#include "core/script/printing/printer.h"
#include "tests/core/arith/evaluator.h"
#include "tests/fuzz/byte_source.h"
#include "tests/fuzz/fuzz_targets.h"

#include <array>

namespace tir::testing {
namespace {

constexpr int MaxDepth = 4;
constexpr int Trials = 24;

/// Mostly small numbers, at times with some next to the ends of the type. Values of expressions that overflow are not
/// compared.
class Problem {
public:
    Problem(ByteSource& source, arith::AnalyzerOptions options)
        : m_source(source),
          m_options(options),
          m_type(source.oneOf({Int32, Int32, Int64, UInt32})),
          m_hasExtremes(source.oneIn(4)),
          m_analyzer(m_arena, options)
    {
        static constexpr std::array Names{"i", "j", "n"};
        for (size_t k = 0; k < Names.size(); ++k) {
            const Var* var = m_arena.make<Var>(Names[k], primType(m_arena, m_type));
            const int first = m_source.oneIn(2) ? 0 : m_source.between(m_type.isUInt() ? 0 : -6, 6);
            const int extent = m_source.oneOf({1, 2, 3, 4, 8, 12, 16});
            m_vars[k] = {var, first, extent};
            if (m_source.oneIn(4))
                m_analyzer.updateBound(var, {first, first + extent - 1});
            else
                m_analyzer.bind(var, intImm(m_arena, m_type, first), intImm(m_arena, m_type, extent));
        }
    }

    void check()
    {
        const Expr* condition = m_source.oneIn(2) ? boolean(2) : nullptr;
        const Expr* expr = m_source.oneIn(3) ? boolean(MaxDepth) : numberOf(MaxDepth);
        std::optional<arith::Constraint> constraint;
        if (condition)
            constraint.emplace(m_analyzer.enterConstraint(condition));
        const Expr* simplified = m_analyzer.simplify(expr);
        const Expr* rewritten = m_analyzer.rewriteSimplify(expr);
        const Expr* canonical = m_analyzer.canonicalSimplify(expr);
        const bool isCondition = expr->dtype.isBool();
        const bool isProved = isCondition && m_analyzer.canProve(expr, arith::ProofStrength::SymbolicBound);
        const arith::ConstIntBound bound =
            isCondition ? arith::ConstIntBound() : m_analyzer.constIntBound(expr);
        const arith::ModularSet set = isCondition ? arith::ModularSet() : m_analyzer.modularSet(expr);
        for (int trial = 0; m_options.isSound && trial < Trials; ++trial) {
            const Values values = someValues(trial);
            if (condition && evaluate(*condition, values) != 1)
                continue;
            const std::optional<int64_t> value = evaluate(*expr, values, Overflow::Fails);
            if (!value)
                continue;
            const auto say = [&](const Expr* made) {
                return printExpr(*expr) + (condition ? " under " + printExpr(*condition) : "") + " became " +
                       printExpr(*made) + text(values) + optionsText();
            };
            for (const Expr* made : {simplified, rewritten, canonical})
                TIR_CHECK(evaluate(*made, values) == value) << say(made);
            TIR_CHECK(!isProved || *value) << "proved: " << say(expr);
            if (isCondition)
                continue;
            TIR_CHECK((bound.min <= *value || bound.min == arith::ConstIntBound::NegInf) &&
                      *value <= bound.max)
                << "out of bounds: " << say(expr);
            TIR_CHECK(set.coeff == 0 ? *value == set.base : floorModulo(*value, set.coeff) == set.base)
                << "not in the modular set: " << say(expr);
        }
    }

private:
    struct Variable {
        const Var* var;
        int first;
        int extent;
    };

    const Expr* number(int64_t value)
    {
        return intImm(m_arena, m_type, m_type.isUInt() && value < 0 ? -(value + 1) : value);
    }
    /// Near the ends of the type, or a power of two whose square does not fit.
    const Expr* extreme()
    {
        const int64_t largest = int64_t(uint64_t(INT64_MAX) >> (63 - (m_type.bits - m_type.isInt())));
        return number(m_source.oneOf({largest, largest - 1, -largest, -largest - 1, largest / 2 + 1,
                                      int64_t(1) << (m_type.bits / 2), int64_t(46341)}));
    }
    const Expr* constant()
    {
        if (m_hasExtremes && m_source.oneIn(3))
            return extreme();
        return number(m_source.oneOf({1, 2, 3, 4, 5, 6, 8, 16, 0, -1, -2, -3, -8}));
    }
    const Expr* divisor(int depth)
    {
        if (m_source.oneIn(4))
            return numberOf(depth);
        const Expr* made = m_hasExtremes && m_source.oneIn(3)
                               ? extreme()
                               : number(m_source.oneOf({2, 3, 4, 6, 8, 16, 1, -2, -3}));
        return isConstInt(made, 0) ? number(1) : made;
    }
    const Expr* leaf() { return m_source.oneIn(4) ? constant() : m_vars[m_source.below(m_vars.size())].var; }

    const Expr* numberOf(int depth)
    {
        if (depth == 0 || m_source.isEmpty())
            return leaf();
        const auto made = [&](BinaryOp op, const Expr* a, const Expr* b) {
            const bool divides = op != BinaryOp::Add && op != BinaryOp::Sub && op != BinaryOp::Mul &&
                                 op != BinaryOp::Min && op != BinaryOp::Max;
            return divides && isConstInt(b, 0) ? a : binary(m_arena, op, a, b);
        };
        const size_t choice = m_source.below(12);
        const Expr* a = numberOf(depth - 1);
        switch (choice) {
        case 0:
        case 1:
            return made(BinaryOp::Add, a, numberOf(depth - 1));
        case 2:
            return made(BinaryOp::Sub, a, numberOf(depth - 1));
        case 3:
        case 4:
            return made(BinaryOp::Mul, a, constant());
        case 5:
            return made(BinaryOp::FloorDiv, a, divisor(depth - 1));
        case 6:
            return made(BinaryOp::FloorMod, a, divisor(depth - 1));
        case 7:
            return made(m_source.oneIn(2) ? BinaryOp::Div : BinaryOp::Mod, a, divisor(depth - 1));
        case 8:
            return made(m_source.oneIn(2) ? BinaryOp::Min : BinaryOp::Max, a, numberOf(depth - 1));
        case 9:
            return m_arena.make<Select>(boolean(depth - 1), a, numberOf(depth - 1));
        default:
            return made(m_source.oneIn(2) ? BinaryOp::Add : BinaryOp::Sub, a, constant());
        }
    }

    const Expr* boolean(int depth)
    {
        const size_t choice = depth == 0 ? 0 : m_source.below(6);
        if (choice == 4)
            return m_arena.make<Not>(boolean(depth - 1));
        if (choice == 5)
            return m_arena.make<Binary>(m_source.oneIn(2) ? BinaryOp::And : BinaryOp::Or, boolean(depth - 1),
                                        boolean(depth - 1));
        const BinaryOp op = m_source.oneOf(
            {BinaryOp::LT, BinaryOp::LE, BinaryOp::GT, BinaryOp::GE, BinaryOp::EQ, BinaryOp::NE});
        const int inner = std::max(depth - 1, 0);
        const Expr* a = numberOf(inner);
        return m_arena.make<Binary>(op, a, m_source.oneIn(2) ? constant() : numberOf(inner));
    }

    /// The ends first, then numbers in between.
    Values someValues(int trial)
    {
        Values values;
        int rest = trial;
        for (const Variable& each : m_vars) {
            const int inside =
                trial < 8 ? (rest % 2) * (each.extent - 1) : (trial * 7 + rest * 3) % each.extent;
            values[each.var] = each.first + inside;
            rest /= 2;
        }
        return values;
    }
    std::string text(const Values& values) const
    {
        std::string text;
        for (const Variable& each : m_vars)
            text += ", " + std::string(each.var->name) + " = " + std::to_string(values.at(each.var)) +
                    " in [" + std::to_string(each.first) + ", " + std::to_string(each.first + each.extent) +
                    ")";
        return text;
    }

    std::string optionsText() const
    {
        const auto named = [](bool isOn, const char* name) { return isOn ? std::string(", ") + name : ""; };
        return named(m_options.transitivelyProveInequalities, "transitive") +
               named(m_options.convertBooleanToAndOfOrs, "and of ors") +
               named(m_options.applyConstraintsToBooleanBranches, "constraints in branches") +
               named(m_options.comparisonOfProductAndSum, "products and sums");
    }

    ByteSource& m_source;
    arith::AnalyzerOptions m_options;
    DType m_type;
    bool m_hasExtremes;
    Arena m_arena;
    arith::Analyzer m_analyzer;
    std::array<Variable, 3> m_vars{};
};

} // namespace

void checkArith(FuzzBytes bytes)
{
    ByteSource source(bytes);
    const arith::AnalyzerOptions options{.isSound = !source.oneIn(3),
                                         .transitivelyProveInequalities = source.oneIn(3),
                                         .convertBooleanToAndOfOrs = source.oneIn(4),
                                         .applyConstraintsToBooleanBranches = source.oneIn(4),
                                         .comparisonOfProductAndSum = source.oneIn(4)};
    while (!source.isEmpty())
        Problem(source, options).check();
}

} // namespace tir::testing
