/// Host code that drives a GPU: launches are passed to the runtime with their arguments, and memory that kernels use is
/// GPU memory. Everything else is as on the CPU. Private to this folder.

#pragma once

#include "core/analysis/device_memory.h"
#include "core/codegen/llvm_ir/function/function_part.h"
#include "core/codegen/llvm_ir/function/platform.h"

#include <functional>
#include <optional>

namespace tir::llvm_ir {

class Allocations;
class Bindings;
class BufferAddresses;
class Expressions;
class PackedCalls;
class ValueForms;

class DriverModuleEmitter : public ModuleEmitter {
public:
    DriverModuleEmitter(const Module& module, llvm::Module& output);

protected:
    void emitBody(const PrimFunc& primFunc, llvm::Function* function, Side side) override;

private:
    const DeviceMemory m_memory;
};

class DriverFunction : public Platform, private FunctionPart {
public:
    using Value = llvm::Value;

    DriverFunction(FunctionParts& parts, const DeviceMemory& memory);

    std::optional<Value*> emitOperation(const Call& call) override;
    std::optional<Value*> emitFunctionCall(const Call& call, const ModuleEntry& callee) override;
    bool emitAllocation(const AllocBuffer& alloc) override;
    bool emitThreadExtent(const AttrStmt& node, const IterVar& axis) override;
    bool emitLaunch(const Stmt& body) override;

private:
    /// The values of a launch, in order: arguments of the kernel, then values of its launch parameters. The count is
    /// empty if it is only known at run time.
    struct LaunchValues {
        std::function<Value*(size_t, DType)> at;
        std::optional<size_t> count;
    };
    LaunchValues valuesOf(const Call& packed);
    LaunchValues loweredValuesOf(const Call& packed);
    Value* emitKernelLaunch(const Call& call, const PrimFunc& kernel, const std::string& symbol,
                            const LaunchValues& given);
    Value* allocateOnDevice(Value* bytes);

    Bindings& m_bindings;
    ValueForms& m_forms;
    Expressions& m_expressions;
    BufferAddresses& m_addresses;
    Allocations& m_allocations;
    PackedCalls& m_packed;
    const DeviceMemory& m_memory;
};

} // namespace tir::llvm_ir
