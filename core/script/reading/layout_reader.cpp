#include "core/script/reading/layout_reader.h"

#include "core/ir/make.h"
#include "core/script/reading/call_reader.h"
#include "core/script/reading/call_site.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/expression_reader.h"
#include "core/script/reading/names.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace tir::script {
namespace {

std::span<const Syntax* const> itemsOf(const Syntax* const& syntax)
{
    const bool isSequence = syntax->kind == SyntaxKind::Tuple || syntax->kind == SyntaxKind::List;
    return isSequence ? syntax->items : std::span(&syntax, 1);
}

} // namespace

/// The pieces of a specification while it is read.
struct LayoutReader::TileSpec {
    std::vector<const Iter*> shard;
    std::vector<const Iter*> replica;
    std::vector<AxisOffset> offset;

    /// Offsets on one axis add up.
    void add(Arena& arena, std::string_view axis, const Expr* value)
    {
        const auto place = std::ranges::lower_bound(offset, axis, {}, &AxisOffset::axis);
        if (place != offset.end() && place->axis == axis)
            place->value = tir::add(arena, place->value, value);
        else
            offset.insert(place, {axis, value});
    }
    TileLayout* layout(Arena& arena) const
    {
        return arena.make<TileLayout>(arena.copy(shard), arena.copy(replica), arena.copy(offset));
    }
};

Value LayoutReader::layoutValue(const Syntax& syntax)
{
    if (!isTileSpec(syntax))
        return m_expressions.evaluate(syntax);
    TileSpec spec;
    return tileSpec(syntax, spec) ? Value::ofNode(Value::Kind::Node, spec.layout(m_arena)) : Value();
}

bool LayoutReader::isLayoutCall(std::string_view path)
{
    return path == "TileLayout" || path == "TileLayout.from_iters";
}

Value LayoutReader::tileLayoutCall(const Syntax& call)
{
    CallSite site(m_values, call, *m_names.builtinPath(*call.base));
    if (site.path == "TileLayout.from_iters")
        return m_calls.arguments(call, site) ? tileFromIters(site) : Value();
    if (call.items.size() != 1)
        return fail(call.span, "bad-layout", "'TileLayout' takes one specification, like T.S[(8, 4):(4, 1)]");
    TileSpec spec;
    if (!tileSpec(*call.items[0], spec) || !m_calls.keywords(call, site))
        return {};
    return Value::ofNode(Value::Kind::Node, made(site.keeping(spec.layout(m_arena)), call.span));
}

bool LayoutReader::tileSpec(const Syntax& syntax, TileSpec& spec)
{
    if (syntax.kind == SyntaxKind::Binary && syntax.op == Operator::Add && isTileSpec(syntax))
        return tileSpec(*syntax.items[0], spec) && tileSpec(*syntax.items[1], spec);
    if (syntax.kind == SyntaxKind::Subscript) {
        const std::optional<std::string_view> path = m_names.builtinPath(*syntax.base);
        if (path == "S")
            return tileIters(syntax, spec.shard);
        if (path == "R")
            return tileIters(syntax, spec.replica);
    }
    std::string_view axis;
    const Expr* value = alongAxis(syntax, axis);
    if (value)
        spec.add(m_arena, axis, value);
    return value != nullptr;
}

/// A sum that only a layout can have: of iterations, or along an axis.
bool LayoutReader::isTileSpec(const Syntax& syntax) const
{
    if (syntax.kind == SyntaxKind::Binary)
        return syntax.op == Operator::MatMul ||
               std::ranges::any_of(syntax.items, [this](const Syntax* item) { return isTileSpec(*item); });
    const auto path = syntax.kind == SyntaxKind::Subscript ? m_names.builtinPath(*syntax.base)
                                                           : std::optional<std::string_view>();
    return path == "S" || path == "R";
}

/// `[(extents):(strides)]`
bool LayoutReader::tileIters(const Syntax& subscript, std::vector<const Iter*>& iters)
{
    const Syntax* slice = subscript.items.size() == 1 ? subscript.items[0] : nullptr;
    if (!slice || slice->kind != SyntaxKind::Slice || !slice->items[0] || !slice->items[1] ||
        slice->items[2]) {
        fail(subscript.span, "bad-layout", "expected [extents:strides]");
        return false;
    }
    const auto extents = itemsOf(slice->items[0]);
    const auto strides = itemsOf(slice->items[1]);
    if (extents.size() != strides.size()) {
        fail(subscript.span, "bad-layout",
             "extents and strides differ in number: " + std::to_string(extents.size()) + " and " +
                 std::to_string(strides.size()));
        return false;
    }
    for (size_t i = 0; i < extents.size(); ++i) {
        const Expr* extent = integerIn(*extents[i]);
        std::string_view axis;
        const Expr* stride = alongAxis(*strides[i], axis);
        if (!extent || !stride)
            return false;
        iters.push_back(m_arena.make<Iter>(extent, stride, axis));
    }
    return true;
}

/// `4 @ Axis.laneid`, or `4` on the memory axis; null (and an error) for anything else.
const Expr* LayoutReader::alongAxis(const Syntax& syntax, std::string_view& axis)
{
    const bool isNamed = syntax.kind == SyntaxKind::Binary && syntax.op == Operator::MatMul;
    axis = MemoryAxis;
    if (isNamed) {
        const Syntax& name = *syntax.items[1];
        const bool isAttribute = name.kind == SyntaxKind::Attribute;
        // Hand-written programs import the axes by name.
        const bool isKnown = (isAttribute || name.kind == SyntaxKind::Name) && isAxis(name.text);
        const bool isAxisOf = !isAttribute ||
                              (name.base->kind == SyntaxKind::Name && name.base->text == "Axis") ||
                              m_names.builtinPath(*name.base) == "Axis";
        if (!isKnown || !isAxisOf)
            return failNode(name.span, "unknown-axis", "expected an axis, like Axis.laneid, after '@'");
        axis = m_arena.intern(name.text);
    }
    return integerIn(isNamed ? *syntax.items[0] : syntax);
}

const Expr* LayoutReader::integerIn(const Syntax& syntax)
{
    const Expr* value = m_expressions.expression(syntax);
    if (!value || (value->dtype.isIntegral() && value->dtype.isScalar()))
        return value;
    return failNode(syntax.span, "bad-layout",
                    "found type " + toString(value->dtype) + " in a layout, expected an integer");
}

/// `T.TileLayout.from_iters(shard, replica, offset={"laneid": 1})`
Value LayoutReader::tileFromIters(CallSite& site)
{
    TileSpec spec;
    for (const auto& [name, list, position] :
         {std::tuple{"shard", &spec.shard, 0}, std::tuple{"replica", &spec.replica, 1}}) {
        const Value* value = site.argument(name, size_t(position));
        if (!value || value->is(Value::Kind::None))
            continue;
        for (const Value& item : m_values.toSequence(*value)) {
            list->push_back(as<Iter>(item.node));
            if (!list->back())
                return fail(site.spanOf(value), "bad-layout",
                            "found " + std::string(describe(item.kind)) + ", expected T.Iter(...)");
        }
    }
    const Value* offset = site.argument("offset", 2);
    for (const ValueEntry& entry : offset ? offset->entries : std::span<const ValueEntry>()) {
        const Span span = site.spanOf(offset);
        const Expr* value = m_values.toExpr(entry.value, span);
        if (!entry.key.is(Value::Kind::String) || !isAxis(entry.key.text))
            return fail(span, "unknown-axis", "expected the name of an axis as key");
        if (!value)
            return {};
        spec.add(m_arena, m_arena.intern(entry.key.text), value);
    }
    return Value::ofNode(Value::Kind::Node, made(site.keeping(spec.layout(m_arena)), site.syntax->span));
}

/// `T.Iter(8, 4, "laneid")`
Value LayoutReader::iterCall(CallSite& site)
{
    const Expr* extent = site.expr("extent", 0);
    const Expr* stride = site.expr("stride", 1);
    const Value* axis = site.argument("axis", 2);
    if (!extent || !stride)
        return {};
    if (!axis || !axis->is(Value::Kind::String) || !isAxis(axis->text))
        return fail(site.syntax->span, "unknown-axis", "'Iter' needs the name of an axis");
    return Value::ofNode(Value::Kind::Node,
                         made(site.keeping(m_arena.make<Iter>(extent, stride, m_arena.intern(axis->text))),
                              site.syntax->span));
}

/// `T.SwizzleLayout(3, 3, 3, swizzle_inner=True)`
Value LayoutReader::swizzleLayoutCall(CallSite& site)
{
    constexpr std::array<std::string_view, 3> Names{"per_element", "swizzle_len", "atom_len"};
    int64_t numbers[3] = {};
    for (size_t i = 0; i < Names.size(); ++i) {
        const Value* value = site.argument(Names[i], i);
        const Span span = value ? site.spanOf(value) : site.syntax->span;
        if (!value)
            return fail(span, "missing-argument", "'SwizzleLayout' needs an argument " + quoted(Names[i]));
        if (!m_values.toInt(*value, span, quoted(Names[i]), numbers[i]))
            return {};
        if (numbers[i] < 0 || numbers[i] > 15)
            return fail(span, "bad-layout", "a swizzle takes numbers of bits, from 0 to 15");
    }
    const Value* isInner = site.argument("swizzle_inner", 3);
    int64_t inner = 1;
    if (isInner && !m_values.toInt(*isInner, site.spanOf(isInner), "'swizzle_inner'", inner))
        return {};
    auto* layout = m_arena.make<SwizzleLayout>(int(numbers[0]), int(numbers[1]), int(numbers[2]), inner != 0);
    return Value::ofNode(Value::Kind::Node, made(site.keeping(layout), site.syntax->span));
}

/// `T.ComposeLayout(swizzle, tile)`
Value LayoutReader::composeLayoutCall(CallSite& site)
{
    const Value* swizzle = site.argument("swizzle", 0);
    const Value* tile = site.argument("tile_layout", 1);
    if (!swizzle || !as<SwizzleLayout>(swizzle->node) || !tile || !as<TileLayout>(tile->node))
        return fail(site.syntax->span, "bad-layout",
                    "'ComposeLayout' takes a swizzle layout and a tile layout");
    auto* layout = m_arena.make<ComposeLayout>(as<SwizzleLayout>(swizzle->node), as<TileLayout>(tile->node));
    return Value::ofNode(Value::Kind::Node, made(site.keeping(layout), site.syntax->span));
}

} // namespace tir::script
