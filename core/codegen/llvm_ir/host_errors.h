/// How a function of a host module ends early: an error is set in TVM's runtime, and its code returned.

#pragma once

#include "core/codegen/llvm_ir/function/function_part.h"

namespace tir::llvm_ir {

class ControlFlow;
class Conversions;
struct FunctionParts;
class HostModuleEmitter;

class HostErrors : public FunctionPart {
public:
    HostErrors(HostModuleEmitter& module, FunctionParts& parts);

    /// In a separate block, which leaves the function.
    void raise(std::string_view kind, const std::vector<std::string_view>& parts);
    /// Returns the code when it is not 0.
    void returnUnlessZero(Value* code);
    void returnCode(Value* code);

private:
    HostModuleEmitter& m_host;
    Conversions& m_conversions;
    ControlFlow& m_control;
};

} // namespace tir::llvm_ir
