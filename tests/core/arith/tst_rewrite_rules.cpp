/// Every rewrite rule is a law: what it makes of an expression has the same value, for all small values of its
/// letters and for random large ones. Laws of TVM that are wrong have a counterexample here, and are left out
/// in sound mode.

#include "core/arith/analyzer_core.h"
#include "core/arith/rewrite/rule.h"
#include "core/script/printing/printer.h"
#include "tests/core/arith/evaluator.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <random>

using namespace tir;
using namespace tir::arith;
using namespace tir::testing;

namespace {

constexpr int Lanes = 4;
constexpr int SmallLimit = 3;
/// Of one rule; more combinations than these are sampled.
constexpr int MaxInstances = 600;
constexpr int ValuesPerInstance = 40;
constexpr int MaxLargeInstances = 40;

std::string nameOf(const RuleTable& table, const CompiledRule& rule, size_t number)
{
    return std::string(table.name) + " " + std::to_string(number) + ": " + std::string(rule.rule->from);
}

/// The pattern of a rule with something in place of its letters.
class Instance {
public:
    Instance(const CompiledRule& rule, DType type, bool isSound)
        : m_rule(rule),
          m_type(type),
          m_core({.isSound = isSound})
    {
        m_letters.resize(rule.letters.count());
        m_isCondition.resize(rule.letters.count());
        findConditions(0 + rootIndex(), false);
    }

    /// Gives every letter a variable or a number.
    void choose(std::mt19937_64& random)
    {
        static constexpr ConstIntBound Bounds[] = {
            {-SmallLimit, SmallLimit}, {-SmallLimit, SmallLimit}, {0, 4}, {1, 3}, {0, 1}, {0, 2}, {-3, -1}};
        const auto pick = [&](int count) { return int(random() % uint64_t(count)); };
        for (size_t i = 0; i < m_letters.size(); ++i) {
            const bool isConstant = Letters::isConstant(m_rule.letters.name(i));
            if (m_isCondition[i]) {
                m_letters[i] = variable(Bool, {0, 1});
            } else if (isConstant) {
                m_letters[i] = m_core.exprs.number(m_type, pick(13) - 4);
            } else if (const int kind = pick(10); kind == 0 && i > 0 && !m_isCondition[i - 1]) {
                m_letters[i] = m_letters[i - 1]; // the same or, for a constant, its negation
                if (const auto* number = as<IntImm>(m_letters[i]); number && pick(2) == 0)
                    m_letters[i] = m_core.exprs.number(m_type, -number->value);
            } else if (kind == 1) {
                m_letters[i] = m_core.exprs.number(m_type, pick(9) - 4);
            } else if (kind == 2 || kind == 3) {
                const Expr* var = variable(m_type, {0, SmallLimit});
                m_letters[i] = m_core.exprs.binary(kind == 2 ? BinaryOp::Add : BinaryOp::Mul, var,
                                                   m_core.exprs.number(m_type, pick(4) + 1));
            } else {
                m_letters[i] = variable(m_type, Bounds[size_t(pick(int(std::size(Bounds))))]);
            }
        }
    }
    void makeUnbounded(std::mt19937_64& random)
    {
        for (size_t i = 0; i < m_letters.size(); ++i) {
            if (m_isCondition[i])
                m_letters[i] = variable(Bool, {0, 1});
            else if (Letters::isConstant(m_rule.letters.name(i)))
                m_letters[i] = m_core.exprs.number(m_type, int64_t(random() % 13) - 4);
            else
                m_letters[i] = variable(m_type, boundOfType(m_type));
        }
    }

    const Expr* source() { return built(rootIndex(), m_type); }
    const Expr* result(const Expr* source) { return m_core.rewriter.applyRule(m_rule, source); }

    struct Variable {
        const Var* var;
        ConstIntBound bound;
    };
    std::vector<Variable> variables;

private:
    size_t rootIndex() const
    {
        size_t index = 0;
        while (&m_rule.from.node(index) != &m_rule.from.root())
            ++index;
        return index;
    }

    void findConditions(size_t at, bool isCondition)
    {
        const Pattern::Node& node = m_rule.from.node(at);
        switch (node.kind) {
        case Pattern::Kind::Letter:
        case Pattern::Kind::Constant:
            m_isCondition[node.letter] = isCondition;
            break;
        case Pattern::Kind::Binary: {
            const bool isLogic = node.op == BinaryOp::And || node.op == BinaryOp::Or;
            findConditions(node.children[0], isLogic);
            findConditions(node.children[1], isLogic);
            break;
        }
        case Pattern::Kind::Not:
            findConditions(node.children[0], true);
            break;
        case Pattern::Kind::Select:
            findConditions(node.children[0], true);
            findConditions(node.children[1], isCondition);
            findConditions(node.children[2], isCondition);
            break;
        case Pattern::Kind::Ramp:
            findConditions(node.children[0], isCondition);
            findConditions(node.children[1], isCondition);
            break;
        case Pattern::Kind::Broadcast:
            findConditions(node.children[0], isCondition);
            break;
        default:
            break;
        }
    }

    /// As it is written: nothing folds.
    const Expr* built(size_t at, DType type)
    {
        UniqueExprs& exprs = m_core.exprs;
        const Pattern::Node& node = m_rule.from.node(at);
        const auto child = [&](size_t index) { return built(node.children[index], type); };
        switch (node.kind) {
        case Pattern::Kind::Letter:
        case Pattern::Kind::Constant:
            return m_letters[node.letter];
        case Pattern::Kind::Number:
            return exprs.number(type, node.number);
        case Pattern::Kind::Boolean:
            return exprs.boolean(node.number != 0);
        case Pattern::Kind::Binary:
            return exprs.binary(node.op, child(0), child(1));
        case Pattern::Kind::Not:
            return exprs.negation(child(0));
        case Pattern::Kind::Select:
            return exprs.select(child(0), child(1), child(2));
        case Pattern::Kind::Ramp:
            return exprs.ramp(child(0), child(1), Lanes);
        case Pattern::Kind::Broadcast:
            return exprs.broadcast(child(0), Lanes);
        case Pattern::Kind::Real:
            break;
        }
        return nullptr;
    }

    const Expr* variable(DType type, ConstIntBound bound)
    {
        const Var* var = m_arena.make<Var>("v", primType(m_arena, type));
        if (!type.isBool())
            m_core.updateBound(var, bound);
        variables.push_back({var, bound});
        return var;
    }

    const CompiledRule& m_rule;
    DType m_type;
    Arena m_arena;
    AnalyzerCore m_core;
    std::vector<const Expr*> m_letters;
    std::vector<bool> m_isCondition;
};

/// Rules that need the size of scalable vectors, which has no value here.
constexpr std::string_view VectorSizeLaws[] = {"a dividend below the divisor",
                                               "the possible vector sizes decide"};

/// Compares both sides for one choice of values. Nothing where the source has no value.
std::optional<bool> agree(const Expr& source, const Expr& result, const Values& values)
{
    const int lanes = source.dtype.isScalar() ? 1 : Lanes;
    for (int lane = 0; lane < lanes; ++lane) {
        const auto before = evaluate(source, values, Overflow::Fails, lane);
        if (!before)
            return std::nullopt;
        if (evaluate(result, values, Overflow::Wraps, lane) != before)
            return false;
    }
    return true;
}

std::string shown(const Expr& source, const Expr& result, const Values& values)
{
    std::string text = printExpr(source) + "  ->  " + printExpr(result) + "  with";
    for (const auto& [var, value] : values)
        text += " " + std::to_string(value);
    return text;
}

struct Trial {
    int fired = 0;
    std::string counterexample; ///< empty: not found
};

/// All values of the variables within their bounds, or a sample of them.
Trial trySmall(const CompiledRule& rule, DType type, bool isSound)
{
    std::mt19937_64 random(7);
    Trial trial;
    for (int attempt = 0; attempt < MaxInstances; ++attempt) {
        Instance instance(rule, type, isSound);
        instance.choose(random);
        const Expr* source = instance.source();
        const Expr* result = instance.result(source);
        if (!result || result == source)
            continue;
        ++trial.fired;
        for (int i = 0; i < ValuesPerInstance; ++i) {
            Values values;
            for (const Instance::Variable& each : instance.variables)
                values[each.var] =
                    each.bound.min + int64_t(random() % uint64_t(each.bound.max - each.bound.min + 1));
            if (agree(*source, *result, values) == false && trial.counterexample.empty())
                trial.counterexample = shown(*source, *result, values);
        }
    }
    return trial;
}

int64_t largeValue(std::mt19937_64& random, DType type)
{
    const uint64_t bits = random();
    switch (random() % 4) {
    case 0:
        return wrapped(type, int64_t(bits % 9) - 4);
    case 1: // next to the largest and the smallest
        return wrapped(type, int64_t((uint64_t(1) << (type.bits - 1)) - 4 + bits % 9));
    default:
        return wrapped(type, int64_t(bits) >> (bits % 64));
    }
}

Trial tryLarge(const CompiledRule& rule, DType type, bool isSound)
{
    std::mt19937_64 random(11);
    Trial trial;
    for (int attempt = 0; attempt < MaxInstances && trial.fired < MaxLargeInstances; ++attempt) {
        Instance instance(rule, type, isSound);
        instance.makeUnbounded(random);
        const Expr* source = instance.source();
        const Expr* result = instance.result(source);
        if (!result || result == source)
            continue;
        ++trial.fired;
        for (int i = 0; i < 60; ++i) {
            Values values;
            for (const Instance::Variable& each : instance.variables)
                values[each.var] =
                    each.var->dtype.isBool() ? int64_t(random() % 2) : largeValue(random, type);
            if (agree(*source, *result, values) == false && trial.counterexample.empty())
                trial.counterexample = shown(*source, *result, values);
        }
    }
    return trial;
}

} // namespace

class TestRewriteRules : public QObject {
    Q_OBJECT

private slots:
    void rulesAreLaws_data()
    {
        QTest::addColumn<int>("table");
        const auto tables = allRuleTables();
        for (size_t i = 0; i < tables.size(); ++i)
            QTest::newRow(std::string(tables[i]->name).c_str()) << int(i);
    }

    void rulesAreLaws()
    {
        QFETCH(int, table);
        const RuleTable& rules = *allRuleTables()[size_t(table)];
        size_t number = 0;
        QStringList findings;
        for (const CompiledRule& rule : compiled(rules).rules()) {
            const std::string name = nameOf(rules, rule, number++);
            const auto find = [&](const char* what, const std::string& example) {
                findings << QString::fromStdString(name + ": " + what + "\n    " + example);
            };
            const bool isOfFloats = rule.rule->from.find("0.0") != std::string_view::npos;
            if (isOfFloats || std::ranges::find(VectorSizeLaws, rule.rule->law) != std::end(VectorSizeLaws))
                continue;
            const Trial small = trySmall(rule, Int32, true);
            if (!small.counterexample.empty())
                find("is wrong", small.counterexample);
            if (small.fired == 0)
                find("was never tried", "");
            for (const DType type : {Int32, Int64})
                if (const Trial large = tryLarge(rule, type, true); !large.counterexample.empty())
                    find("overflows", large.counterexample);
            // What sound mode leaves out is wrong. (Floats, which are not exact, are not tried here.)
            const bool isLimited =
                !rule.rule->sound.empty() && rule.rule->sound.find("exact") == std::string_view::npos;
            if (isLimited && trySmall(rule, Int32, false).counterexample.empty())
                find("is limited in sound mode without need", "");
            if ((rule.rule->flags & Widens) && tryLarge(rule, Int32, false).counterexample.empty() &&
                tryLarge(rule, Int64, false).counterexample.empty())
                find("is said to overflow, and does not", "");
        }
        QVERIFY2(findings.isEmpty(), qPrintable("\n" + findings.join("\n")));
    }
};

TIR_TEST(TestRewriteRules)
#include "tst_rewrite_rules.moc"
