/// Functions of a GPU module: thread axes are special registers, shared memory is a variable in its address space,
/// barriers, shuffles and copies are NVVM intrinsics, mathematical functions are libdevice's. Pointers are generic;
/// LLVM infers their address spaces. Private to this folder.

#pragma once

#include "core/codegen/llvm_ir/function/platform.h"
#include "core/codegen/llvm_ir/nvptx_arch.h"
#include "core/codegen/llvm_ir/nvptx_calls.h"
#include "core/codegen/llvm_ir/nvptx_fragments.h"

#include <unordered_set>

namespace tir::llvm_ir {

class Failures;
class FunctionCalls;
class Statements;

class NvptxFunction : public Platform, private FunctionPart {
public:
    using Value = llvm::Value;

    NvptxFunction(NvptxModuleEmitter& module, const PrimFunc& primFunc, FunctionParts& parts);

    std::optional<Value*> emitOperation(const Call& call) override;
    std::optional<Value*> emitFunctionCall(const Call& call, const ModuleEntry& callee) override;
    llvm::Function* libraryFunction(std::string_view function, DType element,
                                    const std::vector<llvm::Type*>& params) override;
    Value* parameter(const Var& param, Value* argument) override;
    Value* argument(const Var& param, Value* value) override;
    bool fail(std::string_view kind, std::string_view message) override;
    llvm::Type* memoryType(DType dtype) override;
    Value* toMemory(DType dtype, Value* value) override;
    Value* fromMemory(DType dtype, Value* value) override;
    Value* widenedFloat(Value* value, DType to) override;
    Value* floatToInt(DType to, DType from, Value* value) override;
    bool guardsDivisions() const override { return false; }
    uint64_t accessAlignment(const Buffer& buffer, const Expr& index, int lanes) override;
    uint64_t elementAlignment(DType dtype) const override { return uint64_t(dtype.bytes()); }
    bool isVolatile(const Buffer& buffer) const override;
    bool emitAllocation(const AllocBuffer& alloc) override;
    bool emitAttr(const AttrStmt& node) override;
    bool emitAssert(const AssertStmt& node) override;
    bool emitThreadExtent(const AttrStmt& node, const IterVar& axis) override;
    Value* threadIndex(ThreadAxis axis) override;

private:
    std::string_view nativeFloat8(DType dtype);
    Value* refuseConversion(DType dtype);

    NvptxModuleEmitter& m_gpu;
    const PrimFunc& m_primFunc;
    Bindings& m_bindings;
    ValueForms& m_forms;
    Conversions& m_conversions;
    Failures& m_failures;
    Expressions& m_expressions;
    BufferAddresses& m_addresses;
    Statements& m_statements;
    FunctionCalls& m_functions;
    NvptxArch m_arch;
    NvptxFragments m_fragments;
    NvptxCalls m_calls;
    std::unordered_set<const Var*> m_volatile; ///< data of allocations that are marked so
};

} // namespace tir::llvm_ir
