/// What has to be known about a piece of program before it is emitted: the thread axes of a launch, the
/// barriers, the functions it calls.

#pragma once

#include "core/analysis/return_type.h"
#include "core/codegen/llvm_ir/machine_abi.h"
#include "core/ir/module.h"

#include <array>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace tir::llvm_ir {

enum class ThreadAxis : uint8_t { BlockX, BlockY, BlockZ, ThreadX, ThreadY, ThreadZ };
inline constexpr size_t ThreadAxisCount = 6;

/// By tag: "threadIdx.x". Nothing for cluster and virtual axes.
std::optional<ThreadAxis> threadAxis(std::string_view tag);
/// The tag.
std::string_view toString(ThreadAxis axis);

/// vthread and its like: threads in the program's words, iterations of one thread in what is generated.
bool isVirtualThread(const AttrStmt& node);

/// The axis of a loop over threads; nothing for other loops, and before lowering, where such a loop around
/// blocks is a loop like any other.
std::optional<ThreadAxis> threadAxis(const For& loop);

struct LaunchScan {
    /// Of each axis the last extent that the body names, as LowerDeviceKernelLaunch takes it; null: 1.
    std::array<const Expr*, ThreadAxisCount> extents = {};
    /// What the body binds, for extents that depend on it.
    std::unordered_map<const Var*, const Expr*> binds;
};
LaunchScan scanLaunch(const Stmt& body);

/// Whether threads wait for each other in the statement, or in a function of the module that it calls: at a
/// barrier, or to exchange values within a warp.
bool hasBarrier(const Stmt& body, const Module& module);

/// Whether the call is a barrier of a block or a warp; "shared", "warp", … in `scope`.
bool isBarrier(const Call& call, std::string_view& scope);

/// Exchange of values between the lanes of a warp.
struct WarpShuffle {
    LaneChoice choice;
    const Expr* value;
    const Expr* operand; ///< lane, distance or mask
    const Expr* width;
};
/// Nothing for calls that are none.
std::optional<WarpShuffle> warpShuffle(const Call& call);

/// A function compiled for a device of its own: calling it from a host is a launch.
bool isKernel(const PrimFunc& function);

} // namespace tir::llvm_ir
