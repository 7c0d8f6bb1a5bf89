#include "core/script/reading/conversions.h"

#include "core/ir/make.h"
#include "core/script/common/unknown_arguments.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tir::script {

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
    if (!constant || constant->value < 1 || constant->value > DType::MaxLanes)
        return std::nullopt;
    return -int(constant->value);
}

bool isScalarBuffer(const Buffer* buffer)
{
    return buffer && buffer->shape.size() == 1 && isConstInt(buffer->shape[0], 1);
}

const Expr* Conversions::toExpr(const Value& value, Span span)
{
    switch (value.kind) {
    case Value::Kind::Error:
        return nullptr;
    case Value::Kind::Expr:
        return value.expr();
    case Value::Kind::Bool:
        return made(boolImm(m_arena, value.integer != 0), span);
    case Value::Kind::Int: {
        const bool fits = value.integer >= std::numeric_limits<int32_t>::min() &&
                          value.integer <= std::numeric_limits<int32_t>::max();
        return made(intImm(m_arena, fits ? Int32 : Int64, value.integer), span);
    }
    case Value::Kind::BigInt:
        return failNode(span, "number-too-large",
                        "an integer from 2**63 on needs a type, as in T.uint64(" +
                            std::to_string(uint64_t(value.integer)) + ")");
    case Value::Kind::Float:
        return made(floatImm(m_arena, Float32, value.real), span);
    case Value::Kind::String:
        return made(stringImm(m_arena, value.text), span);
    case Value::Kind::Opaque:
        return made(m_arena.make<OpaqueExpr>(value.text, value.integer), span);
    case Value::Kind::Buffer: {
        const Buffer* buffer = value.buffer();
        if (isScalarBuffer(buffer)) {
            made(buffer, span);
            return load(buffer, {intImm(m_arena, indexDType(*buffer), 0)}, nullptr, span);
        }
        return failNode(span, "buffer-as-value",
                        quoted(buffer->name) + " is a buffer; an element of it needs indices");
    }
    case Value::Kind::Node:
        if (const auto* region = as<BufferRegion>(value.node))
            return loadRegion(region, span);
        if (const auto* axis = as<IterVar>(value.node))
            return made(axis->var, span);
        break;
    case Value::Kind::Foreign:
        return failNode(span, "needs-python", "only Python can evaluate this");
    default:
        break;
    }
    return failNode(span, "not-a-value",
                    "found " + std::string(describe(value.kind)) + ", expected an expression");
}

const Expr* Conversions::numberOf(const Value& number, DType type, Span span)
{
    const DType element = type.element();
    const Expr* scalar = nullptr;
    if (element.isAnyFloat())
        scalar = floatImm(m_arena, element, number.asReal());
    else if (!number.is(Value::Kind::Float)) {
        const IntImm* integer = intImm(m_arena, element, number.integer);
        const bool isBig = number.is(Value::Kind::BigInt);
        const bool fits = isBig ? element == UInt64 : element.isBool() || integer->value == number.integer;
        if (!fits)
            return failNode(
                span, "bad-constant",
                "the number " +
                    (isBig ? std::to_string(uint64_t(number.integer)) : std::to_string(number.integer)) +
                    " does not fit into " + std::string(toString(element)));
        scalar = integer;
    } else
        return toExpr(number, span);
    made(scalar, span);
    return type.isScalar() ? scalar : made(m_arena.make<Broadcast>(scalar, type.lanes), span);
}

const Expr* Conversions::toExprOf(const Value& value, DType wanted, Span span)
{
    if (value.isLiteralNumber() && !wanted.isHandle() && !wanted.isVoid())
        return numberOf(value, wanted, span);
    const Expr* expr = toExpr(value, span);
    return expr ? withType(expr, wanted, span) : nullptr;
}

const Expr* Conversions::constantOrCast(const Value& value, DType type, Span span)
{
    if (value.isLiteralNumber() && !type.isHandle() && !type.isVoid()) {
        if (value.is(Value::Kind::Float) && type.isIntegral()) {
            // Out of range is undefined in C++. The comparison is false for NaN, too.
            if (!(std::abs(value.real) < 9.2e18))
                return failNode(span, "bad-constant",
                                "the number does not fit into " + std::string(toString(type)));
            return made(constant(m_arena, type, int64_t(value.real)), span);
        }
        return numberOf(value, type, span);
    }
    if (value.is(Value::Kind::String) && type.isAnyFloat()) {
        std::string_view text = value.text;
        const bool isNegative = text.starts_with('-');
        if (isNegative)
            text.remove_prefix(1);
        double number = 0;
        if (text == "inf")
            number = HUGE_VAL;
        else if (text == "nan")
            number = NAN;
        else
            return failNode(span, "bad-constant", quoted(value.text) + " is not a float constant");
        return made(floatImm(m_arena, type, isNegative ? -number : number), span);
    }
    const Expr* operand = toExpr(value, span);
    if (!operand)
        return nullptr;
    if (operand->dtype == type)
        return operand;
    if (type.isVoid())
        return failNode(span, "type-mismatch", "nothing can be cast to void");
    if (operand->dtype.lanes != type.lanes && operand->dtype.isScalar())
        return made(
            cast(m_arena, type, m_arena.make<Broadcast>(cast(m_arena, type.element(), operand), type.lanes)),
            span);
    if (operand->dtype.lanes != type.lanes)
        return failNode(span, "type-mismatch",
                        "cannot cast " + toString(operand->dtype) + " to " + toString(type));
    return made(cast(m_arena, type, operand), span);
}

/// The argument of an operation: an expression, or a buffer as its data.
const Expr* Conversions::callArgument(const Value& value, Span span)
{
    if (const Buffer* buffer = value.buffer()) {
        return value.is(Value::Kind::Buffer) && isScalarBuffer(buffer) ? toExpr(value, span)
                                                                       : made(buffer->data, span);
    }
    if (value.is(Value::Kind::Type))
        if (const auto* type = as<PrimType>(value.type()))
            return made(stringImm(m_arena, toString(type->dtype)), span);
    return toExpr(value, span);
}

const Expr* Conversions::anyArgument(const Value& value, Span span)
{
    if (value.is(Value::Kind::None))
        return made(m_arena.make<Call>(Int32, opNamed(m_arena, NoneOp), ExprList()), span);
    if (!value.is(Value::Kind::Sequence))
        return callArgument(value, span);
    std::vector<const Expr*> items;
    for (const Value& item : value.items)
        items.push_back(anyArgument(item, span));
    if (std::ranges::find(items, nullptr) != items.end())
        return nullptr;
    const std::string_view kind = value.isList ? ListOp : TupleOp;
    return made(m_arena.make<Call>(Int32, opNamed(m_arena, kind), m_arena.copy(items)), span);
}

const Expr* Conversions::withType(const Expr* value, DType type, Span span)
{
    const auto* call = as<Call>(value);
    if (!call || !call->op || call->dtype != Int32 || type.isVoid())
        return value;
    const bool isUntold = call->op->result == ResultRule::Unknown || call->isOp(OpId::tvm_call_packed) ||
                          call->isOp(OpId::tvm_call_cpacked);
    return isUntold ? made(m_arena.make<Call>(type, call->op, call->args, call->annotations), span) : value;
}

/// The type of a bound value: pointers keep their element type.
const Type* Conversions::typeOf(const Expr* value)
{
    if (const auto* var = as<Var>(value))
        return var->type;
    if (const auto* call = as<Call>(value)) {
        if (call->isOp(OpId::tvm_access_ptr) && !call->args.empty())
            return pointerType(m_arena, call->args[0]->dtype, "");
        if (call->isOp(OpId::address_of) && !call->args.empty())
            if (const auto* load = as<BufferLoad>(call->args[0]))
                return pointerType(m_arena, load->buffer->dtype, load->buffer->scopeText());
    }
    return value->dtype.isVoid() ? voidType(m_arena) : primType(m_arena, value->dtype);
}

/// TVM takes integers as conditions of statements, too.
bool Conversions::isCondition(const Expr* test, Span span)
{
    if (test->dtype.isIntegral() && test->dtype.isScalar())
        return true;
    fail(span, "type-mismatch", "the condition has type " + toString(test->dtype) + ", expected bool");
    return false;
}

const Expr* Conversions::load(const Buffer* buffer, const std::vector<const Expr*>& indices,
                              const Expr* predicate, Span span)
{
    const std::optional<DType> type = typeOfAccess(*buffer, indices, span);
    if (!type)
        return nullptr;
    for (size_t i = 0; i + 1 < indices.size(); ++i)
        if (!indices[i]->dtype.isScalar())
            return failNode(span, "vector-index", "only the last index may be a vector");
    return made(m_arena.make<BufferLoad>(*type, buffer, m_arena.copy(indices), predicate), span);
}

std::optional<DType> Conversions::typeOfAccess(const Buffer& buffer, const std::vector<const Expr*>& indices,
                                               Span span)
{
    const std::optional<DType> type = accessedType(buffer, indices);
    if (!type)
        fail(span, "lane-count",
             "the access has more lanes than a vector, which has at most " + std::to_string(DType::MaxLanes));
    return type;
}

const Expr* Conversions::loadRegion(const BufferRegion* region, Span span)
{
    std::vector<const Expr*> indices;
    for (const Range* range : region->region) {
        const auto* extent = as<IntImm>(range->extent);
        const std::optional<int> scalable = scalableLanes(range->extent);
        if (extent && extent->value == 1) {
            indices.push_back(range->min);
        } else if (scalable || (extent && extent->value > 1 && extent->value <= DType::MaxLanes)) {
            const int lanes = scalable ? *scalable : int(extent->value);
            indices.push_back(
                made(m_arena.make<Ramp>(range->min, intImm(m_arena, range->min->dtype, 1), lanes), span));
        } else {
            return failNode(span, "region-as-value",
                            "a region of " + quoted(region->buffer->name) +
                                " is not a value: its extents are not constant or out of range");
        }
    }
    return load(region->buffer, indices, nullptr, span);
}

const BufferRegion* Conversions::regionFrom(const Value& value, Span span)
{
    if (const auto* region = as<BufferRegion>(value.node); region && value.is(Value::Kind::Node))
        return region;
    std::vector<const Range*> ranges;
    if (const Buffer* buffer = value.buffer()) {
        for (const Expr* extent : buffer->shape)
            ranges.push_back(m_arena.make<Range>(intImm(m_arena, extent->dtype, 0), extent));
        return made(m_arena.make<BufferRegion>(buffer, m_arena.copy(ranges)), span);
    }
    const auto* load = as<BufferLoad>(value.expr());
    if (!load)
        return value.is(Value::Kind::Error) ? nullptr
                                            : failNode(span, "not-a-region",
                                                       "found " + std::string(describe(value.kind)) +
                                                           ", expected a region of a buffer");
    for (const Expr* index : load->indices) {
        if (const auto* ramp = as<Ramp>(index); ramp && ramp->dtype.lanes > 0)
            ranges.push_back(
                m_arena.make<Range>(ramp->base, intImm(m_arena, ramp->base->dtype, ramp->dtype.lanes)));
        else
            ranges.push_back(made(m_arena.make<Range>(index, intImm(m_arena, index->dtype, 1)), span));
    }
    return made(m_arena.make<BufferRegion>(load->buffer, m_arena.copy(ranges)), span);
}

} // namespace tir::script
