/// Thread axes that are opened in functions called by a launch. A function that runs on a device launches nothing: it
/// runs on the existing threads. If these are the threads that its axes describe, this is what a GPU does and what is
/// generated here; otherwise the function is rejected.

#pragma once

#include "core/codegen/llvm_ir/scan.h"

#include <string>

namespace tir::llvm_ir {

struct WrongAxis {
    const Node* node;    ///< that opens it
    std::string message; ///< the error
};

/// Those in the functions that `body` calls, directly or not. `extents`: of the launch, as scanLaunch finds
/// them.
std::vector<WrongAxis> wrongAxesOfCallees(const Stmt& body, const Module& module,
                                          const std::array<const Expr*, ThreadAxisCount>& extents);

} // namespace tir::llvm_ir
