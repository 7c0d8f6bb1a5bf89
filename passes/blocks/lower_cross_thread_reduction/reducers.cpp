#include "passes/blocks/lower_cross_thread_reduction/reducers.h"

#include "core/arith/same_expr.h"
#include "core/ir/limits.h"

#include <algorithm>
#include <string>

namespace tir::passes {
namespace {

/// A reducer for accumulators of given types: `x` are the accumulators, `y` the values that are combined with them.
struct Reducer {
    std::string_view name;
    std::vector<const Var*> x;
    std::vector<const Var*> y;
    std::vector<const Expr*> results;
    std::vector<const Expr*> identities; ///< null if the type has no such value
};

class ReducerTable {
public:
    ReducerTable(Arena& arena, const std::vector<const Expr*>& identities) : m_arena(arena)
    {
        for (size_t i = 0; i < identities.size(); ++i) {
            const DType type = identities[i]->dtype;
            m_x.push_back(variable("x", i, type));
            m_y.push_back(variable("y", i, type));
        }
    }

    std::vector<Reducer> all() const
    {
        switch (m_x.size()) {
        case 1:
            return ofOne();
        case 2:
            return ofTwo();
        default:
            return {};
        }
    }

private:
    std::vector<Reducer> ofOne() const
    {
        const DType type = m_x[0]->dtype;
        const auto simple = [&](std::string_view name, BinaryOp op, const Expr* identity) {
            return reducer(name, {pair(op, 0)}, {identity});
        };
        return {simple("sum", BinaryOp::Add, number(type, 0)),
                simple("product", BinaryOp::Mul, number(type, 1)),
                simple("minimum", BinaryOp::Min, maxValue(m_arena, type)),
                simple("maximum", BinaryOp::Max, minValue(m_arena, type))};
    }

    std::vector<Reducer> ofTwo() const
    {
        const DType index = m_x[0]->dtype;
        const DType value = m_x[1]->dtype;
        const Expr* none = number(index, -1);
        const Expr* least = minValue(m_arena, value);
        const Expr* greatest = maxValue(m_arena, value);
        std::vector<Reducer> reducers{reducer("sums", {pair(BinaryOp::Add, 0), pair(BinaryOp::Add, 1)},
                                              {number(index, 0), number(value, 0)})};
        const auto choice = [&](std::string_view name, const Expr* prefersLeft, const Expr* start) {
            reducers.push_back(
                reducer(name, {chosen(prefersLeft, 0), chosen(prefersLeft, 1)}, {none, start}));
        };
        choice("argmax", pair(BinaryOp::GE, 1), least);
        choice("argmax", firstOf(BinaryOp::GT), least);
        choice("argmin", pair(BinaryOp::LE, 1), greatest);
        choice("argmin", firstOf(BinaryOp::LT), greatest);
        return reducers;
    }

    Reducer reducer(std::string_view name, std::vector<const Expr*> results,
                    std::vector<const Expr*> identities) const
    {
        return {name, m_x, m_y, std::move(results), std::move(identities)};
    }

    const Var* variable(std::string_view letter, size_t index, DType type) const
    {
        return m_arena.make<Var>(m_arena.intern(std::string(letter) + std::to_string(index)),
                                 primType(m_arena, type));
    }
    const Expr* number(DType type, int64_t value) const { return constant(m_arena, type, value); }
    const Expr* pair(BinaryOp op, size_t i) const { return m_arena.make<Binary>(op, m_x[i], m_y[i]); }
    const Expr* chosen(const Expr* prefersLeft, size_t i) const
    {
        return m_arena.make<Select>(prefersLeft, m_x[i], m_y[i]);
    }
    /// The left value is better, or equal and has the smaller index.
    const Expr* firstOf(BinaryOp better) const
    {
        const Expr* isFirst =
            m_arena.make<Binary>(BinaryOp::And, pair(BinaryOp::EQ, 1), pair(BinaryOp::LT, 0));
        return m_arena.make<Binary>(BinaryOp::Or, pair(better, 1), isFirst);
    }

    Arena& m_arena;
    std::vector<const Var*> m_x;
    std::vector<const Var*> m_y;
};

/// Whether updates have the form of a reducer.
class UpdateMatcher {
public:
    UpdateMatcher(const Reducer& reducer, const std::vector<const Expr*>& accumulators)
        : m_reducer(reducer),
          m_accumulators(accumulators),
          m_sources(accumulators.size())
    {}

    bool matches(const Expr* pattern, const Expr* expr)
    {
        if (const auto* var = as<Var>(pattern))
            return matchesVar(var, expr);
        if (pattern->kind != expr->kind || pattern->dtype != expr->dtype)
            return false;
        if (const auto* choice = as<Select>(pattern)) {
            const auto& other = to<Select>(*expr);
            return matches(choice->condition, other.condition) &&
                   matches(choice->trueValue, other.trueValue) &&
                   matches(choice->falseValue, other.falseValue);
        }
        const auto& operation = to<Binary>(*pattern);
        const auto& other = to<Binary>(*expr);
        return operation.op == other.op && matches(operation.a, other.a) && matches(operation.b, other.b);
    }

    const std::vector<const Expr*>& sources() const { return m_sources; }

private:
    bool matchesVar(const Var* var, const Expr* expr)
    {
        if (var->dtype != expr->dtype)
            return false;
        if (const auto x = std::ranges::find(m_reducer.x, var); x != m_reducer.x.end())
            return isSameExpr(*m_accumulators[size_t(x - m_reducer.x.begin())], *expr);
        const auto y = std::ranges::find(m_reducer.y, var);
        const Expr*& source = m_sources[size_t(y - m_reducer.y.begin())];
        if (!source)
            source = expr;
        return isSameExpr(*source, *expr);
    }

    const Reducer& m_reducer;
    const std::vector<const Expr*>& m_accumulators;
    std::vector<const Expr*> m_sources; ///< of the variables on the right, once they were met
};

bool hasIdentities(const Reducer& reducer, const std::vector<const Expr*>& identities)
{
    return std::ranges::equal(reducer.identities, identities, [](const Expr* own, const Expr* given) {
        return own && isSameExpr(*own, *given);
    });
}

} // namespace

std::optional<ReducerMatch> findReducer(Arena& arena, const std::vector<const Expr*>& identities,
                                        const std::vector<const Expr*>& updates,
                                        const std::vector<const Expr*>& accumulators)
{
    for (const Reducer& reducer : ReducerTable(arena, identities).all()) {
        if (!hasIdentities(reducer, identities))
            continue;
        UpdateMatcher matcher(reducer, accumulators);
        bool isMatch = true;
        for (size_t i = 0; i < updates.size() && isMatch; ++i)
            isMatch = matcher.matches(reducer.results[i], updates[i]);
        if (isMatch)
            return ReducerMatch{reducer.name,
                                arena.make<CommReducer>(arena.copy(reducer.x), arena.copy(reducer.y),
                                                        arena.copy(reducer.results), arena.copy(identities)),
                                matcher.sources()};
    }
    return std::nullopt;
}

} // namespace tir::passes
