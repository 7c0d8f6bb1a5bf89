/// LLVM's standard pipeline for one module and machine. Private to the code that wraps LLVM.

#pragma once

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace tir::llvm_ir {

/// Level 2; splits coroutines, too.
void optimize(llvm::Module& module, llvm::TargetMachine& machine);

} // namespace tir::llvm_ir
