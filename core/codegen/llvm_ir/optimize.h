/// LLVM's standard pipeline for one module and machine. Private to the code that wraps LLVM.

#pragma once

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace tir::llvm_ir {

/// The passes of level 2. With `isOptimized` false, only those that code generation needs. Either way, coroutines are
/// split.
void optimize(llvm::Module& module, llvm::TargetMachine& machine, bool isOptimized = true);

} // namespace tir::llvm_ir
