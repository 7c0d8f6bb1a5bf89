/// Values of the text as expressions, numbers, types, attributes and regions.

#pragma once

#include "core/script/reading/reader_part.h"

#include <optional>

namespace tir::script {

/// `T.vscale() * n` as a number of lanes below zero; nothing when it is not such a product.
std::optional<int> scalableLanes(const Expr* expr);
/// A buffer of one element, which can be used as an operand. False for null.
bool isScalarBuffer(const Buffer* buffer);

class Conversions : public ReaderPart {
public:
    explicit Conversions(ReadContext& context) : ReaderPart(context) {}

    /// The value as an operand; null (and an error) if it is not an expression.
    const Expr* toExpr(const Value& value, Span span);
    const Expr* toExpr(const Value& value, const Syntax* syntax) { return toExpr(value, syntax->span); }
    /// Converts a Python number to the wanted type; other values keep their type, unless the text does not give it.
    const Expr* toExprOf(const Value& value, DType wanted, Span span);
    const Expr* numberOf(const Value& number, DType type, Span span);
    bool toInt(const Value& value, Span span, std::string_view what, int64_t& number);
    bool toText(const Value& value, Span span, std::string_view what, std::string_view& text);
    bool toDType(const Value& value, Span span, DType& type);
    std::span<const Value> toSequence(const Value& value);
    const Type* typeFrom(const Value& value, Span span);
    /// `T.int32`, `T.f32`; null for names that are not types.
    const Type* typeNamed(std::string_view name);
    const Type* typeOf(const Expr* value);
    AttrValue attrValue(const Value& value, Span span);
    bool attrDict(const Value& value, Span span, std::vector<DictEntry>& entries);
    AttrValue unknownValue(const AttrValue& value);
    const Expr* constantOrCast(const Value& value, DType type, Span span);
    const Expr* callArgument(const Value& value, Span span);
    /// An argument of an unknown operation, whatever it is.
    const Expr* anyArgument(const Value& value, Span span);
    const Expr* load(const Buffer* buffer, const std::vector<const Expr*>& indices, const Expr* predicate,
                     Span span);
    /// As tir::accessedType; reports an access of too many lanes.
    std::optional<DType> typeOfAccess(const Buffer& buffer, const std::vector<const Expr*>& indices,
                                      Span span);
    const BufferRegion* regionFrom(const Value& value, Span span);
    /// Gives a call without a type in the text the type that the context requires.
    const Expr* withType(const Expr* value, DType type, Span span);
    bool isCondition(const Expr* test, Span span);

private:
    const Expr* loadRegion(const BufferRegion* region, Span span);
};

} // namespace tir::script
