/// LLVM IR for one module, to be run on this machine: host functions as they are, launches with this
/// machine's processor acting as the GPU (emulator_abi.h). Any stage of a pipeline will do: launches in place,
/// kernels called by name, kernels launched through call_packed.
///
/// A kernel without barriers is a loop over its threads. In a kernel with barriers every thread is a
/// coroutine, and a barrier is where it suspends.

#pragma once

#include "core/codegen/llvm_ir/check_site.h"
#include "core/codegen/llvm_ir/counted_work.h"
#include "core/codegen/llvm_ir/part_marks.h"
#include "core/ir/module.h"
#include "core/support/result.h"

#include <string>
#include <vector>

namespace tir {

/// How much LLVM optimizes a program. The results are the same.
enum class Optimization : uint8_t {
    None,
    Quick, ///< compiles several times faster than Full; variables are in registers
    Full,
};

struct LlvmOptions {
    std::string entry;      ///< a function of the module
    bool isChecked = false; ///< with memory checks (core/runtime/simt/checker), which are slow
    bool isCounted = false; ///< with counts of the work of launches (counted_work.h), which are slow
    /// The threads of a block run in lockstep: all complete a statement before any starts the next. For modules before
    /// ThreadSync, including those with blocks.
    bool isLockstep = false;
    bool isOptimized = true; ///< by LLVM, as far as that is worth its time; otherwise not at all
    /// Flat buffers are addressed from `elem_offset` on: for modules before FlattenBuffer, which adds it to the indices,
    /// including those with blocks.
    bool countsOffsets = false;
    /// Checks report overflow in indices, too, although indices are compared with the sizes of buffers: for the program as the
    /// user wrote it, since passes assume that it does not overflow.
    bool checksIndices = false;
    /// Kernels are not in the program: their launches go to a GPU (core/runtime/simt/device_runtime.h), and their data
    /// is in GPU memory. Requires a module whose launches are calls.
    bool drivesDevice = false;
    /// At most so many blocks of every grid axis run, evenly spread and including the last one; 0: all. Their results
    /// are those of a full run if blocks are independent.
    int64_t blockLimit = 0;
};

struct LlvmProgram {
    std::string bitcode;
    /// `void symbol(SimtEmulator*, void* const* arguments, void* result)`. An argument points at the value of a
    /// scalar parameter (as it is stored in memory) or is the address of the data of a pointer parameter.
    /// After the parameters come the `sizes`, each as int64. `result` has room for 8 bytes.
    std::string entrySymbol;
    /// Variables that the buffers of the entry define, in order of their first mention.
    std::vector<const Var*> sizes;
    DType returnDType = Void;
    std::vector<CheckSite> sites;     ///< of a checked program
    std::vector<CountedWork> counted; ///< in a counted program: the work in each slot of GpuBlock::counts
    /// Those that a run may leave out: functions and launches, and branches in a checked program. Of several with
    /// one place, one suffices. A run sets the byte of each part that it reaches.
    std::vector<ProgramPart> parts;
    bool isLockstep = false;                        ///< the threads of a block run in lockstep
    Optimization optimization = Optimization::Full; ///< for the compiler
    int64_t blockLimit = 0;                         ///< that the emulator has to keep, too
};

/// Rejects by name, with the place in the module, everything that cannot be executed; collects all rejections.
Result<LlvmProgram> emitLlvm(const Module& module, const LlvmOptions& options);

/// The text of the program's IR, for people.
Result<std::string> llvmText(const LlvmProgram& program);

} // namespace tir
