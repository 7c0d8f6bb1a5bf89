/// Thread axes that are opened in functions which a launch calls. A function that runs on a device launches
/// nothing: it finds the threads that are there. As long as those are the ones it speaks of, that is what
/// happens, on a GPU as here; otherwise it cannot run.

#pragma once

#include "core/codegen/llvm_ir/scan.h"

#include <string>

namespace tir::llvm_ir {

struct WrongAxis {
    const Node* node;    ///< that opens it
    std::string message; ///< what is wrong with it
};

/// Those in the functions that `body` calls, directly or not. `extents`: of the launch, as scanLaunch finds
/// them.
std::vector<WrongAxis> wrongAxesOfCallees(const Stmt& body, const Module& module,
                                          const std::array<const Expr*, ThreadAxisCount>& extents);

} // namespace tir::llvm_ir
