#include "core/script/reading/subscript_reader.h"

#include "core/ir/make.h"
#include "core/script/reading/buffer_accesses.h"
#include "core/script/reading/conversions.h"
#include "core/script/reading/difference.h"
#include "core/script/reading/expression_reader.h"
#include "core/script/reading/metadata_section.h"

#include <algorithm>

namespace tir::script {
namespace {

bool isStepOne(const Syntax* step)
{
    return !step || (step->kind == SyntaxKind::Integer && step->text == "1");
}

/// Elements of a slice; 0 for lengths beyond all reason.
int64_t elementCount(int64_t length, int64_t stride)
{
    constexpr int64_t Limit = int64_t(1) << 40;
    if (length < -Limit || length > Limit || stride < -Limit || stride > Limit)
        return 0;
    return (length + stride - (stride > 0 ? 1 : -1)) / stride;
}

} // namespace

/// Of one type. A bare number is an int32, whatever the type of the dimension.
bool SubscriptReader::sliceBounds(const Expr* extent, const Syntax& slice, const Expr*& start,
                                  const Expr*& stop)
{
    start = slice.items[0] ? m_expressions.expression(*slice.items[0]) : int32(m_arena, 0);
    stop = slice.items[1] ? m_expressions.expression(*slice.items[1]) : extent;
    if (!start || !stop)
        return false;
    const auto isInteger = [](const Expr* bound) {
        return bound->dtype.isIntegral() && bound->dtype.isScalar();
    };
    if (isInteger(start) && isInteger(stop) && matchTypes(m_arena, start, stop))
        return true;
    fail(slice.span, "bad-slice", "bounds of a slice must be integers");
    return false;
}

const Expr* SubscriptReader::rampOf(const Buffer* buffer, size_t dimension, const Syntax& slice)
{
    const Expr* start = nullptr;
    const Expr* stop = nullptr;
    const Expr* step = slice.items[2] ? m_expressions.expression(*slice.items[2]) : int32(m_arena, 1);
    if (!sliceBounds(buffer->shape[dimension], slice, start, stop) || !step)
        return nullptr;
    step = cast(m_arena, start->dtype, step);
    const auto* stride = as<IntImm>(step);
    if (!stride || stride->value == 0)
        return failNode(slice.span, "bad-slice", "the step of a slice must be a constant other than zero");
    const Expr* length = difference(m_arena, stop, start);
    int lanes = 0;
    if (const auto* constant = as<IntImm>(length)) {
        const int64_t count = elementCount(constant->value, stride->value);
        if (count < 1 || count > DType::MaxLanes)
            return failNode(slice.span, "bad-slice",
                            "a slice of " + std::to_string(count) + " elements is not a vector");
        lanes = int(count);
    } else if (const std::optional<int> scalable = scalableLanes(length)) {
        lanes = *scalable;
    } else {
        return failNode(slice.span, "bad-slice", "the length of a slice that is loaded must be constant");
    }
    if (lanes == 1)
        return start;
    return made(m_arena.make<Ramp>(start, step, lanes), slice.span);
}

bool SubscriptReader::elementIndices(const Buffer* buffer, std::span<const Syntax* const> items, Span span,
                                     std::vector<const Expr*>& indices)
{
    const bool hasSplice =
        std::ranges::any_of(items, [](const Syntax* item) { return item->kind == SyntaxKind::Starred; });
    if (hasSplice) {
        for (const Syntax* item : items) {
            const Value value =
                m_expressions.evaluate(item->kind == SyntaxKind::Starred ? *item->base : *item);
            for (const Value& part : m_values.toSequence(value))
                indices.push_back(m_values.toExpr(part, item->span));
        }
        return std::ranges::find(indices, nullptr) == indices.end() &&
               m_accesses.hasRank(buffer, indices.size(), span);
    }
    if (!m_accesses.hasRank(buffer, items.size(), span))
        return false;
    for (size_t i = 0; i < items.size(); ++i) {
        const Expr* index = items[i]->kind == SyntaxKind::Slice ? rampOf(buffer, i, *items[i])
                                                                : m_expressions.expression(*items[i]);
        if (!index)
            return false;
        if (!index->dtype.isIntegral()) {
            fail(items[i]->span, "bad-index",
                 "an index has type " + toString(index->dtype) + ", expected an integer");
            return false;
        }
        indices.push_back(index);
    }
    return true;
}

Value SubscriptReader::indexBuffer(const Buffer* buffer, const Syntax& syntax)
{
    made(buffer, syntax.base->span);
    bool isRegion = syntax.items.size() < buffer->shape.size();
    for (const Syntax* item : syntax.items) {
        if (item->kind == SyntaxKind::Starred)
            isRegion = false;
        isRegion |= item->kind == SyntaxKind::Slice && isStepOne(item->items[2]);
    }
    if (isRegion && syntax.items.size() <= buffer->shape.size() &&
        (syntax.items.empty() || syntax.items[0]->kind != SyntaxKind::Starred))
        return Value::ofNode(Value::Kind::Node, regionOf(buffer, syntax));
    std::vector<const Expr*> indices;
    if (!elementIndices(buffer, syntax.items, syntax.span, indices))
        return {};
    return Value::ofExpr(m_values.load(buffer, indices, nullptr, syntax.span));
}

const BufferRegion* SubscriptReader::regionOf(const Buffer* buffer, const Syntax& syntax)
{
    std::vector<const Range*> ranges;
    for (size_t i = 0; i < buffer->shape.size(); ++i) {
        if (i >= syntax.items.size()) {
            const Expr* extent = buffer->shape[i];
            ranges.push_back(
                made(m_arena.make<Range>(intImm(m_arena, extent->dtype, 0), extent), syntax.span));
            continue;
        }
        const Syntax& item = *syntax.items[i];
        if (item.kind != SyntaxKind::Slice) {
            const Expr* point = m_expressions.expression(item);
            if (!point)
                return nullptr;
            ranges.push_back(made(m_arena.make<Range>(point, intImm(m_arena, point->dtype, 1)), item.span));
            continue;
        }
        const Expr* start = nullptr;
        const Expr* stop = nullptr;
        if (!sliceBounds(buffer->shape[i], item, start, stop))
            return nullptr;
        ranges.push_back(made(m_arena.make<Range>(start, difference(m_arena, stop, start)), item.span));
    }
    return made(m_arena.make<BufferRegion>(buffer, m_arena.copy(ranges)), syntax.span);
}

Value SubscriptReader::evaluateSubscript(const Syntax& syntax)
{
    const Value base = m_expressions.evaluate(*syntax.base);
    switch (base.kind) {
    case Value::Kind::Error:
    case Value::Kind::Foreign:
        return base;
    case Value::Kind::Buffer:
    case Value::Kind::BufferObject:
        return indexBuffer(base.buffer(), syntax);
    case Value::Kind::Opaque: {
        const Value key = syntax.items.size() == 1 ? m_expressions.evaluate(*syntax.items[0]) : Value();
        if (base.text.empty() && key.is(Value::Kind::String))
            return Value::ofText(Value::Kind::Opaque, key.text, -1);
        if (!base.text.empty() && key.is(Value::Kind::Int))
            return m_metadata.object(base.text, key.integer, syntax.span);
        return fail(syntax.span, "bad-metadata", "expected metadata[\"type\"][index]");
    }
    case Value::Kind::Sequence: {
        int64_t index = 0;
        if (syntax.items.size() != 1 || !m_values.toInt(m_expressions.evaluate(*syntax.items[0]), syntax.span,
                                                        "an index of a tuple", index))
            return {};
        const auto size = int64_t(base.items.size());
        if (index < -size || index >= size)
            return fail(syntax.span, "index-out-of-range",
                        "index " + std::to_string(index) + " of a tuple of " + std::to_string(size));
        return base.items[size_t(index < 0 ? index + size : index)];
    }
    default:
        break;
    }
    return fail(syntax.span, "not-indexable", std::string(describe(base.kind)) + " takes no index");
}

} // namespace tir::script
