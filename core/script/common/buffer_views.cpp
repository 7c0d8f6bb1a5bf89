#include "core/script/common/buffer_views.h"

#include "core/ir/make.h"
#include "core/ir/structural_equal.h"

#include <algorithm>
#include <bit>

namespace tir::script {
namespace {

bool isSame(ExprList a, ExprList b)
{
    return std::ranges::equal(a, b,
                              [](const Expr* x, const Expr* y) { return x == y || structuralEqual(*x, *y); });
}

/// The last iteration in elements of another size: `narrower` new ones in each, or one for `wider` of them.
const TileLayout* retyped(Arena& arena, const TileLayout& tile, int64_t narrower, int64_t wider)
{
    const auto* last = tile.shard.empty() ? nullptr : tile.shard.back();
    if (!last || last->axis != MemoryAxis || !isConstInt(last->stride, 1))
        return nullptr;
    bool fits = true;
    const auto scaled = [&](const Expr* value) -> const Expr* {
        if (wider == 1)
            return mul(arena, value, intImm(arena, value->dtype, narrower));
        const auto* constant = as<IntImm>(value);
        fits &= constant && constant->value % wider == 0;
        return constant ? intImm(arena, value->dtype, constant->value / wider) : value;
    };
    const auto iters = [&](IterList list) {
        std::vector<const Iter*> made;
        for (const Iter* iter : list) {
            const bool isLast = iter == last;
            const bool isMemory = iter->axis == MemoryAxis;
            made.push_back(arena.make<Iter>(isLast ? scaled(iter->extent) : iter->extent,
                                            isMemory && !isLast ? scaled(iter->stride) : iter->stride,
                                            iter->axis));
        }
        return arena.copy(made);
    };
    const auto shard = iters(tile.shard);
    const auto replica = iters(tile.replica);
    std::vector<AxisOffset> offsets(tile.offset.begin(), tile.offset.end());
    for (AxisOffset& offset : offsets)
        if (offset.axis == MemoryAxis)
            offset.value = scaled(offset.value);
    return fits ? arena.make<TileLayout>(shard, replica, arena.copy(offsets)) : nullptr;
}

} // namespace

std::optional<BufferView> localView(Arena& arena, const Buffer& parent, ExprList shape)
{
    const auto* tile = as<TileLayout>(parent.layout);
    if (!tile)
        return std::nullopt;
    bool hasThreads = false;
    const auto ofMemory = [&](IterList list) {
        std::vector<const Iter*> kept;
        std::ranges::copy_if(list, std::back_inserter(kept),
                             [](const Iter* iter) { return !isThreadAxis(iter->axis); });
        hasThreads |= kept.size() < list.size();
        return kept;
    };
    const std::vector<const Iter*> shard = ofMemory(tile->shard);
    const std::vector<const Iter*> replica = ofMemory(tile->replica);
    std::vector<AxisOffset> offsets;
    std::ranges::copy_if(tile->offset, std::back_inserter(offsets),
                         [](const AxisOffset& offset) { return !isThreadAxis(offset.axis); });
    hasThreads |= offsets.size() < tile->offset.size();
    if (!hasThreads)
        return std::nullopt;
    BufferView view{.dtype = parent.dtype, .shape = {shape.begin(), shape.end()}};
    if (shape.empty()) {
        const Expr* total = intImm(arena, indexDType(parent), 1);
        for (const Iter* iter : shard)
            total = mul(arena, total, iter->extent);
        view.shape = {total};
    }
    view.layout = arena.make<TileLayout>(arena.copy(shard), arena.copy(replica), arena.copy(offsets));
    return view;
}

std::optional<BufferView> permutedView(Arena& arena, const Buffer& parent, const std::vector<size_t>& axes)
{
    const size_t rank = parent.shape.size();
    std::vector<bool> isTaken(rank);
    for (const size_t axis : axes) {
        if (axis >= rank || isTaken[axis])
            return std::nullopt;
        isTaken[axis] = true;
    }
    if (axes.size() != rank)
        return std::nullopt;
    const auto* tile = as<TileLayout>(parent.layout);
    const bool hasShard = tile && tile->shard.size() == rank;
    BufferView view{.dtype = parent.dtype, .layout = parent.layout};
    std::vector<const Iter*> shard;
    for (const size_t axis : axes) {
        view.shape.push_back(parent.shape[axis]);
        if (!parent.strides.empty())
            view.strides.push_back(parent.strides[axis]);
        if (hasShard)
            shard.push_back(tile->shard[axis]);
    }
    if (hasShard)
        view.layout = arena.make<TileLayout>(arena.copy(shard), tile->replica, tile->offset);
    return view;
}

std::optional<BufferView> partitionedView(Arena& arena, const Buffer& parent, ExprList counts)
{
    const size_t rank = parent.shape.size();
    if (counts.size() != rank || rank == 0)
        return std::nullopt;
    for (const Expr* count : counts)
        if (!count->dtype.isIntegral() || isConstInt(count, 0))
            return std::nullopt;
    std::vector<const Expr*> strides(parent.strides.begin(), parent.strides.end());
    if (strides.empty())
        for (const Iter* iter : defaultLayout(arena, parent.shape)->shard)
            strides.push_back(iter->stride);
    BufferView view{.dtype = parent.dtype, .shape = {counts.begin(), counts.end()}};
    for (size_t i = 0; i < rank; ++i) {
        view.shape.push_back(floorDiv(arena, parent.shape[i], counts[i]));
        view.strides.push_back(mul(arena, view.shape.back(), strides[i]));
    }
    view.strides.insert(view.strides.end(), strides.begin(), strides.end());
    view.layout = parent.layout ? defaultLayout(arena, arena.copy(view.shape)) : nullptr;
    return view;
}

const Layout* retypedLayout(Arena& arena, const Buffer& parent, DType type, ExprList shape)
{
    const int from = parent.dtype.bits * std::abs(parent.dtype.lanes);
    const int to = type.bits * std::abs(type.lanes);
    if (isDefaultLayout(parent.layout, parent.shape))
        return defaultLayout(arena, shape);
    const int narrower = from > to ? from / to : 1;
    const int wider = to > from ? to / from : 1;
    const auto* compose = as<ComposeLayout>(parent.layout);
    const auto* tile = compose ? compose->tile : as<TileLayout>(parent.layout);
    const auto* swizzle = compose ? compose->swizzle : as<SwizzleLayout>(parent.layout);
    if (swizzle) {
        const int element =
            swizzle->perElement + std::bit_width(unsigned(narrower)) - std::bit_width(unsigned(wider));
        const bool isPower = std::has_single_bit(unsigned(narrower)) && std::has_single_bit(unsigned(wider));
        if (element < 0 || !isPower)
            return nullptr;
        swizzle =
            arena.make<SwizzleLayout>(element, swizzle->swizzleLen, swizzle->atomLen, swizzle->swizzleInner);
    }
    if (tile)
        tile = retyped(arena, *tile, narrower, wider);
    if (!compose)
        return tile ? static_cast<const Layout*>(tile) : swizzle;
    return tile ? arena.make<ComposeLayout>(swizzle, tile) : nullptr;
}

bool isView(const BufferView& view, const Buffer& buffer)
{
    const bool hasSameLayout =
        view.layout == buffer.layout ||
        (view.layout && buffer.layout && structuralEqual(*view.layout, *buffer.layout));
    return view.dtype == buffer.dtype && isSame(view.shape, buffer.shape) &&
           isSame(view.strides, buffer.strides) && hasSameLayout;
}

} // namespace tir::script
