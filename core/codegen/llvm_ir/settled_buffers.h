/// Buffers that need no memory checks: private buffers of a thread for which the program text already shows that every
/// access is in bounds and reads a value that the thread has stored. Mostly accumulators, which a program accesses more
/// often than all other memory.

#pragma once

#include "core/ir/stmt.h"

#include <unordered_set>

namespace tir::llvm_ir {

/// The data variables of such buffers in the body of a function. They are allocated inside of a launch, every index is
/// a constant, and no stored value comes from memory that may be uninitialized.
std::unordered_set<const Var*> settledBuffers(const Stmt& body);

} // namespace tir::llvm_ir
