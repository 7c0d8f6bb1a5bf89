/// The emitter of one function of a host module for TVM's runtime: packed calls go through the runtime's
/// symbols, an error is set there and -1 returned. Private to this folder.

#pragma once

#include "core/codegen/llvm_ir/function_emitter.h"

namespace llvm {
class GlobalVariable;
class StructType;
} // namespace llvm

namespace tir::llvm_ir {

class HostModuleEmitter : public ModuleEmitter {
public:
    HostModuleEmitter(const Module& module, llvm::Module& output);

    llvm::Function* function(const ModuleEntry& entry, Side side) override;

    /// Where the handle of a packed function is kept once it was looked up.
    llvm::GlobalVariable* packedHandle(std::string_view name);
    llvm::GlobalVariable* libraryContext();
    /// Tells the runtime of an error with `partCount` pieces of message.
    llvm::Function* raise(size_t partCount);

private:
    /// A variable of the module by name, null to begin with.
    llvm::GlobalVariable* nullPointer(const std::string& name);
};

class HostFunctionEmitter : public FunctionEmitter {
public:
    HostFunctionEmitter(HostModuleEmitter& module, llvm::Function* function);

    /// `body` with these variables as parameters; returns 0 when it ends well.
    void emitOutlined(const Stmt& body, const std::vector<const Var*>& params, const FunctionEmitter& site);

protected:
    Value* emitOwnCall(const Call& call, bool& known) override;
    void fail(std::string_view kind, std::string_view message) override;
    Value* memoryValue(DType dtype, Value* value) override;
    Value* registerValue(DType dtype, Value* value) override;
    Value* guardedDivisor(const Binary& node, Value* dividend, Value*& divisor) override;
    Value* emitFunctionCall(const Call& call, const ModuleEntry& callee) override;
    void emitAllocation(const AllocBuffer& alloc) override;
    void emitAttr(const AttrStmt& node) override;
    void emitAssert(const AssertStmt& node) override;
    void emitLaunch(const Stmt& body, const std::string& name,
                    const std::array<Value*, ThreadAxisCount>& given, Value* dynamicBytes) override;

private:
    Value* emitPacked(const Call& call);
    Value* emitPackedLowered(const Call& call);
    Value* emitCPacked(const Call& call);
    Value* emitCPackedLowered(const Call& call);
    Value* emitAllocateWorkspace(const Call& call);
    Value* emitFreeWorkspace(const Call& call);
    Value* emitThrowLastError(const Call& call);
    Value* emitHostExtern(const Call& call, bool& known);
    Value* packedValues(ExprList args);
    Value* callPacked(const Call& call, Value* values, Value* count);
    Value* callCPacked(const Call& call, Value* values, Value* count);
    Value* noneValue();
    void emitComputeScope(const AttrStmt& node, const std::string& name);
    void raiseError(std::string_view kind, const std::vector<std::string_view>& parts);
    /// Returns the code when it is not 0.
    void returnUnlessZero(Value* code);
    void returnCode(Value* code);

    HostModuleEmitter& m_host;
};

} // namespace tir::llvm_ir
