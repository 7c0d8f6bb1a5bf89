/// Errors of the generated program, which end its run.

#pragma once

#include "core/codegen/llvm_ir/function/function_part.h"

namespace tir::llvm_ir {

class Platform;

class Failures : public FunctionPart {
public:
    Failures(FunctionContext& context, Platform& platform) : FunctionPart(context), m_platform(platform) {}

    void fail(std::string_view kind, std::string_view message);
    void failUnless(Value* condition, std::string_view kind, std::string_view message);

private:
    Platform& m_platform;
};

} // namespace tir::llvm_ir
