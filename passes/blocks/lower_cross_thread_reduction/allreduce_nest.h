/// The loops of a reduction, rebuilt so that the threads of a block execute it together.

#pragma once

#include "passes/blocks/lower_cross_thread_reduction/reduction_block.h"

namespace tir::passes {

/// A reduction some of whose loops are bound to threads.
struct CrossThreadReduction {
    const SBlockRealize* realize = nullptr;
    std::vector<const For*> loops;   ///< over its reduction axes, outermost first
    std::vector<const For*> threads; ///< those that are bound to threads
    ReductionBlock block;
    std::vector<const Buffer*> crossThread; ///< the combined values, one per accumulator
    std::vector<const Buffer*> inThread;    ///< the values of one thread; empty if each has a single element
};

/// A buffer for the value that one thread holds of `accumulator`.
const Buffer* scratchBuffer(Arena& arena, std::string_view prefix, const Buffer& accumulator);

/// Whether every thread stores the result: each has a private accumulator.
bool hasLocalResult(const CrossThreadReduction& reduction);

/// The parts of the predicate that limit the write-back: the parts of a conjunction that do not depend on the
/// reduction. `keepsSingle`: also a predicate that is not a conjunction, which TVM drops.
const Expr* writeBackPredicate(Arena& arena, const CrossThreadReduction& reduction, bool keepsSingle);

/// `nest`: the outermost reduction loop with all it contains, the realize of the reduction among it.
const Stmt* allreduceNest(Arena& arena, const CrossThreadReduction& reduction, const Stmt* nest,
                          const Expr* writeBackPredicate);

} // namespace tir::passes
