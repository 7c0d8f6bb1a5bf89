/// What variables and pointers of a program are in the function that is emitted.

#pragma once

#include "core/ir/buffer.h"

#include <unordered_map>

namespace llvm {
class Value;
} // namespace llvm

namespace tir::llvm_ir {

/// What a pointer of the program points at.
struct Pointer {
    llvm::Value* base = nullptr;    ///< where the memory of `buffer` starts, or the pointer itself
    llvm::Value* offset = nullptr;  ///< bytes behind that
    const Buffer* buffer = nullptr; ///< null: not known which; known in checked programs only
};

/// What a variable stands for.
struct Binding {
    llvm::Value* value = nullptr;
    /// What the host allocated for those that it launches: shared memory, of which each block has its
    /// own, or local memory, of which each thread has.
    const Buffer* perLaunch = nullptr;
    Pointer pointer = {}; ///< of a pointer in a checked program: what it was made from; base null: unknown
};

using Variables = std::unordered_map<const Var*, Binding>;

} // namespace tir::llvm_ir
