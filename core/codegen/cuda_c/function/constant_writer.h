/// Constants: exact, of the type they have.

#pragma once

#include "core/codegen/cuda_c/function/function_part.h"

namespace tir::cuda_c {

class ConstantWriter : public FunctionPart {
public:
    explicit ConstantWriter(FunctionContext& context) : FunctionPart(context) {}

    std::string constant(const IntImm& node);
    std::string constant(const FloatImm& node);
    static std::string constant(const StringImm& node);
};

} // namespace tir::cuda_c
