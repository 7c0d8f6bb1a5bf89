/// LLVM's passes for one module and machine. Private to the code that wraps LLVM.

#pragma once

#include "core/codegen/llvm_ir/emit.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace tir::llvm_ir {

/// Full: the passes of level 2. None: only those that code generation needs. In each case, coroutines are split.
void optimize(llvm::Module& module, llvm::TargetMachine& machine, Optimization optimization);

} // namespace tir::llvm_ir
