/// Addresses, and values read as another type.

#pragma once

#include "core/codegen/cuda_c/function/call_part.h"

namespace tir::cuda_c {

class FunctionNames;
class MemoryWriter;

class PointerWriter : public CallPart {
public:
    PointerWriter(FunctionContext& context, FunctionNames& names, ExpressionWriter& expressions,
                  MemoryWriter& memory)
        : CallPart(context, expressions),
          m_names(names),
          m_memory(memory)
    {}

    std::optional<std::string> operation(const Call& call) override;

private:
    std::string address(const Call& call);
    std::string reinterpreted(const Call& call);

    FunctionNames& m_names;
    MemoryWriter& m_memory;
};

} // namespace tir::cuda_c
