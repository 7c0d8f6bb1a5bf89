/// Subscripts: loads, regions, and the items of tuples.

#pragma once

#include "core/script/reading/reader_part.h"

namespace tir::script {

class BufferAccesses;
class Conversions;
class ExpressionReader;
class MetadataSection;

class SubscriptReader : public ReaderPart {
public:
    SubscriptReader(ReadContext& context, Conversions& values, BufferAccesses& accesses,
                    MetadataSection& metadata, ExpressionReader& expressions)
        : ReaderPart(context),
          m_values(values),
          m_accesses(accesses),
          m_metadata(metadata),
          m_expressions(expressions)
    {}

    Value evaluateSubscript(const Syntax& syntax);
    /// Indices for a load or store: slices become ramps.
    bool elementIndices(const Buffer* buffer, std::span<const Syntax* const> items, Span span,
                        std::vector<const Expr*>& indices);

private:
    Value indexBuffer(const Buffer* buffer, const Syntax& syntax);
    bool sliceBounds(const Expr* extent, const Syntax& slice, const Expr*& start, const Expr*& stop);
    const Expr* rampOf(const Buffer* buffer, size_t dimension, const Syntax& slice);
    const BufferRegion* regionOf(const Buffer* buffer, const Syntax& syntax);

    Conversions& m_values;
    BufferAccesses& m_accesses;
    MetadataSection& m_metadata;
    ExpressionReader& m_expressions;
};

} // namespace tir::script
