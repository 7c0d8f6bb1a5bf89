/// Which blocks are reductions, and which of those threads can execute together.

#pragma once

#include "core/arith/analyzer.h"
#include "core/support/pointer_map.h"
#include "passes/blocks/lower_cross_thread_reduction/allreduce_nest.h"

namespace tir::passes {

/// How many blocks directly in `scope` write a buffer.
PointerMap<Buffer, int> writerCounts(const SBlock& scope);

/// `writers`: of the block around it.
bool isReduction(const SBlock& block, const PointerMap<Buffer, int>& writers);

/// Whether the axes of the block are affine functions of `loops`, all that are around it, under the predicate.
bool isAffine(arith::Analyzer& analyzer, const SBlockRealize& realize, const Expr* predicate,
              const std::vector<const For*>& loops);

/// Those of the loops `around` the block over which axes that reduce run, outermost first.
std::vector<const For*> reductionLoops(const SBlockRealize& realize, const std::vector<const For*>& around);

/// Sets the block of a reduction whose loops are known. Returns why threads cannot execute it together; empty if they
/// can.
std::string readBlock(Arena& arena, const SBlockRealize& realize, const std::vector<const For*>& around,
                      CrossThreadReduction& reduction);

} // namespace tir::passes
