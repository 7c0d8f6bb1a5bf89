/// The memory that a pointer refers to.

#pragma once

#include "core/ir/expr.h"
#include "core/ir/storage_scope.h"

namespace tir {

/// By the type of the variable or the scope of the buffer that the pointer is made from; global if neither is known.
StorageRank memoryOfPointer(const Expr& pointer);

} // namespace tir
