#include "core/runtime/simt/emulator.h"

#include "core/runtime/narrow_float.h"
#include "core/runtime/simt/block_memory.h"
#include "core/runtime/simt/checker/checker.h"
#include "core/runtime/simt/device_runtime.h"
#include "core/runtime/simt/work_log.h"
#include "core/support/check.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <new>
#include <sys/mman.h>

namespace tir {
namespace {

/// False if `act` runs out of memory: shadow memory may exceed the available memory, and exceptions must not pass
/// through generated code. The caller leaves the program with a jump, which must not skip an active handler.
template <class Act>
bool hasMemoryFor(Act act)
{
    try {
        act();
        return true;
    } catch (const std::bad_alloc&) {
        return false;
    }
}

/// Calls the checker for the program, which ends if there is no memory for `what`.
template <class Act>
void callChecker(SimtEmulator& emulator, const char* what, Act act)
{
    if (!hasMemoryFor([&] { act(*emulator.checker()); }))
        emulator.failForMemory(what);
}

constexpr const char* Findings = "the findings";

} // namespace

SimtEmulator::SimtEmulator(const EmulatorOptions& options)
    : m_options(options),
      m_blockMemory(std::make_unique<BlockMemory>()),
      m_counts(options.work ? options.work->slotCount() : 0)
{}

SimtEmulator::~SimtEmulator() = default;

std::optional<ProgramError> SimtEmulator::run(EntryPoint entry, void* const* arguments, void* result)
{
    const bool hasFailed = setjmp(m_escape) != 0;
    if (!hasFailed)
        entry(this, arguments, result);
    tirscope_statement = NoPlace;
    m_allocations.clear();
    return hasFailed ? std::optional(m_error) : std::nullopt;
}

void SimtEmulator::fail(const char* kind, const char* message)
{
    m_error = {kind, message};
    escape();
}

void SimtEmulator::failForMemory(const char* what, int64_t bytes)
{
    m_error = {"MemoryError", "no memory for ", true};
    m_error.message += what;
    if (bytes >= 0)
        m_error.message += " of " + std::to_string(bytes) + " bytes";
    escape();
}

void* SimtEmulator::allocate(int64_t bytes, int64_t alignment, bool isForBlocks)
{
    constexpr int64_t MaxBytes = int64_t(1) << 40;
    // Before lowering every thread has registers for all of a tensor and uses a few of them: memory that
    // is never touched must cost nothing.
    constexpr int64_t MappedBytes = 256 << 10;
    const bool isMapped = bytes >= MappedBytes && m_isLaunching;
    const bool isPossible = bytes >= 0 && bytes <= MaxBytes;
    const auto wanted = isPossible ? size_t(bytes + alignment) : 0;
    std::byte* memory = nullptr;
    if (isMapped && isPossible) {
        void* mapped = mmap(nullptr, wanted, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        memory = mapped == MAP_FAILED ? nullptr : static_cast<std::byte*>(mapped);
    } else if (isPossible) {
        memory = new (std::nothrow) std::byte[wanted];
    }
    if (!memory) {
        m_error = {"MemoryError", "no memory for an allocation of " + std::to_string(bytes) + " bytes",
                   isPossible};
        escape();
    }
    std::byte* start = alignedUp(memory, alignment);
    if (!isMapped)
        std::memset(start, FreshMemoryByte, size_t(bytes));
    m_allocations.emplace(start, std::unique_ptr<std::byte, Unmap>(memory, Unmap{isMapped ? wanted : 0}));
    const RegionKind kind = m_isLaunching ? RegionKind::Private
                            : isForBlocks ? RegionKind::Parts
                                          : RegionKind::Global;
    if (m_options.checker &&
        !hasMemoryFor([&] { m_options.checker->addMemory(start, uint64_t(bytes), kind); }))
        failForMemory("the shadow memory of an allocation", bytes);
    return start;
}

void SimtEmulator::Unmap::operator()(std::byte* memory) const
{
    if (mappedBytes)
        munmap(memory, mappedBytes);
    else
        delete[] memory;
}

void SimtEmulator::release(void* memory)
{
    if (m_device && m_device->release(memory))
        return;
    if (m_options.checker)
        m_options.checker->removeMemory(static_cast<std::byte*>(memory));
    m_allocations.erase(memory);
}

void SimtEmulator::launchKernel(const KernelLaunch& launch)
{
    TIR_CHECK(m_device) << "a kernel is launched, but there is no device";
    bool isDone = true;
    {
        // Nothing with a destructor may be alive when the program is left.
        if (std::optional<ProgramError> failure = m_device->launch(launch)) {
            m_error = *std::move(failure);
            isDone = false;
        }
    }
    if (!isDone)
        escape();
}

void* SimtEmulator::allocateOnDevice(int64_t bytes)
{
    TIR_CHECK(m_device) << "device memory is requested, but there is no device";
    void* memory = nullptr;
    bool isDone = true;
    {
        std::optional<ProgramError> failure;
        memory = m_device->allocate(bytes, failure);
        if (failure) {
            m_error = *std::move(failure);
            isDone = false;
        }
    }
    if (!isDone)
        escape();
    return memory;
}

void* SimtEmulator::sharedMemory(GpuBlock& block, uint32_t slot, int64_t bytes, int64_t alignment,
                                 bool isDynamic)
{
    auto& memory = *static_cast<BlockMemory*>(block.memory);
    if (void* known = memory.find(slot))
        return known;
    const int64_t all = bytes < 0 ? bytes : memory.sharedBytes + bytes;
    const int64_t statics = memory.staticBytes + (isDynamic ? 0 : bytes);
    const bool isTooMuch = all > MaxSharedBytes || statics > MaxStaticSharedBytes;
    if (all < 0 || all > MaxUnlimitedBytes || (memory.isLimited && isTooMuch)) {
        const bool isStatic = all >= 0 && all <= MaxSharedBytes;
        m_error = {"MemoryError", std::to_string(isStatic ? statics : all) + " bytes of " +
                                      (isStatic ? "static " : "") +
                                      "shared memory in a block, of which a GPU has at most " +
                                      std::to_string(isStatic ? MaxStaticSharedBytes : MaxSharedBytes)};
        escape();
    }
    memory.sharedBytes = all;
    memory.staticBytes = statics;
    if (isDynamic && memory.dynamicLimit >= 0 && bytes > memory.dynamicLimit) {
        m_error = {"LaunchError", "the kernel takes " + std::to_string(bytes) +
                                      " bytes of dynamic shared memory, but is launched with " +
                                      std::to_string(memory.dynamicLimit)};
        escape();
    }
    TIR_CHECK(alignment <= BlockMemory::Alignment) << "alignment " << alignment;
    return takeMemory(memory, slot, 0, bytes);
}

void* SimtEmulator::warpMemory(GpuBlock& block, const GpuThread& thread, uint32_t slot, int64_t bytes)
{
    return memoryOfGroup(block, slot, thread.number / uint32_t(WarpSize), bytes);
}

void* SimtEmulator::groupMemory(GpuBlock& block, const GpuThread& thread, uint32_t slot, int64_t bytes,
                                uint32_t within)
{
    uint32_t group = 0;
    for (size_t axis = 3; axis-- > 0;)
        if (!(within & 1u << axis))
            group = group * block.threadCounts[axis] + thread.index[axis];
    return memoryOfGroup(block, slot, group, bytes);
}

/// Memory of a warp or another group of threads, by its number.
void* SimtEmulator::memoryOfGroup(GpuBlock& block, uint32_t slot, uint32_t group, int64_t bytes)
{
    auto& memory = *static_cast<BlockMemory*>(block.memory);
    if (void* known = memory.find(slot, group + 1)) // 0: of the block
        return known;
    if (bytes < 0 || bytes > (memory.isLimited ? MaxSharedBytes : MaxUnlimitedBytes)) {
        m_error = {"MemoryError", std::to_string(bytes) + " bytes of registers for a group of threads"};
        escape();
    }
    return takeMemory(memory, slot, group + 1, bytes);
}

/// Memory of a block that was never written.
void* SimtEmulator::takeMemory(BlockMemory& memory, uint32_t slot, uint32_t group, int64_t bytes)
{
    void* start = nullptr;
    if (!hasMemoryFor([&] {
            start = memory.take(bytes);
            memory.slots.push_back({slot, group, start});
            if (m_options.checker)
                m_options.checker->addMemory(static_cast<std::byte*>(start), uint64_t(bytes),
                                             RegionKind::Shared);
        }))
        failForMemory("the shared memory of a block");
    std::memset(start, FreshMemoryByte, size_t(bytes));
    return start;
}

void SimtEmulator::escape()
{
    std::longjmp(m_escape, 1);
}

} // namespace tir

// ---- the functions that generated code calls

using tir::GpuBlock;
using tir::GpuLaunch;
using tir::GpuThread;
using tir::SimtEmulator;

volatile uint32_t tir::tirscope_statement = tir::NoPlace;
bool tir::tirscope_returned = false;

void tir::tirscope_fail(SimtEmulator* emulator, const char* kind, const char* message)
{
    emulator->fail(kind, message);
}

void* tir::tirscope_allocate(SimtEmulator* emulator, int64_t bytes, int64_t alignment)
{
    return emulator->allocate(bytes, alignment, /*isForBlocks=*/false);
}

void* tir::tirscope_allocate_for_blocks(SimtEmulator* emulator, int64_t bytes, int64_t alignment)
{
    return emulator->allocate(bytes, alignment, /*isForBlocks=*/true);
}

void tir::tirscope_release(SimtEmulator* emulator, void* memory)
{
    emulator->release(memory);
}

void* tir::tirscope_shared(SimtEmulator* emulator, GpuBlock* block, uint32_t slot, int64_t bytes,
                           int64_t alignment, bool isDynamic)
{
    return emulator->sharedMemory(*block, slot, bytes, alignment, isDynamic);
}

void* tir::tirscope_check_access(SimtEmulator* emulator, const GpuBlock* block, const GpuThread* thread,
                                 uint32_t site, void* base, int64_t offset)
{
    void* element = nullptr;
    callChecker(*emulator, "the shadow memory of memory checks, about ten times what the program touches",
                [&](Checker& checker) {
                    element = checker.access(block, thread, site, static_cast<std::byte*>(base), offset);
                });
    return element;
}

void tir::tirscope_check_allocation(SimtEmulator* emulator, const GpuThread* thread, void* memory)
{
    callChecker(*emulator, "the shadow memory of an allocation",
                [&](Checker& checker) { checker.allocate(*thread, static_cast<std::byte*>(memory)); });
}

void* tir::tirscope_check_outside(SimtEmulator* emulator, const GpuBlock* block, const GpuThread* thread,
                                  uint32_t site, const int64_t* indices)
{
    void* element = nullptr;
    callChecker(*emulator, Findings,
                [&](Checker& checker) { element = checker.outside(block, thread, site, indices); });
    return element;
}

void tir::tirscope_check_division(SimtEmulator* emulator, const GpuBlock* block, const GpuThread* thread,
                                  uint32_t site)
{
    callChecker(*emulator, Findings, [&](Checker& checker) { checker.division(block, thread, site); });
}

void tir::tirscope_check_overflow(SimtEmulator* emulator, const GpuBlock* block, const GpuThread* thread,
                                  uint32_t site)
{
    callChecker(*emulator, Findings, [&](Checker& checker) { checker.overflow(block, thread, site); });
}

void tir::tirscope_check_parallel(SimtEmulator* emulator, ParallelEvent event)
{
    callChecker(*emulator, Findings, [&](Checker& checker) { checker.parallelLoop(event); });
}

void tir::tirscope_check_domain(SimtEmulator* emulator, const GpuBlock* block, const GpuThread* thread,
                                uint32_t site, int64_t value)
{
    callChecker(*emulator, Findings,
                [&](Checker& checker) { checker.outOfDomain(block, thread, site, value); });
}

void* tir::tirscope_warp_memory(SimtEmulator* emulator, GpuBlock* block, const tir::GpuThread* thread,
                                uint32_t slot, int64_t bytes)
{
    return emulator->warpMemory(*block, *thread, slot, bytes);
}

void* tir::tirscope_group_memory(SimtEmulator* emulator, GpuBlock* block, const tir::GpuThread* thread,
                                 uint32_t slot, int64_t bytes, uint32_t within)
{
    return emulator->groupMemory(*block, *thread, slot, bytes, within);
}

void* tir::tirscope_frame(GpuBlock* block, int64_t bytes)
{
    return static_cast<tir::BlockMemory*>(block->memory)->take(bytes);
}

void tir::tirscope_launch(SimtEmulator* emulator, const GpuLaunch* launch)
{
    emulator->launch(*launch);
}

void tir::tirscope_print(const char* format, ...)
{
    std::va_list values;
    va_start(values, format);
    std::vfprintf(stderr, format, values);
    va_end(values);
}

void tir::tirscope_launch_kernel(SimtEmulator* emulator, const KernelLaunch* launch)
{
    emulator->launchKernel(*launch);
}

void* tir::tirscope_allocate_device(SimtEmulator* emulator, int64_t bytes)
{
    return emulator->allocateOnDevice(bytes);
}

float tir::tirscope_from_bits(uint32_t typeCode, uint32_t bits)
{
    return tir::narrowFloatFromBits(tir::TypeCode(typeCode), uint8_t(bits));
}

uint32_t tir::tirscope_to_bits(uint32_t typeCode, float value)
{
    return tir::narrowFloatToBits(tir::TypeCode(typeCode), value);
}
