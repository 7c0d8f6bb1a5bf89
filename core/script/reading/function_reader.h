/// Functions: signature, attributes, body, and the statements that TVM adds at the end.

#pragma once

#include "core/script/reading/reader_part.h"
#include "core/script/syntax/syntax.h"

namespace tir::script {

class CallReader;
class Conversions;
class EarlyUses;
class ExpressionReader;
class LegacySpellings;
struct ModuleFunctions;
class Names;
struct OpenScopes;
class StatementReader;
class SyntaxReader;

class FunctionReader : public ReaderPart {
public:
    FunctionReader(ReadContext& context, std::string_view text, SyntaxReader& syntax, Names& names,
                   LegacySpellings& legacy, OpenScopes& scopes, ModuleFunctions& functions,
                   Conversions& values, EarlyUses& early, ExpressionReader& expressions, CallReader& calls,
                   StatementReader& statements)
        : ReaderPart(context),
          m_text(text),
          m_syntax(syntax),
          m_names(names),
          m_legacy(legacy),
          m_scopes(scopes),
          m_functions(functions),
          m_values(values),
          m_early(early),
          m_expressions(expressions),
          m_calls(calls),
          m_statements(statements)
    {}

    bool isPrimFunc(const Statement& definition) const;
    void signature(const Statement& definition);
    const Function* function(const Statement& definition);
    /// Finds the spans of its places, unless there was an error.
    const Function* withSpans(const Function* function, const Statement& definition);
    const Function* opaqueFunction(const Statement& definition);
    void invalidDefinition(const Statement& definition);

private:
    bool decoratorFlag(const Statement& definition, std::string_view name) const;
    const Syntax* withoutGeneric(const Syntax* annotation);
    void parameter(const SyntaxParameter& parameter);
    Dict functionAttrs(const Statement& definition);
    const Stmt* withRootBlock(const Stmt* body);
    void checkDescriptions(const Stmt& body);
    void unknownOptions(const Statement& definition, std::vector<DictEntry>& attrs);

    std::string_view m_text;
    SyntaxReader& m_syntax;
    Names& m_names;
    LegacySpellings& m_legacy;
    OpenScopes& m_scopes;
    ModuleFunctions& m_functions;
    Conversions& m_values;
    EarlyUses& m_early;
    ExpressionReader& m_expressions;
    CallReader& m_calls;
    StatementReader& m_statements;
};

} // namespace tir::script
