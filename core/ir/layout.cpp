#include "core/ir/layout.h"

#include "core/ir/make.h"
#include "core/ir/structural_equal.h"

#include <algorithm>
#include <array>

namespace tir {
namespace {

constexpr std::array<std::string_view, 13> ThreadAxes{
    "pid", "bx", "by", "bz", "cbx", "cby", "cbz", "tx", "warpid", "laneid", "wgid", "tid_in_wg", "wid_in_wg"};
constexpr std::array<std::string_view, 6> MemoryAxes{MemoryAxis, "P", "F", "Bank", "TCol", "TLane"};

bool isSame(const Expr* a, const Expr* b)
{
    const auto* left = as<IntImm>(a);
    const auto* right = as<IntImm>(b);
    if (left && right)
        return left->value == right->value && left->dtype == right->dtype;
    return a == b || structuralEqual(*a, *b);
}

/// Calls `visit(dimension, stride)` from the last dimension to the first, while it returns true.
template <class Visit>
bool forEachStride(Arena& arena, ExprList shape, Visit&& visit)
{
    if (shape.empty())
        return true;
    const Expr* stride = intImm(arena, shape.back()->dtype, 1);
    for (size_t i = shape.size(); i-- > 0;) {
        if (!visit(i, stride))
            return false;
        if (i > 0)
            stride = mul(arena, stride, shape[i]);
    }
    return true;
}

} // namespace

const Layout* asLayout(const Node* node)
{
    const bool isLayout =
        node && (node->kind == NodeKind::TileLayout || node->kind == NodeKind::SwizzleLayout ||
                 node->kind == NodeKind::ComposeLayout);
    return isLayout ? static_cast<const Layout*>(node) : nullptr;
}

bool isAxis(std::string_view name)
{
    return isThreadAxis(name) || std::ranges::find(MemoryAxes, name) != MemoryAxes.end();
}

bool isThreadAxis(std::string_view name)
{
    return std::ranges::find(ThreadAxes, name) != ThreadAxes.end();
}

const TileLayout* defaultLayout(Arena& arena, ExprList shape)
{
    std::vector<const Iter*> iters(shape.size());
    forEachStride(arena, shape, [&](size_t i, const Expr* stride) {
        iters[i] = arena.make<Iter>(shape[i], stride, MemoryAxis);
        return true;
    });
    return arena.make<TileLayout>(arena.copy(iters));
}

bool isDefaultLayout(const Layout* layout, ExprList shape)
{
    const auto* tile = as<TileLayout>(layout);
    if (!tile || tile->shard.size() != shape.size() || !tile->replica.empty() || !tile->offset.empty() ||
        !tile->kept.empty())
        return false;
    const auto matches = [&](size_t i, const Expr* stride) {
        const Iter& iter = *tile->shard[i];
        return iter.axis == MemoryAxis && iter.kept.empty() && isSame(iter.extent, shape[i]) &&
               isSame(iter.stride, stride);
    };
    if (shape.size() == 1) { // scalars and flat buffers, the common case
        const auto* stride = as<IntImm>(tile->shard[0]->stride);
        return stride && stride->value == 1 && stride->dtype == shape[0]->dtype &&
               matches(0, tile->shard[0]->stride);
    }
    Arena scratch;
    return forEachStride(scratch, shape, matches);
}

} // namespace tir
