/// Assignments: names for the results of calls, bindings, scalars, stores.

#pragma once

#include "core/script/reading/reader_part.h"

namespace tir::script {

class BufferAccesses;
class BufferBuilder;
class CallReader;
class Conversions;
class ExpressionReader;
class LegacySpellings;
class Names;
struct OpenScopes;
class Operators;
class SubscriptReader;
struct Variables;
class ViewBuilder;

class AssignmentReader : public ReaderPart {
public:
    AssignmentReader(ReadContext& context, Names& names, LegacySpellings& legacy, OpenScopes& scopes,
                     Variables& variables, Conversions& values, Operators& operators,
                     BufferAccesses& accesses, ExpressionReader& expressions, SubscriptReader& subscripts,
                     CallReader& calls, BufferBuilder& buffers, ViewBuilder& views)
        : ReaderPart(context),
          m_names(names),
          m_legacy(legacy),
          m_scopes(scopes),
          m_variables(variables),
          m_values(values),
          m_operators(operators),
          m_accesses(accesses),
          m_expressions(expressions),
          m_subscripts(subscripts),
          m_calls(calls),
          m_buffers(buffers),
          m_views(views)
    {}

    void assign(const Statement& statement, std::vector<const Stmt*>& into);
    void augmentedAssign(const Statement& statement, std::vector<const Stmt*>& into);
    void annotated(const Statement& statement, std::vector<const Stmt*>& into);

private:
    void assignTo(const Syntax& target, const Syntax& source, std::vector<const Stmt*>& into, Span span);
    void assignValue(const Syntax& target, const Value& value, const Syntax& source,
                     std::vector<const Stmt*>& into, Span span);
    void newScalar(const Syntax& target, DType type, const Value* value, Span valueSpan,
                   std::vector<const Stmt*>& into, Span span);
    void assignName(const Syntax& target, const Value& value, const Syntax& source,
                    std::vector<const Stmt*>& into, Span span);
    void store(const Syntax& target, const Value& value, Span valueSpan, std::vector<const Stmt*>& into,
               Span span);
    /// Binds the value of the statement to its target; null: the type is that of the value.
    void letBinding(const Statement& statement, const Syntax* typeSyntax, std::vector<const Stmt*>& into);

    Names& m_names;
    LegacySpellings& m_legacy;
    OpenScopes& m_scopes;
    Variables& m_variables;
    Conversions& m_values;
    Operators& m_operators;
    BufferAccesses& m_accesses;
    ExpressionReader& m_expressions;
    SubscriptReader& m_subscripts;
    CallReader& m_calls;
    BufferBuilder& m_buffers;
    ViewBuilder& m_views;
};

} // namespace tir::script
