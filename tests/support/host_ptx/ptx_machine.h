/// Executes a kernel of PTX on this processor. A thread runs until it waits for its block or for its warp, so no thread
/// sees what another one has written unless something orders the two. Every access has to be aligned and inside of
/// memory that exists.

#pragma once

#include "tests/support/host_ptx/ptx_program.h"

#include <cstring>
#include <functional>

namespace tir::testing {

enum class PtxWait { No, Warp, Block, End };

struct PtxCopy {
    std::byte* to;
    const std::byte* from;
    size_t bytes;
    size_t copied; ///< the rest becomes zero
};

struct PtxThread {
    uint64_t* registers = nullptr;
    std::byte* local = nullptr;
    std::byte* parameters = nullptr;
    size_t at = 0; ///< the next instruction
    PtxWait wait = PtxWait::No;
    bool hasCarry = false;
    uint32_t number = 0;
    std::vector<size_t> calls;
    std::vector<std::vector<PtxCopy>> copies; ///< asynchronous, in groups; the last one is open

    template <class T>
    T get(uint32_t number) const
    {
        T value;
        std::memcpy(static_cast<void*>(&value), &registers[number], sizeof value);
        return value;
    }
    /// Signed numbers are extended with their sign: the register may be wider than they are.
    template <class T>
    void set(uint32_t number, T value)
    {
        if constexpr (std::is_integral_v<T>) {
            registers[number] = uint64_t(int64_t(value));
            if constexpr (std::is_unsigned_v<T>)
                registers[number] = uint64_t(value);
        } else {
            registers[number] = 0;
            std::memcpy(&registers[number], static_cast<const void*>(&value), sizeof value);
        }
    }
};

/// Lanes that are in the same instruction, by their numbers in the warp.
struct PtxWarp {
    PtxThread* threads;
    uint32_t count;
    uint32_t active;

    template <class Visit>
    void forEach(Visit visit) const
    {
        for (uint32_t lane = 0; lane < count; ++lane)
            if (active >> lane & 1)
                visit(threads[lane], lane);
    }
};

struct PtxLaunch {
    const unsigned* grid;
    const unsigned* block;
    std::array<unsigned, 3> cluster; ///< ones: no cluster
    size_t dynamicBytes;
    void** arguments;
    /// Where so many bytes of the GPU's memory are; null: not in one allocation.
    std::byte* (*memoryAt)(uint64_t address, size_t bytes);
};

class PtxMachine {
public:
    explicit PtxMachine(const PtxProgram& program, const PtxLaunch& launch);

    /// What went wrong; empty: nothing.
    std::string run();

    /// Ends the launch. Callers go on with what does no harm.
    void fail(PtxThread& thread, const std::string& what);
    /// Memory at a generic address, or at one of a space of its own: "shared", "local", "global", "param".
    std::byte* at(PtxThread& thread, std::string_view space, uint64_t address, size_t bytes);
    static void finishCopies(PtxThread& thread, size_t openGroups);
    std::vector<PtxThread>& threads() { return m_threads; }
    const PtxProgram& program() const { return m_program; }

    static constexpr uint32_t WarpSize = 32;
    /// Of a launch. What takes longer is not executed to its end.
    static constexpr int64_t MaxInstructions = 400'000'000;

private:
    std::byte* sharedAt(uint64_t offset, size_t bytes);
    std::byte* globalAt(uint64_t address, size_t bytes);
    void start(const std::array<unsigned, 3>& block);
    void runBlock();
    void runThread(PtxThread& thread);
    void runWarp(size_t first);
    bool releaseWarp(const PtxWarp& warp);
    void releaseBlock();

    const PtxProgram& m_program;
    const PtxLaunch& m_launch;
    std::vector<PtxThread> m_threads;
    std::vector<uint64_t> m_registers;
    std::vector<std::byte> m_local;
    std::vector<std::byte> m_parameters;
    std::vector<std::byte> m_variables;
    std::vector<std::byte> m_static;
    std::vector<std::byte> m_dynamic;
    std::string m_failure;
    int64_t m_left = MaxInstructions;
    uint64_t m_seenBegin = 0; ///< the GPU's memory that was found last
    uint64_t m_seenEnd = 0;
    std::byte* m_seen = nullptr;
};

} // namespace tir::testing
