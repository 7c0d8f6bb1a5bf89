#include "passes/blocks/lower_auto_copy/warp_values.h"

#include "core/ir/contains.h"
#include "core/support/checked_math.h"

#include <algorithm>

namespace tir::passes {
namespace {

constexpr int64_t WarpSize = 32;
/// More than a warp accesses at a time; enumerating them still takes no time.
constexpr int64_t MostValues = 1 << 16;

/// 0, scale, 2 * scale, … : `extent` values.
struct Pattern {
    int64_t extent;
    int64_t scale;
};
using Patterns = std::vector<Pattern>;

/// The first pattern, joined with those that continue it; others are left out.
Patterns joined(const Patterns& patterns)
{
    Patterns result;
    for (const Pattern& pattern : patterns) {
        if (result.empty()) {
            result.push_back(pattern);
        } else if (pattern.extent * pattern.scale == result.back().scale) {
            result.back().extent *= pattern.extent;
            result.back().scale = pattern.scale;
        }
    }
    return result;
}

std::optional<Patterns> divided(const Patterns& patterns, int64_t by)
{
    Patterns result;
    for (const Pattern& pattern : patterns) {
        const int64_t end = pattern.extent * pattern.scale;
        if (pattern.scale >= by) {
            if (pattern.scale % by != 0)
                return std::nullopt;
            result.push_back({pattern.extent, pattern.scale / by});
        } else if (end > by) {
            if (end % by != 0)
                return std::nullopt;
            result.push_back({end / by, 1});
        }
    }
    return result;
}

std::optional<Patterns> remainders(const Patterns& patterns, int64_t of)
{
    Patterns result;
    for (const Pattern& pattern : patterns) {
        if (pattern.scale >= of)
            continue;
        if (of % pattern.scale != 0)
            return std::nullopt;
        result.push_back({std::min(pattern.extent, of / pattern.scale), pattern.scale});
    }
    return result;
}

std::optional<Patterns> patternsOf(const Expr* expr, const PointerMap<Var, int64_t>& extents)
{
    if (const auto* var = as<Var>(expr)) {
        const int64_t* extent = extents.find(var);
        return extent && *extent > 1 ? Patterns{{*extent, 1}} : Patterns();
    }
    if (as<IntImm>(expr))
        return Patterns();
    const auto* operation = as<Binary>(expr);
    if (!operation)
        return std::nullopt;
    std::optional<Patterns> left = patternsOf(operation->a, extents);
    if (!left)
        return std::nullopt;
    if (operation->op == BinaryOp::Add) {
        const std::optional<Patterns> right = patternsOf(operation->b, extents);
        if (!right)
            return std::nullopt;
        left->insert(left->end(), right->begin(), right->end());
        return joined(*left);
    }
    const auto* number = as<IntImm>(operation->b);
    if (!number || number->value <= 0)
        return std::nullopt;
    switch (operation->op) {
    case BinaryOp::Mul:
        for (Pattern& pattern : *left) {
            if (limitedProduct(limitedProduct(pattern.extent, pattern.scale), number->value) > MostIterations)
                return std::nullopt; // beyond every buffer
            pattern.scale *= number->value;
        }
        return left;
    case BinaryOp::FloorDiv:
        return divided(*left, number->value);
    case BinaryOp::FloorMod:
        return remainders(*left, number->value);
    default:
        return std::nullopt;
    }
}

} // namespace

ThreadExtents warpExtents(const ThreadExtents& threads)
{
    ThreadExtents extents;
    int64_t product = 1;
    for (const std::string_view tag : {"threadIdx.x", "threadIdx.y", "threadIdx.z"}) {
        const auto found = threads.find(tag);
        const int64_t extent = found == threads.end() ? 1 : found->second;
        if (product * extent >= WarpSize) {
            extents[tag] = WarpSize / product;
            break;
        }
        extents[tag] = extent;
        product *= extent;
    }
    return extents;
}

std::optional<std::vector<int64_t>> warpValues(const Expr* index, const PointerMap<Var, int64_t>& extents)
{
    const std::optional<Patterns> patterns = patternsOf(index, extents);
    if (!patterns)
        return std::nullopt;
    if (!containsKind(*index, NodeKind::Var))
        return std::vector<int64_t>();
    int64_t count = 1;
    for (const Pattern& pattern : *patterns)
        count = limitedProduct(count, pattern.extent);
    if (count > MostValues)
        return std::nullopt;
    std::vector<int64_t> values{0};
    for (const Pattern& pattern : *patterns) {
        std::vector<int64_t> next;
        for (const int64_t value : values)
            for (int64_t i = 0; i < pattern.extent; ++i)
                next.push_back(value + i * pattern.scale);
        values = std::move(next);
    }
    return values;
}

} // namespace tir::passes
