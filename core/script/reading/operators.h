/// Operators on values: Python's on Python numbers, matching and folding ones on expressions.

#pragma once

#include "core/script/reading/reader_part.h"
#include "core/script/syntax/syntax.h"

namespace tir::script {

class Conversions;

class Operators : public ReaderPart {
public:
    Operators(ReadContext& context, Conversions& values) : ReaderPart(context), m_values(values) {}

    bool matchOperands(const Value& a, const Value& b, Span spanA, Span spanB, Span span, const Expr*& left,
                       const Expr*& right);
    bool matchBounds(const Value& begin, const Value& end, Span span, const Expr*& first, const Expr*& last);
    const Range* rangeFrom(const Value& value, Span span);
    const Expr* arithmetic(BinaryOp op, const Expr* a, const Expr* b, Span span);
    Value binaryOperator(Operator op, const Value& a, const Value& b, Span spanA, Span spanB, Span span);
    Value numberOperator(Operator op, const Value& a, const Value& b, Span span);
    Value comparison(Operator op, const Value& a, const Value& b, Span spanA, Span spanB, Span span);

private:
    const Expr* bitCall(OpId op, const Expr* a, const Expr* b, Span span);

    Conversions& m_values;
};

} // namespace tir::script
