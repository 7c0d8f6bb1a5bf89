/// Functions of a host module for TVM's runtime: packed calls go through the runtime's symbols, an error is set
/// there and -1 returned. Private to this folder.

#pragma once

#include "core/codegen/llvm_ir/function/platform.h"
#include "core/codegen/llvm_ir/host_errors.h"
#include "core/codegen/llvm_ir/host_packed.h"

namespace tir::llvm_ir {

class Bindings;
class Expressions;
class FunctionCalls;
class ValueForms;

class HostFunction : public Platform, private FunctionPart {
public:
    using Value = llvm::Value;

    HostFunction(HostModuleEmitter& module, FunctionParts& parts);

    static MakePlatform maker(HostModuleEmitter& module);

    std::optional<Value*> emitOperation(const Call& call) override;
    std::optional<Value*> emitFunctionCall(const Call& call, const ModuleEntry& callee) override;
    bool fail(std::string_view kind, std::string_view message) override;
    Value* toMemory(DType dtype, Value* value) override;
    Value* fromMemory(DType dtype, Value* value) override;
    /// As TVM.
    bool guardsDivisions() const override { return false; }
    bool emitAllocation(const AllocBuffer& alloc) override;
    bool emitAttr(const AttrStmt& node) override;
    bool emitAssert(const AssertStmt& node) override;
    bool emitLaunch(const Stmt& body) override;

private:
    void emitComputeScope(const AttrStmt& node, const std::string& name);

    HostModuleEmitter& m_host;
    Bindings& m_bindings;
    ValueForms& m_forms;
    Expressions& m_expressions;
    FunctionCalls& m_functions;
    HostErrors m_errors;
    HostPacked m_packed;
};

} // namespace tir::llvm_ir
