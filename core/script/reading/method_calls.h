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
    Value accessPtr(const Buffer* buffer, CallSite& site);

    Conversions& m_values;
    Operators& m_operators;
    BufferAccesses& m_accesses;
    ViewBuilder& m_views;
    StatementBuiltins& m_statementBuiltins;
};

} // namespace tir::script
