/// Subscripts: loads, regions, and the items of tuples. (tvmscript.md 11.5)

#include "core/ir/make.h"
#include "core/ir/structural_equal.h"
#include "core/script/reading/evaluator.h"

#include <algorithm>

namespace tir::script {
namespace {

bool isStepOne(const Syntax* step)
{
    return !step || (step->kind == SyntaxKind::Integer && step->text == "1");
}

/// `T.vscale() * n` as a number of lanes below zero; nothing when it is no such product.
std::optional<int> scalableLanes(const Expr* expr)
{
    const auto isVscale = [](const Expr* part) {
        const auto* call = as<Call>(part);
        return call && call->isOp(OpId::vscale);
    };
    if (isVscale(expr))
        return -1;
    const auto* product = as<Binary>(expr);
    if (!product || product->op != BinaryOp::Mul)
        return std::nullopt;
    const Expr* factor = isVscale(product->a) ? product->b : isVscale(product->b) ? product->a : nullptr;
    const auto* constant = as<IntImm>(factor);
    if (!constant || constant->value < 1 || constant->value > INT16_MAX)
        return std::nullopt;
    return -int(constant->value);
}

/// Elements of a slice; 0 for lengths beyond all reason.
int64_t elementCount(int64_t length, int64_t stride)
{
    constexpr int64_t Limit = int64_t(1) << 40;
    if (length < -Limit || length > Limit || stride < -Limit || stride > Limit)
        return 0;
    return (length + stride - (stride > 0 ? 1 : -1)) / stride;
}

/// Terms of a sum, with their signs.
void collectTerms(const Expr* expr, bool isNegative, std::vector<std::pair<const Expr*, bool>>& terms)
{
    const auto* sum = as<Binary>(expr);
    if (sum && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Sub)) {
        collectTerms(sum->a, isNegative, terms);
        collectTerms(sum->b, isNegative != (sum->op == BinaryOp::Sub), terms);
        return;
    }
    terms.emplace_back(expr, isNegative);
}

} // namespace

/// stop - start, where both are sums over the same terms but for constants: what TVM's simplifier gives for
/// the slices that it prints. The difference as it is when terms remain.
const Expr* Evaluator::difference(const Expr* stop, const Expr* start)
{
    if (isConstInt(start, 0))
        return stop;
    std::vector<std::pair<const Expr*, bool>> terms;
    collectTerms(stop, false, terms);
    collectTerms(start, true, terms);
    int64_t sum = 0;
    std::vector<std::pair<const Expr*, bool>> rest;
    for (const auto& term : terms) {
        if (const auto* constant = as<IntImm>(term.first)) {
            const auto bits = uint64_t(constant->value); // wraps round, as the arithmetic of the text does
            sum = int64_t(term.second ? uint64_t(sum) - bits : uint64_t(sum) + bits);
            continue;
        }
        const auto opposite = std::ranges::find_if(rest, [&](const auto& other) {
            return other.second != term.second &&
                   (other.first == term.first || structuralEqual(*other.first, *term.first));
        });
        if (opposite != rest.end())
            rest.erase(opposite);
        else
            rest.push_back(term);
    }
    const Expr* result = nullptr;
    for (const auto& [term, isSubtracted] : rest)
        if (!isSubtracted)
            result = result ? add(m_arena, result, term) : term;
    for (const auto& [term, isSubtracted] : rest)
        if (isSubtracted)
            result = binary(m_arena, BinaryOp::Sub, result ? result : intImm(m_arena, stop->dtype, 0), term);
    if (!result)
        return intImm(m_arena, stop->dtype, sum);
    const bool isSubtracted = sum < 0 && sum != INT64_MIN; // which has no opposite
    return binary(m_arena, isSubtracted ? BinaryOp::Sub : BinaryOp::Add, result,
                  intImm(m_arena, stop->dtype, isSubtracted ? -sum : sum));
}

bool Evaluator::hasRank(const Buffer* buffer, size_t count, Span span)
{
    if (buffer->shape.size() == count)
        return true;
    const size_t rank = buffer->shape.size();
    fail(span, "wrong-rank",
         "buffer '" + std::string(buffer->name) + "' has " + std::to_string(rank) +
             (rank == 1 ? " dimension" : " dimensions") + ", but " + std::to_string(count) +
             (count == 1 ? " index is given" : " indices are given"));
    noteDeclaration(buffer);
    return false;
}

const Expr* Evaluator::load(const Buffer* buffer, const std::vector<const Expr*>& indices,
                            const Expr* predicate, Span span)
{
    DType type = buffer->dtype;
    if (!indices.empty() && !indices.back()->dtype.isScalar()) {
        const int lanes = indices.back()->dtype.lanes;
        type = type.withLanes(type.lanes * lanes);
    }
    for (size_t i = 0; i + 1 < indices.size(); ++i)
        if (!indices[i]->dtype.isScalar())
            return failNode(span, "vector-index", "only the last index may be a vector");
    return made(m_arena.make<BufferLoad>(type, buffer, m_arena.copy(indices), predicate), span);
}

/// Of one type. A bare number is an int32, whatever the type of the dimension.
bool Evaluator::sliceBounds(const Expr* extent, const Syntax& slice, const Expr*& start, const Expr*& stop)
{
    start = slice.items[0] ? expression(*slice.items[0]) : int32(m_arena, 0);
    stop = slice.items[1] ? expression(*slice.items[1]) : extent;
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

const Expr* Evaluator::rampOf(const Buffer* buffer, size_t dimension, const Syntax& slice)
{
    const Expr* start = nullptr;
    const Expr* stop = nullptr;
    const Expr* step = slice.items[2] ? expression(*slice.items[2]) : int32(m_arena, 1);
    if (!sliceBounds(buffer->shape[dimension], slice, start, stop) || !step)
        return nullptr;
    step = cast(m_arena, start->dtype, step);
    const auto* stride = as<IntImm>(step);
    if (!stride || stride->value == 0)
        return failNode(slice.span, "bad-slice", "the step of a slice must be a constant other than zero");
    const Expr* length = difference(stop, start);
    int lanes = 0;
    if (const auto* constant = as<IntImm>(length)) {
        const int64_t count = elementCount(constant->value, stride->value);
        if (count < 1 || count > INT16_MAX)
            return failNode(slice.span, "bad-slice",
                            "a slice of " + std::to_string(count) + " elements is no vector");
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

bool Evaluator::elementIndices(const Buffer* buffer, std::span<const Syntax* const> items, Span span,
                               std::vector<const Expr*>& indices)
{
    const bool hasSplice =
        std::ranges::any_of(items, [](const Syntax* item) { return item->kind == SyntaxKind::Starred; });
    if (hasSplice) {
        for (const Syntax* item : items) {
            const Value value = evaluate(item->kind == SyntaxKind::Starred ? *item->base : *item);
            for (const Value& part : toSequence(value))
                indices.push_back(toExpr(part, item->span));
        }
        return std::ranges::find(indices, nullptr) == indices.end() && hasRank(buffer, indices.size(), span);
    }
    if (!hasRank(buffer, items.size(), span))
        return false;
    for (size_t i = 0; i < items.size(); ++i) {
        const Expr* index =
            items[i]->kind == SyntaxKind::Slice ? rampOf(buffer, i, *items[i]) : expression(*items[i]);
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

Value Evaluator::indexBuffer(const Buffer* buffer, const Syntax& syntax)
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
    return Value::ofExpr(load(buffer, indices, nullptr, syntax.span));
}

const BufferRegion* Evaluator::regionOf(const Buffer* buffer, const Syntax& syntax)
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
            const Expr* point = expression(item);
            if (!point)
                return nullptr;
            ranges.push_back(made(m_arena.make<Range>(point, intImm(m_arena, point->dtype, 1)), item.span));
            continue;
        }
        const Expr* start = nullptr;
        const Expr* stop = nullptr;
        if (!sliceBounds(buffer->shape[i], item, start, stop))
            return nullptr;
        ranges.push_back(made(m_arena.make<Range>(start, difference(stop, start)), item.span));
    }
    return made(m_arena.make<BufferRegion>(buffer, m_arena.copy(ranges)), syntax.span);
}

const Expr* Evaluator::loadRegion(const BufferRegion* region, Span span)
{
    std::vector<const Expr*> indices;
    for (const Range* range : region->region) {
        const auto* extent = as<IntImm>(range->extent);
        const std::optional<int> scalable = scalableLanes(range->extent);
        if (extent && extent->value == 1) {
            indices.push_back(range->min);
        } else if (scalable || (extent && extent->value > 1 && extent->value <= INT16_MAX)) {
            const int lanes = scalable ? *scalable : int(extent->value);
            indices.push_back(
                made(m_arena.make<Ramp>(range->min, intImm(m_arena, range->min->dtype, 1), lanes), span));
        } else {
            return failNode(span, "region-as-value",
                            "a region of '" + std::string(region->buffer->name) +
                                "' is no value: its extents are not constant or out of range");
        }
    }
    return load(region->buffer, indices, nullptr, span);
}

Value Evaluator::evaluateSubscript(const Syntax& syntax)
{
    const Value base = evaluate(*syntax.base);
    switch (base.kind) {
    case Value::Kind::Error:
    case Value::Kind::Foreign:
        return base;
    case Value::Kind::Buffer:
    case Value::Kind::BufferObject:
        return indexBuffer(base.buffer(), syntax);
    case Value::Kind::Opaque: {
        const Value key = syntax.items.size() == 1 ? evaluate(*syntax.items[0]) : Value();
        if (base.text.empty() && key.is(Value::Kind::String))
            return Value::ofText(Value::Kind::Opaque, key.text, -1);
        if (!base.text.empty() && key.is(Value::Kind::Int))
            return metadataObject(base.text, key.integer, syntax.span);
        return fail(syntax.span, "bad-metadata", "expected metadata[\"type\"][index]");
    }
    case Value::Kind::Sequence: {
        int64_t index = 0;
        if (syntax.items.size() != 1 ||
            !toInt(evaluate(*syntax.items[0]), syntax.span, "an index of a tuple", index))
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
