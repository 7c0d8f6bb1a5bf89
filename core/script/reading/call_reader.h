/// Calls: resolves the callee, evaluates the arguments, and calls functions and types.

#pragma once

#include "core/script/reading/reader_part.h"

namespace tir::script {

class Builtins;
class CallSite;
class Conversions;
class EarlyUses;
class ExpressionReader;
class ForeignCalls;
class LayoutReader;
class LegacySpellings;
class MethodCalls;
struct ModuleFunctions;
class Names;
class OperationCalls;
class TileReader;
struct Variables;

class CallReader : public ReaderPart {
public:
    CallReader(ReadContext& context, Names& names, LegacySpellings& legacy, Variables& variables,
               ModuleFunctions& functions, Conversions& values, EarlyUses& early,
               ExpressionReader& expressions, const Builtins& builtins, LayoutReader& layouts,
               ForeignCalls& foreign, OperationCalls& operations, MethodCalls& methods, TileReader& tiles)
        : ReaderPart(context),
          m_names(names),
          m_legacy(legacy),
          m_variables(variables),
          m_functions(functions),
          m_values(values),
          m_early(early),
          m_expressions(expressions),
          m_builtins(builtins),
          m_layouts(layouts),
          m_foreign(foreign),
          m_operations(operations),
          m_methods(methods),
          m_tiles(tiles)
    {}

    /// `isStatement`: the call is a whole statement, which may be a tile primitive.
    Value evaluateCall(const Syntax& syntax, std::span<const Syntax* const> targets = {},
                       bool isStatement = false);
    bool arguments(const Syntax& call, CallSite& site);
    /// Those by name alone.
    bool keywords(const Syntax& call, CallSite& site);

private:
    Value functionCall(const Value& callee, CallSite& site);
    Value typeCall(const Type* type, CallSite& site);
    Value finished(const Value& result, CallSite& site);

    Names& m_names;
    LegacySpellings& m_legacy;
    Variables& m_variables;
    ModuleFunctions& m_functions;
    Conversions& m_values;
    EarlyUses& m_early;
    ExpressionReader& m_expressions;
    const Builtins& m_builtins;
    LayoutReader& m_layouts;
    ForeignCalls& m_foreign;
    OperationCalls& m_operations;
    MethodCalls& m_methods;
    TileReader& m_tiles;
};

} // namespace tir::script
