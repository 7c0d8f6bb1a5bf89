/// The launch parameters of each function: thread axes, extents, dynamic shared bytes, in terms of the function's
/// parameters.

#pragma once

#include "core/ir/substitute.h"
#include "passes/framework/pass.h"

#include <unordered_map>

namespace tir::passes {

struct Kernel {
    const Target* target = nullptr; ///< without host
    VarList params = {};
    std::string_view symbol = {};
    std::span<const std::string_view> tags = {};  ///< thread axes as they appear, then use_dyn_shared_memory
    std::span<const AttrValue> launchParams = {}; ///< the tags as values
    ExprList launchArguments = {};                ///< one per tag
    bool isLaunchable() const { return !tags.empty(); }
};

/// By name of the function.
using KernelTable = std::unordered_map<std::string_view, Kernel>;

/// As TVM, or sound: an axis that is opened twice counts once and needs one extent, the lanes of vector elements count,
/// and so do the axes and allocations of the kernel's callees.
std::variant<KernelTable, PassError> collectKernels(PassContext& context, const Module& module);

} // namespace tir::passes
