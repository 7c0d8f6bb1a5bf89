/// Calls of functions and operations. The operations of a topic are written by a part of their own.

#pragma once

#include "core/codegen/cuda_c/function/call_part.h"

#include <vector>

namespace tir::cuda_c {

class ConstantWriter;
class VectorWriter;

class CallWriter : public CallPart {
public:
    CallWriter(FunctionContext& context, ExpressionWriter& expressions, ConstantWriter& constants,
               VectorWriter& vectors, std::vector<CallPart*> topics)
        : CallPart(context, expressions),
          m_constants(constants),
          m_vectors(vectors),
          m_topics(std::move(topics))
    {}

    std::string call(const Call& call);

private:
    std::string functionCall(const Call& call);
    std::string externCall(const Call& call);
    /// Control, hints, and constants.
    std::optional<std::string> operation(const Call& call) override;

    ConstantWriter& m_constants;
    VectorWriter& m_vectors;
    std::vector<CallPart*> m_topics;
};

} // namespace tir::cuda_c
