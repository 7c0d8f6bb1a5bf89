/// The work of a kernel launch, counted in its text with the extents of the launch. The same accesses and operations
/// count as in an execution (core/codegen/llvm_ir/counted_work.h), except atomic operations and some on matrices.

#pragma once

#include "core/ir/module.h"
#include "core/runtime/sizes.h"
#include "passes/workbench/execution/work_count.h"

namespace tir {

/// An estimate rather than exact where a branch depends on data or on the thread: it counts as taken, of two
/// the one with more work. A loop of unknown length counts as run once. Atomic operations, wgmma, tcgen05, and bulk copies
/// do not count.
/// `threads`: of the whole launch. `values`: of the kernel's scalar parameters.
WorkCount countInText(const PrimFunc& kernel, int64_t threads, const Sizes& values);

} // namespace tir
