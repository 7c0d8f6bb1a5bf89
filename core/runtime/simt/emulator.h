/// The SIMT emulator that generated code runs on (core/codegen/llvm_ir/emulator_abi.h): memory, errors, and a GPU
/// whose blocks run on all cores. Threads of a kernel with barriers run alternately: every thread
/// runs until it waits, then those whose barrier is complete continue.
///
/// Results and errors do not depend on the number of cores: the threads of a block run in a fixed
/// order, blocks share nothing but global memory, kernels with atomic operations run their blocks in order,
/// and of several blocks that fail the first one is reported.

#pragma once

#include "core/codegen/llvm_ir/emulator_abi.h"

#include <array>
#include <csetjmp>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

/// For functions that call generated code. Clang's sanitizer reads a signature in front of the callee; generated code
/// has none, and the memory there may not be mapped.
#ifdef __clang__
#define TIR_CALLS_GENERATED_CODE [[clang::no_sanitize("function")]]
#else
#define TIR_CALLS_GENERATED_CODE
#endif

namespace tir {

class Checker;
struct BlockMemory;
class BlockQueue;
class DeviceRuntime;
class WorkLog;

/// Why the program ended: a failed assertion, an impossible launch.
struct ProgramError {
    std::string kind; ///< "ValueError"
    std::string message;
    bool lacksMemory = false; ///< of this machine or the worker; the program is not at fault
};

/// How many blocks a grid has along each axis.
using Grid = std::array<int64_t, 3>;

struct EmulatorOptions {
    unsigned cores = 0; ///< for the blocks of a launch; 0: all of the processor; checked programs use one
    Checker* checker = nullptr; ///< of a checked program; must outlive the emulator
    int64_t blockLimit = 0;     ///< LlvmOptions::blockLimit
    WorkLog* work = nullptr;    ///< of a counted program; must outlive the emulator
    /// Receives the grids of which the limit leaves out blocks, with the number of blocks that run; must outlive the
    /// emulator; may be null.
    std::map<Grid, int64_t>* partialGrids = nullptr;
};

/// Serves one run. An error ends the run with a jump out of generated code, which has nothing to clean up.
class SimtEmulator {
public:
    explicit SimtEmulator(const EmulatorOptions& options = {});
    SimtEmulator(const SimtEmulator&) = delete;
    SimtEmulator& operator=(const SimtEmulator&) = delete;
    ~SimtEmulator();

    using EntryPoint = void (*)(SimtEmulator*, void* const* arguments, void* result);
    /// Runs the program; nothing when it ended well.
    TIR_CALLS_GENERATED_CODE
    std::optional<ProgramError> run(EntryPoint entry, void* const* arguments, void* result);

    /// Launches of compiled kernels go to `device`, which outlives the run.
    void drive(DeviceRuntime& device) { m_device = &device; }

    [[noreturn]] void fail(const char* kind, const char* message);
    /// Ends the run because there is no memory for `what`, of `bytes` bytes if known; the program may be correct.
    [[noreturn]] void failForMemory(const char* what, int64_t bytes = -1);
    void* allocate(int64_t bytes, int64_t alignment, bool isForBlocks);
    void release(void* memory);
    void launch(const GpuLaunch& launch);
    Checker* checker() { return m_options.checker; }
    void launchKernel(const KernelLaunch& launch);
    void* allocateOnDevice(int64_t bytes);
    void* sharedMemory(GpuBlock& block, uint32_t slot, int64_t bytes, int64_t alignment, bool isDynamic);
    void copyAsync(const GpuThread& thread, void* target, const void* source, int64_t bytes, int64_t copied,
                   uint32_t site);
    void commitCopies(const GpuThread& thread);
    void finishCopies(const GpuThread& thread, int64_t groupsLeft);
    void* warpMemory(GpuBlock& block, const GpuThread& thread, uint32_t slot, int64_t bytes);
    void* groupMemory(GpuBlock& block, const GpuThread& thread, uint32_t slot, int64_t bytes,
                      uint32_t within);

    // The limits of every GPU from compute capability 7.0 on.
    static constexpr int64_t MaxThreadsPerBlock = 1024;
    static constexpr int64_t MaxThreads[3] = {1024, 1024, 64};
    static constexpr int64_t MaxBlocks[3] = {INT32_MAX, 65535, 65535};
    /// Of a block: the most that a kernel can request, and the most without a request (not dynamic).
    static constexpr int64_t MaxSharedBytes = 227 << 10;
    static constexpr int64_t MaxStaticSharedBytes = 48 << 10;
    /// For buffers that still have their sizes before lowering: excludes only sizes that no program intends.
    static constexpr int64_t MaxUnlimitedBytes = int64_t(1) << 32;
    static constexpr size_t WarpSize = WarpLanes;

private:
    /// Sets m_error: no GPU supports such a launch.
    void refuse(const GpuLaunch& launch);
    void* memoryOfGroup(GpuBlock& block, uint32_t slot, uint32_t group, int64_t bytes);
    void* takeMemory(BlockMemory& memory, uint32_t slot, uint32_t group, int64_t bytes);
    /// Runs blocks until all have run or one failed. `mayCallOthers`: long launches get more cores.
    void takeBlocks(const GpuLaunch& launch, BlockQueue& queue, bool mayCallOthers);
    void tryBlocks(const GpuLaunch& launch, BlockQueue& queue, std::vector<std::thread>* others);
    void callOthers(const GpuLaunch& launch, BlockQueue& queue, std::vector<std::thread>& others);
    TIR_CALLS_GENERATED_CODE
    void runBlock(const GpuLaunch& launch, const std::array<uint32_t, 3>& index);
    TIR_CALLS_GENERATED_CODE
    void runBlockWithBarriers(const GpuLaunch& launch, GpuBlock& block);
    /// Fills m_ready with the threads that can continue; if there are none, they wait for each other.
    void chooseThreads();
    void chooseInWarp(size_t first, size_t end);
    void chooseEarliest();
    void chooseHere();
    void tellChecker(const GpuBlock& block);
    [[noreturn]] void failDiverged(const GpuLaunch& launch, const GpuBlock& block);
    /// Jumps out of the program after m_error was set. The frames that it skips own nothing.
    [[noreturn]] void escape();

    EmulatorOptions m_options;
    bool m_isLaunching = false; ///< memory allocated while it is true belongs to one thread
    DeviceRuntime* m_device = nullptr;
    std::jmp_buf m_escape;
    ProgramError m_error;
    uint64_t m_block = 0; ///< the block that runs: its position in the launch
    struct Unmap {
        size_t mappedBytes = 0; ///< 0: from the heap
        void operator()(std::byte* memory) const;
    };
    std::unordered_map<void*, std::unique_ptr<std::byte, Unmap>> m_allocations;
    std::unique_ptr<BlockMemory> m_blockMemory;
    std::vector<GpuThread> m_threads;
    std::vector<void*> m_coroutines;
    /// The asynchronous copies of one thread that have not happened yet.
    struct Copies {
        struct Copy {
            void* target;
            const void* source;
            int64_t bytes;
            int64_t copied; ///< the rest becomes zero
            uint32_t site;
            int64_t group;
        };
        std::vector<Copy> pending; ///< by group, ascending
        int64_t group = 0;         ///< that takes the next copies
    };
    std::vector<Copies> m_copies;    ///< by number of the thread
    std::vector<uint32_t> m_running; ///< numbers of the threads that have not ended, ascending
    std::vector<uint32_t> m_ready;   ///< those that go on next
    std::vector<uint64_t>
        m_counts; ///< of the blocks that have run here; empty in programs that are not counted
};

} // namespace tir
