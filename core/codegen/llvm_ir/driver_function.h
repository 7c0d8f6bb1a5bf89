/// The emitter of host code that drives a GPU: launches are handed to the runtime with their arguments, and
/// memory that kernels work on is the GPU's. Everything else is as on the CPU. Private to this folder.

#pragma once

#include "core/analysis/device_memory.h"
#include "core/codegen/llvm_ir/function_emitter.h"

#include <functional>
#include <optional>

namespace tir::llvm_ir {

class DriverModuleEmitter : public ModuleEmitter {
public:
    DriverModuleEmitter(const Module& module, llvm::Module& output);

protected:
    void emitBody(const PrimFunc& primFunc, llvm::Function* function, Side side) override;

private:
    const DeviceMemory m_memory;
};

class DriverFunctionEmitter : public FunctionEmitter {
public:
    DriverFunctionEmitter(ModuleEmitter& module, llvm::Function* function, Side side,
                          const DeviceMemory& memory);

protected:
    Value* emitOwnCall(const Call& call, bool& known) override;
    Value* emitFunctionCall(const Call& call, const ModuleEntry& callee) override;
    void emitAllocation(const AllocBuffer& alloc) override;
    void emitThreadExtent(const AttrStmt& node, const IterVar& axis) override;
    void emitLaunch(const Stmt& body, const std::string& name,
                    const std::array<Value*, ThreadAxisCount>& given, Value* dynamicBytes) override;

private:
    /// The values of a launch, in order: arguments of the kernel, then values of its launch parameters. The count is
    /// empty if only the run knows it.
    struct LaunchValues {
        std::function<Value*(size_t, DType)> at;
        std::optional<size_t> count;
    };
    LaunchValues valuesOf(const Call& packed);
    LaunchValues loweredValuesOf(const Call& packed);
    Value* emitKernelLaunch(const Call& call, const PrimFunc& kernel, const std::string& symbol,
                            const LaunchValues& given);
    Value* allocateOnDevice(Value* bytes);

    const DeviceMemory& m_memory;
};

} // namespace tir::llvm_ir
