/// Expressions of the syntax tree: names, attributes, literals, operators, and collections.

#pragma once

#include "core/script/reading/reader_part.h"

namespace tir::script {

class CallReader;
class Conversions;
class EarlyUses;
struct ModuleFunctions;
class Names;
class Operators;
class SubscriptReader;

class ExpressionReader : public ReaderPart {
public:
    ExpressionReader(ReadContext& context, std::string_view text, Names& names, ModuleFunctions& functions,
                     Conversions& values, Operators& operators, EarlyUses& early, SubscriptReader& subscripts,
                     CallReader& calls)
        : ReaderPart(context),
          m_text(text),
          m_names(names),
          m_functions(functions),
          m_values(values),
          m_operators(operators),
          m_early(early),
          m_subscripts(subscripts),
          m_calls(calls)
    {}

    Value evaluate(const Syntax& syntax);
    Value attributeOf(const Value& base, const Syntax& syntax);
    /// The value of the syntax as an operand; null (and an error) when it is not an expression.
    const Expr* expression(const Syntax& syntax);
    /// Creates variables for the parameters (types repeat), and evaluates the lambda for them.
    bool lambdaOf(const Value& value, Span span, const std::vector<DType>& types,
                  std::vector<const Var*>& vars, std::vector<const Expr*>& results);

private:
    Value evaluateName(const Syntax& syntax);
    Value undefinedName(const Syntax& name);
    Value evaluateAttribute(const Syntax& syntax);
    Value evaluateNumber(const Syntax& syntax);
    Value evaluateSequence(const Syntax& syntax);
    Value evaluateDict(const Syntax& syntax);
    Value evaluateConditional(const Syntax& syntax);
    Value evaluateBinary(const Syntax& syntax);
    Value evaluateUnary(const Syntax& syntax);
    Value evaluateComparison(const Syntax& syntax);
    Value evaluateLogic(const Syntax& syntax);

    std::string_view m_text;
    Names& m_names;
    ModuleFunctions& m_functions;
    Conversions& m_values;
    Operators& m_operators;
    EarlyUses& m_early;
    SubscriptReader& m_subscripts;
    CallReader& m_calls;
};

} // namespace tir::script
