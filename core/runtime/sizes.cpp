#include "core/runtime/sizes.h"

#include "core/ir/contains.h"
#include "core/ir/integers.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace tir {
namespace {

/// Tiles larger than this do not raise a size.
constexpr int64_t MaxMultiple = 4096;
/// Limit of the search.
constexpr int MaxTrials = 20000;

/// The constraints of the function on its sizes.
class Demands {
public:
    Demands(const PrimFunc& function, const std::vector<OpenSize>& open)
    {
        for (const OpenSize& size : open) {
            m_multiples.emplace(size.var, 1);
            m_tiles.emplace(size.var, 1);
        }
        lookForConditions(*function.body);
        lookForTiles(*function.body);
        for (const BufferBinding& binding : function.bufferMap)
            for (const Expr* extent : binding.buffer->shape)
                lookForTiles(*extent);
    }

    std::vector<const Expr*> conditions;

    /// Values to try for a size, best first.
    std::vector<int64_t> candidates(const OpenSize& size) const
    {
        const int64_t multiple = m_multiples.at(size.var);
        const int64_t least = (size.preferred + multiple - 1) / multiple * multiple;
        std::vector<int64_t> values{least, 2 * least, 4 * least};
        if (multiple > 1)
            values.insert(values.end(), {multiple, 2 * multiple, size.preferred});
        for (const int64_t value :
             {128, 256, 512, 1024, 2048, 4096, 32, 16, 8, 4, 2, 1, 0, 96, 48, 24, 12, 6, 3})
            values.push_back(value);
        for (const int64_t constant : m_constants)
            for (const int64_t value : {constant, constant + 1, constant - 1, 2 * constant})
                values.push_back(value);
        return values;
    }

    /// Values to try that leave the last tile partly filled; only the preferred one for a size that is not tiled.
    std::vector<int64_t> partialCandidates(const OpenSize& size) const
    {
        if (m_tiles.at(size.var) == 1)
            return {size.preferred};
        std::vector<int64_t> values;
        for (const int64_t distance : {1, -1, 3, -3, 7, -7, 16, -16, 32, -32})
            if (const int64_t value = size.preferred + distance; value > 0 && isPartial(size.var, value))
                values.push_back(value);
        return values;
    }

    bool isPartial(const Var* var, int64_t value) const { return value % m_tiles.at(var) != 0; }

private:
    /// Conditions that hold on every path through the function.
    void lookForConditions(const Node& node)
    {
        if (const auto* check = as<AssertStmt>(&node))
            addCondition(check->condition);
        const auto* evaluated = as<Evaluate>(&node);
        const auto* call = evaluated ? as<Call>(evaluated->value) : nullptr;
        if (call && call->isOp(OpId::assume))
            addCondition(call->args.front());
        if (node.kind == NodeKind::IfThenElse || node.kind == NodeKind::While)
            return;
        forEachChild(node, Role::Value, [&](const Node& child, Role) {
            if (!child.isExpr())
                lookForConditions(child);
        });
    }

    void addCondition(const Expr* condition)
    {
        const auto* both = as<Binary>(condition);
        if (both && both->op == BinaryOp::And) {
            addCondition(both->a);
            addCondition(both->b);
            return;
        }
        conditions.push_back(condition);
        (void)contains(*condition, [&](const Node& node) {
            if (const auto* constant = as<IntImm>(&node);
                constant && constant->value < (1 << 20) && constant->value > -(1 << 20))
                m_constants.insert(constant->value);
            return false;
        });
    }

    using Multiples = std::unordered_map<const Var*, int64_t>;

    static const Expr* withoutCasts(const Expr* expr)
    {
        while (const auto* cast = as<Cast>(expr))
            expr = cast->value;
        return expr;
    }

    static void addTile(Multiples& multiples, const Expr* size, int64_t tile)
    {
        const auto found = multiples.find(as<Var>(size));
        if (found == multiples.end())
            return;
        if (const int64_t common = std::lcm(found->second, tile); common <= MaxMultiple)
            found->second = common;
    }

    /// `n // 32` and `n % 32` of a size itself; for m_tiles `(n + 31) // 32`, too.
    void lookForTiles(const Node& root)
    {
        (void)contains(root, [&](const Node& node) {
            const auto* division = as<Binary>(&node);
            if (!division || division->op < BinaryOp::Div || division->op > BinaryOp::FloorMod)
                return false;
            const auto* tile = as<IntImm>(division->b);
            if (!tile || tile->value <= 0 || tile->value > MaxMultiple)
                return false;
            const Expr* divided = withoutCasts(division->a);
            addTile(m_multiples, divided, tile->value);
            const auto* sum = as<Binary>(divided);
            const bool isRounded = sum && sum->op == BinaryOp::Add && as<IntImm>(sum->b);
            addTile(m_tiles, isRounded ? withoutCasts(sum->a) : divided, tile->value);
            return false;
        });
    }

    Multiples m_multiples; ///< by size: multiples of this fill all tiles
    Multiples m_tiles;     ///< by size: other values leave the last tile partly filled
    std::set<int64_t> m_constants;
};

/// Backtracking: tries values in turn, and returns as soon as a condition is false.
class Search {
public:
    using Candidates = std::vector<int64_t> (Demands::*)(const OpenSize&) const;

    Search(const Demands& demands, const std::vector<OpenSize>& open, Sizes& sizes, Candidates candidates)
        : m_conditions(demands.conditions),
          m_open(open),
          m_sizes(sizes)
    {
        for (const OpenSize& size : open)
            m_candidates.push_back((demands.*candidates)(size));
    }

    bool find(size_t depth = 0)
    {
        if (depth == m_open.size())
            return true;
        int64_t& value = m_sizes[m_open[depth].var];
        for (const int64_t candidate : m_candidates[depth]) {
            if (++m_trials > MaxTrials)
                break;
            value = candidate;
            if (candidate >= 0 && isAllowed() && find(depth + 1))
                return true;
        }
        m_sizes.erase(m_open[depth].var);
        return false;
    }

private:
    bool isAllowed() const
    {
        return std::ranges::none_of(
            m_conditions, [this](const Expr* condition) { return evaluate(condition, m_sizes) == 0; });
    }

    const std::vector<const Expr*>& m_conditions;
    const std::vector<OpenSize>& m_open;
    Sizes& m_sizes;
    std::vector<std::vector<int64_t>> m_candidates; ///< by open size
    int m_trials = 0;
};

} // namespace

std::optional<int64_t> evaluate(const Expr* expr, const Sizes& sizes)
{
    if (const auto* constant = as<IntImm>(expr))
        return constant->value;
    if (const auto* var = as<Var>(expr)) {
        const auto found = sizes.find(var);
        return found == sizes.end() ? std::nullopt : std::optional(found->second);
    }
    if (const auto* cast = as<Cast>(expr))
        return evaluate(cast->value, sizes);
    if (const auto* negation = as<Not>(expr)) {
        const auto value = evaluate(negation->value, sizes);
        return value ? std::optional<int64_t>(*value == 0) : std::nullopt;
    }
    const auto* node = as<Binary>(expr);
    const auto a = node ? evaluate(node->a, sizes) : std::nullopt;
    const auto b = node ? evaluate(node->b, sizes) : std::nullopt;
    return a && b ? evaluateBinary(node->op, *a, *b) : std::nullopt;
}

void chooseSizes(const PrimFunc& function, const std::vector<OpenSize>& open, Sizes& sizes)
{
    if (open.empty())
        return;
    const Demands demands(function, open);
    if (Search(demands, open, sizes, &Demands::candidates).find())
        return;
    for (const OpenSize& size : open)
        sizes[size.var] = size.preferred;
}

std::optional<Sizes> sizesOfPartialTiles(const PrimFunc& function, const std::vector<OpenSize>& open,
                                         Sizes sizes)
{
    const Demands demands(function, open);
    const auto isPartial = [&](const OpenSize& size) {
        return demands.isPartial(size.var, sizes.at(size.var));
    };
    const bool isFound = Search(demands, open, sizes, &Demands::partialCandidates).find();
    return isFound && std::ranges::any_of(open, isPartial) ? std::optional(std::move(sizes)) : std::nullopt;
}

} // namespace tir
