/// Calls whose results are not expressions: ranges, iteration variables, reducers, index maps, targets.

#pragma once

#include "core/script/reading/reader_part.h"

namespace tir::script {

class CallSite;
class Conversions;
class ExpressionReader;
class Operators;

class ValueBuiltins : public ReaderPart {
public:
    ValueBuiltins(ReadContext& context, Conversions& values, Operators& operators,
                  ExpressionReader& expressions)
        : ReaderPart(context),
          m_values(values),
          m_operators(operators),
          m_expressions(expressions)
    {}

    Value rangeCall(CallSite& site);
    Value iterVarCall(CallSite& site);
    Value reducerCall(CallSite& site);
    Value reduceCall(CallSite& site);
    Value indexMapCall(CallSite& site);
    Value metaVarCall(CallSite& site);
    Value targetCall(CallSite& site);

private:
    Conversions& m_values;
    Operators& m_operators;
    ExpressionReader& m_expressions;
};

} // namespace tir::script
