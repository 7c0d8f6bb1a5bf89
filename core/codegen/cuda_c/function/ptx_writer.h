/// Matrix instructions of PTX: each form becomes a device function around one instruction.

#pragma once

#include "core/codegen/cuda_c/function/call_part.h"

namespace tir::cuda_c {

class FunctionNames;
class MemoryWriter;

class PtxWriter : public CallPart {
public:
    PtxWriter(FunctionContext& context, FunctionNames& names, ExpressionWriter& expressions,
              MemoryWriter& memory)
        : CallPart(context, expressions),
          m_names(names),
          m_memory(memory)
    {}

    std::optional<std::string> operation(const Call& call) override;

private:
    std::string loadMatrix(const Call& call);
    std::string guardedLoad(const Call& call);
    std::string multiply(const Call& call);
    std::string fill(const Call& call);
    std::string store(const Call& call);

    std::string argument(const Call& call, size_t number) { return expr(*call.args[number]); }
    /// A pointer and an offset in elements of `element`, which are two arguments.
    std::string offsetPointer(const Call& call, size_t number, const std::string& element);

    FunctionNames& m_names;
    MemoryWriter& m_memory;
};

} // namespace tir::cuda_c
