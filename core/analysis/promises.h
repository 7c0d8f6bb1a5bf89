/// What passes promise of a module, each told by looking at the module: the verdict holds passes to what
/// they promise, and a list of passes is compared with what its input has already.

#pragma once

#include "core/analysis/module_facts.h"
#include "core/support/diagnostic.h"

namespace tir {

enum class Promise : uint8_t {
    Targets,              ///< every TIR function has a target
    Entry,                ///< the entry is marked when there is exactly one candidate
    FlatBuffers,          ///< shared memory is accessed with one index
    LaunchesAsExtents,    ///< no loop is bound to a hardware axis
    OneLaunch,            ///< dynamic shared memory that asks for merging is in one launch of its function
    Merged,               ///< one dynamic shared allocation per launch
    StaticMerged,         ///< one static shared allocation per launch
    Regions,              ///< launches of functions with a host stand in device regions
    Unsplit,              ///< no function has been made by the split
    Split,                ///< functions with a host hold no launch
    Launches,             ///< the host reaches kernels by launches
    Packed,               ///< exported functions with a host have the packed convention
    NoBufferParams,       ///< no function has a buffer map
    HostMemory,           ///< outside of launches no device memory is accessed
    NoBFloat16Arithmetic, ///< where the target lacks it
    NoFloat8Arithmetic,
    NoBFloat16Storage,
    NoFloat8Storage,
};

/// Codes, all errors: "function-without-target", "launch-without-device", "entry-not-marked",
/// "several-indices", "loop-launch",
/// "several-launches", "several-static-allocations", "launch-outside-region", "already-split",
/// "launch-left-in-host", "function-not-packed", "buffer-parameter", "device-memory-on-host",
/// "narrow-arithmetic-left", "narrow-storage-left"; for Merged and Launches those of the verifier. Places are
/// in `module`.
Diagnostics brokenPromises(Promise promise, const ModuleFacts& facts);

} // namespace tir
