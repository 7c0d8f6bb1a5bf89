/// Host modules for TVM's runtime: signatures of functions, and the symbols that the runtime looks up. Private to this
/// folder.

#pragma once

#include "core/codegen/llvm_ir/module_emitter.h"

namespace llvm {
class GlobalVariable;
} // namespace llvm

namespace tir::llvm_ir {

class HostModuleEmitter : public ModuleEmitter {
public:
    HostModuleEmitter(const Module& module, llvm::Module& output);

    llvm::Function* function(const ModuleEntry& entry, Side side) override;

    /// Where the handle of a packed function is kept once it was looked up.
    llvm::GlobalVariable* packedHandle(std::string_view name);
    llvm::GlobalVariable* libraryContext();
    /// Reports an error to the runtime, with `partCount` pieces of message.
    llvm::Function* raise(size_t partCount);

private:
    /// A variable of the module by name, null to begin with.
    llvm::GlobalVariable* nullPointer(const std::string& name);
};

} // namespace tir::llvm_ir
