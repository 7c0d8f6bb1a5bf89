/// Blocks that reduce across threads, as before LowerCrossThreadReduction: an axis of their reduction is bound
/// to threads. All threads of a group, those that differ in such axes only, reduce into the same element.

#pragma once

#include "core/codegen/llvm_ir/axis_sets.h"

#include <unordered_map>

namespace tir::llvm_ir {

struct ThreadReductions {
    /// By data variable: the axes of threads along which the buffer is reduced into.
    std::unordered_map<const Var*, AxisSet> axes;
    std::unordered_map<const SBlock*, AxisSet> blocks;
};
ThreadReductions threadReductions(const Stmt& body);

} // namespace tir::llvm_ir
