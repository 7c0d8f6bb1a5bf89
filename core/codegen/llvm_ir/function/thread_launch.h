/// The description of a launch for the function of its threads.

#pragma once

#include "core/codegen/llvm_ir/function/fragments.h"
#include "core/codegen/llvm_ir/lockstep.h"
#include "core/codegen/llvm_ir/scan.h"

namespace tir::llvm_ir {

class Bindings;

struct ThreadLaunch {
    Bindings& site; ///< values it knows are captured from it
    const Target* target;
    ThreadReductions reductions;
    ThreadExtents extents;
    LockstepPlan lockstep;
    FragmentShapes fragmentShapes;
    std::vector<const Buffer*> memory; ///< that every thread allocates
    bool copiesLate;
    bool isCoroutine;
};

} // namespace tir::llvm_ir
