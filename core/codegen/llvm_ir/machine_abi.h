/// What generated code and the runtime agree on: the memory layout of a launch, a block and a thread, and
/// the functions that generated code calls. A GPU operation of TIR becomes one of these, so a machine that
/// is to run GPU programs has to provide nothing else.
///
/// Every generated function takes three pointers before its own parameters: the Machine, and in device code
/// the GpuBlock and the GpuThread it runs for (null in host code).

#pragma once

#include <cstdint>

namespace tir {

/// The runtime's own object; opaque to generated code.
class Machine;

/// What a suspended thread waits for.
enum class Wait : uint32_t { Nothing, Warp, Block };

/// One GPU thread. Generated code writes `wait` and `barrier` before it suspends.
struct GpuThread {
    uint32_t index[3]; ///< x, y, z
    Wait wait;
    const char* barrier; ///< which barrier it waits at, in words; equal pointers are the same barrier
    uint32_t number;     ///< in its block; the threads of a block lie in memory in this order
    uint32_t offers;     ///< values offered so far
    uint64_t offered[2]; ///< to the other lanes, in turns: a slow lane still reads the one before
    uint32_t site;       ///< of the barrier, in checked programs (check_site.h)
};

/// One block, while its threads run.
struct GpuBlock {
    uint32_t index[3];
    uint32_t threadCounts[3];
    uint32_t blockCounts[3];
    uint32_t unused;
    void* memory; ///< shared memory and coroutine frames: the runtime's
};

/// A launch. Exactly one of the two functions is set.
struct GpuLaunch {
    const char* kernel; ///< for messages
    int64_t blockCounts[3];
    int64_t threadCounts[3];
    int64_t dynamicBytes;    ///< of dynamic shared memory; negative: as much as the kernel asks for
    const void* environment; ///< values that the kernel takes from around the launch
    /// Runs all threads of the block, one after the other: kernels without barriers.
    void (*runBlock)(Machine*, GpuBlock*, const void* environment);
    /// Starts one thread as a coroutine and returns its handle: kernels with barriers.
    void* (*startThread)(Machine*, GpuBlock*, GpuThread*, const void* environment);
};

/// A launch of a kernel that was compiled for a GPU, by the host code that drives it.
struct KernelLaunch {
    static constexpr int32_t ArgumentBytes = 8;

    const char* kernel;    ///< its symbol
    const void* arguments; ///< ArgumentBytes each: the value as it lies in memory, then zeros
    int64_t argumentCount;
    int64_t grid[3];             ///< blocks
    int64_t block[3];            ///< threads
    int64_t cluster[3];          ///< blocks; zeros: no clusters
    int64_t preferredCluster[3]; ///< likewise
    int64_t dynamicBytes;        ///< of shared memory
    uint32_t isCooperative;      ///< all blocks at the same time: they may wait for each other
    uint32_t isProgrammatic;     ///< may start before the launch ahead of it has ended
};

/// Which lane of its warp a thread reads from, as CUDA's shuffles do.
enum class LaneChoice : uint32_t { Index, Up, Down, Xor };

/// Bytes that fresh memory is filled with, so that reading before writing shows.
inline constexpr unsigned char FreshMemoryByte = 0xCD;

// The functions, with C linkage so that their names are their symbols. They return to their caller or end
// the run by a jump to where it was started.
extern "C" {

/// Ends the run with an error: "ValueError", "n must be positive".
[[noreturn]] void tirscope_fail(Machine*, const char* kind, const char* message);

/// Fresh memory that lives until it is released or the run ends; `alignment` is a power of two.
void* tirscope_allocate(Machine*, int64_t bytes, int64_t alignment);
void tirscope_release(Machine*, void* memory);

/// The shared memory of allocation number `slot` of the kernel: the same for all threads of the block.
void* tirscope_shared(Machine*, GpuBlock*, uint32_t slot, int64_t bytes, int64_t alignment, bool isDynamic);

/// Memory of a coroutine; ends with the block.
void* tirscope_frame(GpuBlock*, int64_t bytes);

void tirscope_launch(Machine*, const GpuLaunch*);

// In host code that drives a GPU.

void tirscope_launch_kernel(Machine*, const KernelLaunch*);
/// Memory of the GPU; lives as long as the run.
void* tirscope_allocate_device(Machine*, int64_t bytes);

/// Where the thread puts a value for the other lanes of its warp, before it waits for them.
void* tirscope_offer(GpuThread*);
/// Where the value of the chosen lane lies; the thread's own where the choice leaves its group of `width`.
const void* tirscope_offered(const GpuBlock*, const GpuThread*, uint32_t choice, int32_t operand,
                             int32_t width);

/// Eight-bit floats and smaller: `typeCode` is a TypeCode. Rounds to nearest even.
float tirscope_from_bits(uint32_t typeCode, uint32_t bits);
uint32_t tirscope_to_bits(uint32_t typeCode, float value);

// In checked programs. Block and thread are null in host code; `site` numbers a CheckSite.

/// The address that the access is to use: `base + offset`, or where it does no harm.
void* tirscope_check_access(Machine*, const GpuBlock*, const GpuThread*, uint32_t site, void* base,
                            int64_t offset);
/// The same for an access whose indices are not inside of the buffer's shape; one index an axis.
void* tirscope_check_outside(Machine*, const GpuBlock*, const GpuThread*, uint32_t site,
                             const int64_t* indices);
void tirscope_check_division(Machine*, const GpuBlock*, const GpuThread*, uint32_t site);
}

} // namespace tir
