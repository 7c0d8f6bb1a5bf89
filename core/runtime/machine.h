/// The machine that generated code runs on (core/codegen/llvm_ir/machine_abi.h): memory, errors, and a GPU
/// whose blocks run one after the other. Blocks of kernels with barriers run their threads in turns: every
/// thread goes on until it waits, then those whose barrier is complete go on again.

#pragma once

#include "core/codegen/llvm_ir/machine_abi.h"

#include <csetjmp>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace tir {

class Checker;
struct BlockMemory;
class DeviceRuntime;

/// How the program itself ended: an assertion that failed, a launch that cannot be.
struct ProgramError {
    std::string kind; ///< "ValueError"
    std::string message;
};

/// Serves one run. Errors end it by a jump out of generated code, which has nothing to clean up.
class Machine {
public:
    /// `checker`: of a checked program, else null; must outlive the machine.
    explicit Machine(Checker* checker = nullptr);
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;
    ~Machine();

    using EntryPoint = void (*)(Machine*, void* const* arguments, void* result);
    /// Runs the program; nothing when it ended well.
    std::optional<ProgramError> run(EntryPoint entry, void* const* arguments, void* result);

    /// Launches of compiled kernels go to `device`, which outlives the run.
    void drive(DeviceRuntime& device) { m_device = &device; }

    [[noreturn]] void fail(const char* kind, const char* message);
    void* allocate(int64_t bytes, int64_t alignment);
    void release(void* memory);
    void launch(const GpuLaunch& launch);
    Checker* checker() { return m_checker; }
    void launchKernel(const KernelLaunch& launch);
    void* allocateOnDevice(int64_t bytes);
    void* sharedMemory(GpuBlock& block, uint32_t slot, int64_t bytes, int64_t alignment, bool isDynamic);

    static constexpr int64_t MaxThreadsPerBlock = 1024;
    static constexpr int64_t MaxSharedBytes = 256 << 10;
    static constexpr size_t WarpSize = 32;

private:
    void runBlockWithBarriers(const GpuLaunch& launch, GpuBlock& block);
    /// Jumps out of the program after m_error was set. The frames it leaves behind hold nothing.
    [[noreturn]] void escape();

    Checker* m_checker;
    bool m_isLaunching = false; ///< memory that is asked for now belongs to one thread
    DeviceRuntime* m_device = nullptr;
    std::jmp_buf m_escape;
    ProgramError m_error;
    std::unordered_map<void*, std::unique_ptr<std::byte[]>> m_allocations;
    std::unique_ptr<BlockMemory> m_blockMemory;
    std::vector<GpuThread> m_threads;
    std::vector<void*> m_coroutines;
    std::vector<uint32_t> m_running; ///< numbers of the threads that have not ended
};

} // namespace tir
