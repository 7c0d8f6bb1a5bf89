/// Calls that create buffers, and the statements that they add to the open function or block.

#pragma once

#include "core/script/reading/reader_part.h"

namespace tir::script {

struct BufferFields;
class CallSite;
class Conversions;
class EarlyUses;
struct OpenScopes;
class StatementSink;

class BufferBuilder : public ReaderPart {
public:
    BufferBuilder(ReadContext& context, OpenScopes& scopes, StatementSink& sink, Conversions& values,
                  EarlyUses& early)
        : ReaderPart(context),
          m_scopes(scopes),
          m_sink(sink),
          m_values(values),
          m_early(early)
    {}

    const Buffer* makeScalar(std::string_view name, DType type, std::string_view scope,
                             const Var* data = nullptr, const Expr* offset = nullptr, Dict kept = {});
    Value bufferAnnotation(CallSite& site);
    Value matchBuffer(CallSite& site);
    Value allocBuffer(CallSite& site);
    Value allocate(CallSite& site);
    Value declBuffer(CallSite& site);
    Value blockAllocBuffer(CallSite& site);
    Value scalarCall(CallSite& site);
    Value declScalarCall(CallSite& site);

private:
    bool readFields(CallSite& site, size_t firstPosition, BufferFields& fields);
    const Buffer* makeBuffer(CallSite& site, BufferFields& fields, std::string_view name);

    OpenScopes& m_scopes;
    StatementSink& m_sink;
    Conversions& m_values;
    EarlyUses& m_early;
};

} // namespace tir::script
