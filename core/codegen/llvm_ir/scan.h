/// Facts about a piece of program that are needed before it is emitted: the thread axes of a launch, the barriers.

#pragma once

#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/ir/module.h"
#include "core/ir/storage_scope.h"

#include <array>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tir::llvm_ir {

enum class ThreadAxis : uint8_t { BlockX, BlockY, BlockZ, ThreadX, ThreadY, ThreadZ };
inline constexpr size_t ThreadAxisCount = 6;

/// By tag: "threadIdx.x". Nothing for cluster and virtual axes.
std::optional<ThreadAxis> threadAxis(std::string_view tag);
/// The tag.
std::string_view toString(ThreadAxis axis);

/// Axes like vthread: threads in the program, iterations of one thread in the generated code.
bool isVirtualThread(const AttrStmt& node);

bool isVirtualThread(const For& loop);

/// Nothing for loops that do not run over threads.
std::optional<ThreadAxis> threadAxis(const For& loop);

/// By axis; null: 1.
using ThreadExtents = std::array<const Expr*, ThreadAxisCount>;

struct LaunchScan {
    /// Of each axis the last extent that the body names, as LowerDeviceKernelLaunch takes it.
    ThreadExtents extents = {};
    /// Bindings in the body, for extents that depend on them.
    std::unordered_map<const Var*, const Expr*> binds;
};
LaunchScan scanLaunch(const Stmt& body);

/// Whether the statement contains a thread axis.
bool hasThreadAxes(const Stmt& body);

/// The synchronization between the threads of a block in a statement, or in a function of the module that it calls.
struct Cooperation {
    bool waits = false;       ///< they wait for each other: at a barrier, to exchange values, for a matrix
    bool hasBarriers = false; ///< whether barriers are among them
    bool copiesAsync = false; ///< contains asynchronous copies
    bool waitsForCopies = false;
    bool isAtomic = false; ///< the order of its operations shows in the result
    bool prints = false;   ///< so does that of its lines
};
Cooperation cooperation(const Stmt& body, const Module& module);

/// Tiles of matrices that the lanes of a warp hold together; only operations on whole tiles see inside.
bool isFragment(StorageRank rank);
/// Whether the name is that of an operation on tiles that the lanes of a warp hold together.
bool isFragmentOperation(OpId op);
/// Whether the name is that of another operation for which threads wait: a vote, a reduction, an exchange.
bool isExchange(OpId op);

/// An atomic operation of TIR, or one of CUDA called by its name.
enum class AtomicKind : uint8_t { Add, Sub, Min, Max, And, Or, Xor, Exchange, CompareExchange };
struct AtomicOperation {
    AtomicKind kind;
    ExprList args; ///< the address, then the operand; of CompareExchange the expected value, then the new one
};
/// Nothing for other calls, or that lack an argument.
std::optional<AtomicOperation> atomicOperation(const Call& call);

/// Whether the generators emit the call as a barrier of a block or a warp, including CUDA's by name; sets `scope` to
/// "shared", "warp", …
bool isBarrier(const Call& call, std::string_view& scope);

/// Exchange of values between the lanes of a warp.
struct WarpShuffle {
    LaneChoice choice;
    const Expr* value;
    const Expr* operand; ///< lane, distance or mask
    const Expr* width;
};
/// Nothing for other calls.
std::optional<WarpShuffle> warpShuffle(const Call& call);

/// Launch parameters of a kernel without a value in its calls.
inline constexpr std::string_view UseCooperativeLaunch = "tirx.use_cooperative_launch";
inline constexpr std::string_view UseProgrammaticLaunch = "tirx.use_programtic_dependent_launch";
/// The other launch parameters, in the order of their values.
std::vector<std::string_view> launchTags(const PrimFunc& kernel);

/// Whether a function of the module is not lowered to loops yet.
bool hasBlocks(const Module& module);

/// Whether the function is compiled for a device: a host calls it with a launch.
bool isKernel(const PrimFunc& function);

} // namespace tir::llvm_ir
