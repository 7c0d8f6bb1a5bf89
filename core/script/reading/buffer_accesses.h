/// Stores, and checks of the indices of a buffer.

#pragma once

#include "core/script/reading/reader_part.h"

namespace tir::script {

class Conversions;
class Names;

class BufferAccesses : public ReaderPart {
public:
    BufferAccesses(ReadContext& context, Names& names, Conversions& values)
        : ReaderPart(context),
          m_names(names),
          m_values(values)
    {}

    bool hasRank(const Buffer* buffer, size_t count, Span span);
    const Stmt* storeTo(const Buffer* buffer, const std::vector<const Expr*>& indices, const Value& value,
                        Span valueSpan, const Expr* predicate, Span span);

private:
    std::nullptr_t mismatchedStore(const Buffer* buffer, DType found, DType expected, Span span);

    Names& m_names;
    Conversions& m_values;
};

} // namespace tir::script
