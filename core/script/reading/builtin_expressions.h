/// `T.Cast`, `T.min`, `T.Select` and the other constructors of expressions.

#pragma once

#include "core/script/reading/reader_part.h"

namespace tir::script {

class CallSite;
class Conversions;
class Operators;

class ExpressionBuiltins : public ReaderPart {
public:
    ExpressionBuiltins(ReadContext& context, Conversions& values, Operators& operators)
        : ReaderPart(context),
          m_values(values),
          m_operators(operators)
    {}

    Value binaryCall(CallSite& site);
    Value notCall(CallSite& site);
    Value castCall(CallSite& site);
    Value selectCall(CallSite& site);
    Value ifThenElseCall(CallSite& site);
    Value rampCall(CallSite& site);
    Value broadcastCall(CallSite& site);
    Value shuffleCall(CallSite& site);
    Value letCall(CallSite& site);
    Value immCall(CallSite& site);
    Value varCall(CallSite& site);
    Value limitCall(CallSite& site);
    Value absCall(CallSite& site);
    /// isinf and isfinite: TVM has comparisons instead of these operations.
    Value finiteCall(CallSite& site);
    Value ceilDivCall(CallSite& site);

private:
    bool toLanes(const Value& value, Span span, int& lanes);

    Conversions& m_values;
    Operators& m_operators;
};

} // namespace tir::script
