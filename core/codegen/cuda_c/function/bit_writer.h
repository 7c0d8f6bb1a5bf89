/// Operations on the bits of integers.

#pragma once

#include "core/codegen/cuda_c/function/call_part.h"

namespace tir::cuda_c {

class VectorWriter;

class BitWriter : public CallPart {
public:
    BitWriter(FunctionContext& context, ExpressionWriter& expressions, VectorWriter& vectors)
        : CallPart(context, expressions),
          m_vectors(vectors)
    {}

    std::optional<std::string> operation(const Call& call) override;

private:
    std::string complement(const Call& call);
    /// Converted back to the element type, as C computes narrower types in int.
    std::string narrowed(DType element, const std::string& text);

    VectorWriter& m_vectors;
};

} // namespace tir::cuda_c
