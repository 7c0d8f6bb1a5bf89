/// Mathematics: the names that CUDA has for functions of each float type, and of integers.

#pragma once

#include "core/codegen/cuda_c/function/call_part.h"

#include <vector>

namespace tir::cuda_c {

class VectorWriter;

class MathWriter : public CallPart {
public:
    MathWriter(FunctionContext& context, ExpressionWriter& expressions, VectorWriter& vectors)
        : CallPart(context, expressions),
          m_vectors(vectors)
    {}

    std::optional<std::string> operation(const Call& call) override;

private:
    std::string magnitude(const Call& call);
    std::string multiplyAdd(const Call& call);
    std::string sigmoid(const Call& call);
    /// isnan, isinf, isfinite
    std::string classification(const Call& call);
    std::optional<std::string> bitCount(const Call& call);
    std::optional<std::string> dotProduct(const Call& call);
    /// A function in the table.
    std::optional<std::string> listedFunction(const Call& call);
    std::string pureCall(const std::string& name, const Call& call);
    /// A function of the wider type that CUDA has it for, lane by lane: int, or float.
    std::string viaWide(const std::string& name, const Call& call);

    VectorWriter& m_vectors;
};

} // namespace tir::cuda_c
