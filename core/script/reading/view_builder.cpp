#include "core/script/reading/view_builder.h"

#include "core/ir/limits.h"
#include "core/ir/make.h"
#include "core/script/reading/call_site.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/early_uses.h"
#include "core/script/reading/statement_sink.h"
#include "core/support/text_format.h"

#include <algorithm>

namespace tir::script {

const Buffer* ViewBuilder::viewOf(const Buffer* parent, CallSite& site)
{
    const Value* layoutGiven = site.keyword("layout");
    std::optional<BufferView> view;
    if (site.path == "view")
        view = reshapedOrRetyped(*parent, site);
    else if (site.path == "permute")
        view = permuted(*parent, site);
    else if (site.path == "partition")
        view = partitioned(*parent, site);
    else
        view = local(*parent, site);
    if (!view)
        return nullptr;
    if (layoutGiven) {
        view->layout = asLayout(layoutGiven->node);
        if (!view->layout && !layoutGiven->is(Value::Kind::None))
            return failNode(site.spanOf(layoutGiven), "bad-layout",
                            "found " + std::string(describe(layoutGiven->kind)) +
                                ", expected a layout or None");
    }
    auto* buffer = m_arena.make<Buffer>(parent->data, view->dtype, m_arena.copy(view->shape),
                                        parent->elemOffset, site.nameHint());
    buffer->strides = m_arena.copy(view->strides);
    buffer->alignment = parent->alignment;
    buffer->offsetFactor = parent->offsetFactor;
    buffer->layout = view->layout;
    if (const std::string why = whyImpossible(*buffer); !why.empty())
        return failNode(site.syntax->span, "bad-buffer", why);
    const Buffer* declared = m_early.declaredNow(site.target, parent->data, site.keeping(buffer));
    m_sink.emit(m_arena.make<DeclBuffer>(declared));
    return declared;
}

/// All positional arguments as extents or counts; false after an error.
bool ViewBuilder::extentsOf(CallSite& site, std::vector<const Expr*>& extents)
{
    for (size_t i = 0; i < site.args.size(); ++i)
        for (const Value& extent : m_values.toSequence(site.args[i]))
            extents.push_back(m_values.toExpr(extent, site.argSyntax[i]->span));
    return std::ranges::find(extents, nullptr) == extents.end();
}

std::optional<BufferView> ViewBuilder::reshapedOrRetyped(const Buffer& parent, CallSite& site)
{
    const Span span = site.syntax->span;
    const bool isRetyped =
        site.args.size() == 1 && (site.args[0].is(Value::Kind::String) || site.args[0].is(Value::Kind::Type));
    BufferView view{.dtype = parent.dtype, .strides = {parent.strides.begin(), parent.strides.end()}};
    if (!isRetyped) {
        if (!extentsOf(site, view.shape))
            return std::nullopt;
        // The text names a layout only when it is neither of these.
        view.layout = !parent.layout || !isDefaultLayout(parent.layout, parent.shape)
                          ? parent.layout
                          : defaultLayout(m_arena, m_arena.copy(view.shape));
        return view;
    }
    if (!m_values.toDType(site.args[0], site.argSyntax[0]->span, view.dtype))
        return std::nullopt;
    if (parent.shape.empty()) {
        fail(span, "bad-view", "a buffer without dimensions has no view of another type");
        return std::nullopt;
    }
    const int from = parent.dtype.bits * std::abs(parent.dtype.lanes);
    const int to = view.dtype.bits * std::abs(view.dtype.lanes);
    if (from == 0 || to == 0) {
        fail(span, "bad-view", "no view of type " + toString(view.dtype));
        return std::nullopt;
    }
    view.shape.assign(parent.shape.begin(), parent.shape.end());
    const Expr* last = view.shape.back();
    view.shape.back() = from >= to ? mul(m_arena, last, intImm(m_arena, last->dtype, from / to))
                                   : floorDiv(m_arena, last, intImm(m_arena, last->dtype, to / from));
    if (parent.layout)
        view.layout = retypedLayout(m_arena, parent, view.dtype, m_arena.copy(view.shape));
    return view;
}

std::optional<BufferView> ViewBuilder::permuted(const Buffer& parent, CallSite& site)
{
    std::vector<size_t> axes;
    for (size_t i = 0; i < site.args.size(); ++i) {
        int64_t axis = 0;
        if (!m_values.toInt(site.args[i], site.argSyntax[i]->span, "an axis", axis))
            return std::nullopt;
        axes.push_back(size_t(axis));
    }
    std::optional<BufferView> view = permutedView(m_arena, parent, axes);
    if (!view)
        fail(site.syntax->span, "bad-view", "'permute' takes every axis of the buffer once");
    return view;
}

std::optional<BufferView> ViewBuilder::partitioned(const Buffer& parent, CallSite& site)
{
    const Value* counts = site.argument("num_tiles", 0);
    std::vector<const Expr*> tiles;
    for (const Value& count : counts ? m_values.toSequence(*counts) : std::span<const Value>())
        tiles.push_back(m_values.toExpr(count, site.spanOf(counts)));
    if (std::ranges::find(tiles, nullptr) != tiles.end())
        return std::nullopt;
    std::optional<BufferView> view = partitionedView(m_arena, parent, m_arena.copy(tiles));
    if (!view)
        fail(site.syntax->span, "bad-view", "'partition' takes num_tiles=, a positive number for every axis");
    return view;
}

std::optional<BufferView> ViewBuilder::local(const Buffer& parent, CallSite& site)
{
    std::vector<const Expr*> extents;
    if (!extentsOf(site, extents))
        return std::nullopt;
    std::optional<BufferView> view = localView(m_arena, parent, m_arena.copy(extents));
    if (!view)
        fail(site.syntax->span, "bad-view",
             "'local' takes what one thread holds: the layout of " + quoted(parent.name) +
                 " spreads it over no threads");
    return view;
}

/// `E = D[32:96]` at constant bounds: printed for a DeclBuffer inside of D.
const Buffer* ViewBuilder::sliceOf(const Buffer* parent, const BufferRegion& region, std::string_view name)
{
    int64_t offset = 0;
    std::vector<const Expr*> shape;
    for (size_t i = 0; i < region.region.size(); ++i) {
        const auto* extent = as<IntImm>(parent->shape[i]);
        const auto* min = as<IntImm>(region.region[i]->min);
        if (!extent || !min || !as<IntImm>(region.region[i]->extent))
            return nullptr;
        offset = int64_t(uint64_t(offset) * uint64_t(extent->value) + uint64_t(min->value));
        shape.push_back(region.region[i]->extent);
    }
    const auto* start = as<IntImm>(parent->elemOffset);
    if (!start || !parent->strides.empty())
        return nullptr;
    // Printed only where the offsets differ: when their numbers do not, their types do, and those of the
    // extents follow them.
    const DType other = start->dtype == Int32 ? Int64 : Int32;
    const Expr* offsetExpr = intImm(m_arena, offset == 0 ? other : start->dtype, start->value + offset);
    for (const Expr*& extent : shape)
        if (offset == 0)
            extent = intImm(m_arena, other, to<IntImm>(*extent).value);
    auto* slice = m_arena.make<Buffer>(parent->data, parent->dtype, m_arena.copy(shape), offsetExpr,
                                       m_arena.intern(name));
    slice->alignment = parent->alignment;
    slice->offsetFactor = parent->offsetFactor;
    slice->layout = parent->layout ? defaultLayout(m_arena, slice->shape) : nullptr;
    return m_early.declaredNow(name, parent->data, slice);
}

} // namespace tir::script
