/// Asynchronous copies (cp.async): device functions around one instruction each.

#pragma once

#include "core/codegen/cuda_c/function/call_part.h"

namespace tir::cuda_c {

class DataPointers;

class AsyncWriter : public CallPart {
public:
    AsyncWriter(FunctionContext& context, DataPointers& pointers, ExpressionWriter& expressions)
        : CallPart(context, expressions),
          m_pointers(pointers)
    {}

    std::optional<std::string> operation(const Call& call) override;

    std::string commitCopies();
    /// Until no more than that many groups of copies are in flight.
    std::string waitForCopies(int64_t groups);

private:
    std::string copy(const Call& call);
    /// Bytes of an element of a pointer argument.
    int pointeeBytes(const Expr& arg) const;

    DataPointers& m_pointers;
};

} // namespace tir::cuda_c
