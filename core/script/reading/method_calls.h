/// Methods of buffers and expressions: `A.vload(…)`, `A.access_ptr("r")`, `x.astype("int8")`.

#pragma once

#include "core/script/reading/reader_part.h"

namespace tir::script {

class BufferAccesses;
class CallSite;
class Conversions;
class Operators;
class StatementBuiltins;
class ViewBuilder;

class MethodCalls : public ReaderPart {
public:
    MethodCalls(ReadContext& context, Conversions& values, Operators& operators, BufferAccesses& accesses,
                ViewBuilder& views, StatementBuiltins& statementBuiltins)
        : ReaderPart(context),
          m_values(values),
          m_operators(operators),
          m_accesses(accesses),
          m_views(views),
          m_statementBuiltins(statementBuiltins)
    {}

    Value methodCall(const Value& base, const Syntax& callee, CallSite& site);

private:
    /// `x.astype("int8")`
    Value converted(const Value& base, CallSite& site);
    Value equal(const Value& base, CallSite& site);
    Value bufferMethod(const Buffer* buffer, const Syntax& callee, CallSite& site);
    const Expr* element(const Buffer* buffer, CallSite& site, std::string_view method);
    Value vstore(const Buffer* buffer, CallSite& site);
    Value accessPtr(const Buffer* buffer, CallSite& site);

    Conversions& m_values;
    Operators& m_operators;
    BufferAccesses& m_accesses;
    ViewBuilder& m_views;
    StatementBuiltins& m_statementBuiltins;
};

} // namespace tir::script
