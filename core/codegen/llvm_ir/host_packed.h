/// Packed calls of a host module, as MakePackedAPI writes them and as LowerTVMBuiltin does, and the other
/// operations that are the runtime's. Private to this folder.

#pragma once

#include "core/codegen/llvm_ir/function/call_part.h"

namespace tir::llvm_ir {

class Conversions;
class Expressions;
struct FunctionParts;
class HostErrors;
class HostModuleEmitter;
class Mathematics;
class PackedCalls;

class HostPacked : public CallPart {
public:
    HostPacked(HostModuleEmitter& module, FunctionParts& parts, HostErrors& errors);

    std::optional<Value*> emitOperation(const Call& call) override;

private:
    struct Arguments {
        Value* values; ///< the first of them
        Value* count;
    };

    Value* emitPacked(const Call& call);
    Value* emitPackedLowered(const Call& call);
    Value* emitCPacked(const Call& call);
    Value* emitCPackedLowered(const Call& call);
    Value* emitAllocateWorkspace(const Call& call);
    Value* emitFreeWorkspace(const Call& call);
    Value* emitThrowLastError(const Call& call);
    std::optional<Value*> emitHostExtern(const Call& call);
    Arguments packedArguments(ExprList args);
    Arguments loweredArguments(const Call& call);
    Value* callPacked(const Call& call, Arguments arguments);
    Value* callCPacked(const Call& call, Arguments arguments);
    Value* noneValue();

    HostModuleEmitter& m_host;
    Conversions& m_conversions;
    Expressions& m_expressions;
    Mathematics& m_mathematics;
    PackedCalls& m_packed;
    HostErrors& m_errors;
};

} // namespace tir::llvm_ir
