/// The values of variables and pointers of a program in the emitted function.

#pragma once

#include "core/ir/buffer.h"

#include <unordered_map>

namespace llvm {
class Value;
} // namespace llvm

namespace tir::llvm_ir {

/// The target of a pointer of the program.
struct Pointer {
    llvm::Value* base = nullptr;    ///< where the memory of `buffer` starts, or the pointer itself
    llvm::Value* offset = nullptr;  ///< bytes from `base`
    const Buffer* buffer = nullptr; ///< null: not known which; known in checked programs only
};

/// The value of a variable.
struct Binding {
    llvm::Value* value = nullptr;
    /// Allocated by the host for its launches: shared memory, of which each block has a copy, or local memory, of which
    /// each thread has one.
    const Buffer* perLaunch = nullptr;
    Pointer pointer =
        {}; ///< for a pointer in a checked program: the memory it was derived from; base is null if that
            ///< is not known
};

using Variables = std::unordered_map<const Var*, Binding>;

} // namespace tir::llvm_ir
