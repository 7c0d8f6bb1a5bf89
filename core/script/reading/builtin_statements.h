/// Calls that are statements or change the function: `T.evaluate`, `T.bind`, `T.func_attr`.

#pragma once

#include "core/script/reading/reader_part.h"

namespace tir::script {

class BufferAccesses;
class CallSite;
class Conversions;
class LegacySpellings;
struct OpenScopes;
class OperationCalls;
class StatementSink;

class StatementBuiltins : public ReaderPart {
public:
    StatementBuiltins(ReadContext& context, LegacySpellings& legacy, OpenScopes& scopes, StatementSink& sink,
                      Conversions& values, BufferAccesses& accesses, OperationCalls& operations)
        : ReaderPart(context),
          m_legacy(legacy),
          m_scopes(scopes),
          m_sink(sink),
          m_values(values),
          m_accesses(accesses),
          m_operations(operations)
    {}

    Value evaluateStatementCall(CallSite& site);
    Value storeCall(CallSite& site);
    Value storeWith(CallSite& site, const Buffer* buffer, const Value& value, const Value& where,
                    const Value* mask);
    Value bindCall(CallSite& site);
    Value funcAttrCall(CallSite& site);

private:
    LegacySpellings& m_legacy;
    OpenScopes& m_scopes;
    StatementSink& m_sink;
    Conversions& m_values;
    BufferAccesses& m_accesses;
    OperationCalls& m_operations;
};

} // namespace tir::script
