/// The interface between generated code and the runtime: the memory layout of a launch, a block and a thread, and
/// the functions that generated code calls. Every GPU operation of TIR becomes one of these, so an emulator
/// for GPU programs has to provide nothing else.
///
/// Every generated function takes three pointers before its own parameters: the SimtEmulator, and in device code
/// the GpuBlock and the GpuThread it runs for (null in host code).

#pragma once

#include <cstddef>
#include <cstdint>

namespace tir {

/// The runtime's own object; opaque to generated code.
class SimtEmulator;

/// The event that a suspended thread waits for.
enum class Wait : uint32_t {
    Nothing,
    Warp,       ///< the lanes of `mask` to reach the same place
    Block,      ///< all threads of the block to reach the same place
    Step,       ///< threads at an earlier position in the program: the threads of a block run in lockstep
    Reconverge, ///< none: it continues with the lanes of `mask` that have arrived when the others wait elsewhere
};

/// Lanes of a warp.
inline constexpr uint32_t WarpLanes = 32;
inline constexpr uint32_t AllLanes = 0xffffffff;
/// The most operands that a thread publishes at a time.
inline constexpr size_t MaxOperands = 8;

/// One GPU thread. Generated code writes `wait`, `barrier`, `place` and `mask` before it suspends.
struct GpuThread {
    uint32_t index[3]; ///< x, y, z
    Wait wait;
    const char* barrier; ///< name of the barrier that it waits at; equal pointers are the same barrier
    uint32_t place;      ///< of the barrier in the program: later ones have greater numbers
    uint32_t mask;       ///< lanes of its warp
    uint32_t number;     ///< in its block; the threads of a block are in memory in this order
    uint32_t offers;     ///< values offered so far
    uint64_t offered[2]; ///< to the other lanes, in turns: a slow lane still reads the one before
    uint32_t site;       ///< of the barrier, in checked programs (check_site.h)
    void* operands[MaxOperands]; ///< memory that an operation of all threads reads and writes
};

/// One block, while its threads run.
struct GpuBlock {
    uint32_t index[3];
    uint32_t threadCounts[3];
    uint32_t blockCounts[3];
    uint32_t unused;
    void* memory; ///< shared memory and coroutine frames: the runtime's
    uint64_t*
        counts; ///< in a counted program: the work of its threads, indexed as LlvmProgram::counted; else null
};

/// A launch. Exactly one of the two functions is set.
struct GpuLaunch {
    const char* kernel; ///< for messages
    int64_t blockCounts[3];
    int64_t threadCounts[3];
    int64_t
        declaredThreads; ///< of a block, by the axes of the kernel: no GPU launches more (__launch_bounds__); 0: any
    int64_t dynamicBytes; ///< of dynamic shared memory; negative: as much as the kernel declares
    /// Not 0: the blocks run one after the other, in their order. Kernels with atomic operations: the order
    /// of additions decides how floats are rounded. Kernels that print.
    uint64_t isOrdered;
    uint64_t isLockstep;     ///< not 0: not completely lowered; shared memory may exceed the limit of a block
    const void* environment; ///< values that the kernel takes from around the launch
    /// Runs all threads of the block, one after the other: kernels without barriers.
    void (*runBlock)(SimtEmulator*, GpuBlock*, const void* environment);
    /// Starts one thread as a coroutine and returns its handle: kernels with barriers.
    void* (*startThread)(SimtEmulator*, GpuBlock*, GpuThread*, const void* environment);
};

/// A launch of a kernel that was compiled for a GPU, by the host code that drives it.
struct KernelLaunch {
    static constexpr int32_t ArgumentBytes = 8;

    const char* kernel;    ///< its symbol
    const void* arguments; ///< ArgumentBytes each: the value as it is in memory, then zeros
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

/// How the words of lanes or threads are combined.
enum class Vote : uint32_t { Any, All, Ballot, Sum, Min };

/// Bytes that fresh memory is filled with, so that reading before writing shows.
inline constexpr unsigned char FreshMemoryByte = 0xCD;

// The functions, with C linkage so that their names are their symbols. They return to their caller or end
// the run by a jump to where it was started.
extern "C" {

/// Ends the run with an error: "ValueError", "n must be positive".
[[noreturn]] void tirscope_fail(SimtEmulator*, const char* kind, const char* message);

/// Fresh memory that lives until it is released or the run ends; `alignment` is a power of two.
void* tirscope_allocate(SimtEmulator*, int64_t bytes, int64_t alignment);
/// The same for memory that a host allocates for a block or a thread.
void* tirscope_allocate_for_blocks(SimtEmulator*, int64_t bytes, int64_t alignment);
void tirscope_release(SimtEmulator*, void* memory);

/// The shared memory of allocation number `slot` of the kernel: the same for all threads of the block.
void* tirscope_shared(SimtEmulator*, GpuBlock*, uint32_t slot, int64_t bytes, int64_t alignment,
                      bool isDynamic);

/// Memory number `slot` of the thread's warp: the same for its lanes, as long as the block.
void* tirscope_warp_memory(SimtEmulator*, GpuBlock*, const GpuThread*, uint32_t slot, int64_t bytes);

/// Memory number `slot` of a group of threads: the same for those that differ along the axes in `within` (bit
/// 0: x) only, as long as the block.
void* tirscope_group_memory(SimtEmulator*, GpuBlock*, const GpuThread*, uint32_t slot, int64_t bytes,
                            uint32_t within);

/// Asynchronous copies of a thread (cp.async): bytes after the first `copied` ones become zero. A copy is carried out
/// when the thread waits for the group that it was committed in. `site`: in checked programs the one of the copy; else
/// 0.
void tirscope_copy_async(SimtEmulator*, const GpuThread*, void* target, const void* source, int64_t bytes,
                         int64_t copied, uint32_t site);
void tirscope_copy_commit(SimtEmulator*, const GpuThread*);
void tirscope_copy_wait(SimtEmulator*, const GpuThread*, int64_t groupsLeft);

/// Memory of a coroutine; ends with the block.
void* tirscope_frame(GpuBlock*, int64_t bytes);

void tirscope_launch(SimtEmulator*, const GpuLaunch*);

/// printf to the standard error.
void tirscope_print(const char* format, ...);

// In host code that drives a GPU.

void tirscope_launch_kernel(SimtEmulator*, const KernelLaunch*);
/// Memory of the GPU; lives as long as the run.
void* tirscope_allocate_device(SimtEmulator*, int64_t bytes);

/// Where the thread puts a value for the other lanes of its warp, before it waits for them.
void* tirscope_offer(GpuThread*);
/// The address of the value of the chosen lane; the thread's own value if that lane is outside of its group of `width`.
const void* tirscope_offered(const GpuBlock*, const GpuThread*, uint32_t choice, int32_t operand,
                             int32_t width);
/// Combines the words that the lanes in `mask` (or all threads of the block) have published.
uint32_t tirscope_vote(const GpuBlock*, const GpuThread*, uint32_t vote, uint32_t mask, bool isOfBlock);

/// One matrix product of a warp (mma.sync): m is 8 or 16, n is 8. Types are dtype codes and bits.
struct MatrixProduct {
    uint32_t m;
    uint32_t k;
    uint8_t aCode;
    uint8_t aBits;
    uint8_t bCode;
    uint8_t bBits;
    uint8_t cCode;
    uint8_t cBits;
    uint8_t hasC;        ///< 0: c is zero
    uint8_t isSaturated; ///< sums stop at the limits of their type
};
/// The thread's elements of d = a b + c. Every lane publishes its operands d, a, b, and c: its registers, in
/// PTX's order. `product`: a MatrixProduct, at any address.
void tirscope_matrix_product(const GpuThread*, const void* product);
/// ldmatrix: `count` matrices of 8 by 8 16-bit elements, a word of each into `target`. Every lane publishes the address
/// of a row: lane l that of row l % 8 of matrix l / 8.
void tirscope_load_matrices(const GpuThread*, uint32_t count, bool isTransposed, void* target);

/// Eight-bit floats and smaller: `typeCode` is a TypeCode. Rounds to nearest even.
float tirscope_from_bits(uint32_t typeCode, uint32_t bits);
uint32_t tirscope_to_bits(uint32_t typeCode, float value);

/// Whether the last function of the host that ended has returned a value: one that falls off its end has none.
extern bool tirscope_returned;

// In checked programs. Block and thread are null in host code; `site` numbers a CheckSite.

/// Place of the statement that was begun last: where the program was when a signal ended it.
extern volatile uint32_t tirscope_statement;

/// The thread reaches an allocation of memory that it shares with others.
void tirscope_check_allocation(SimtEmulator*, const GpuThread*, void* memory);
/// The address that the access is to use: `base + offset`, or where it does no harm.
void* tirscope_check_access(SimtEmulator*, const GpuBlock*, const GpuThread*, uint32_t site, void* base,
                            int64_t offset);
/// The same for an access whose indices are not inside the buffer's shape; one index per axis.
void* tirscope_check_outside(SimtEmulator*, const GpuBlock*, const GpuThread*, uint32_t site,
                             const int64_t* indices);
/// After tirscope_offer: the values that the thread has read for it may be uninitialized.
void tirscope_check_offer(SimtEmulator*, const GpuThread*);
/// Reports to the checker which value tirscope_offered returns.
void tirscope_check_receive(SimtEmulator*, const GpuBlock*, const GpuThread*, uint32_t site, uint32_t choice,
                            int32_t operand, int32_t width);
void tirscope_check_division(SimtEmulator*, const GpuBlock*, const GpuThread*, uint32_t site);
void tirscope_check_overflow(SimtEmulator*, const GpuBlock*, const GpuThread*, uint32_t site);
enum class ParallelEvent : uint32_t { Start, Iteration, End };
/// In host code: a parallel loop starts or ends, or one of its iterations starts.
void tirscope_check_parallel(SimtEmulator*, ParallelEvent event);
/// A variable of a block has the value, which is outside of the domain of its axis.
void tirscope_check_domain(SimtEmulator*, const GpuBlock*, const GpuThread*, uint32_t site, int64_t value);
}

} // namespace tir
