/// Registers that need no watching: buffers of a thread's own for which the text of the program already shows
/// that every access is inside and reads a value that the thread has set. Accumulators mostly, which a program
/// accesses more often than all other memory.

#pragma once

#include "core/ir/stmt.h"

#include <unordered_set>

namespace tir::llvm_ir {

/// The data variables of such buffers in the body of a function. They are allocated inside of a launch, every
/// index is a constant, and no value that is stored in them comes from memory that may be unset.
std::unordered_set<const Var*> settledBuffers(const Stmt& body);

} // namespace tir::llvm_ir
