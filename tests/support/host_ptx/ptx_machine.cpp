#include "tests/support/host_ptx/ptx_machine.h"

#include <algorithm>

namespace tir::testing {
namespace {

constexpr std::byte Fresh{0xcd};

/// What a failed access uses instead.
alignas(16) std::byte harmless[64];

std::string placeOf(const PtxInstruction& instruction)
{
    std::string text;
    for (const std::string& part : instruction.op)
        text += (text.empty() ? "" : ".") + part;
    return text;
}

} // namespace

PtxMachine::PtxMachine(const PtxProgram& program, const PtxLaunch& launch)
    : m_program(program),
      m_launch(launch)
{
    const size_t count = size_t(launch.block[0]) * launch.block[1] * launch.block[2];
    m_threads.resize(count);
    m_registers.resize(count * program.registers.size());
    m_local.resize(count * program.localBytes);
    m_parameters.resize(count * program.parameterBytes);
    m_variables = program.variables;
    for (size_t number = 0; number < count; ++number) {
        PtxThread& thread = m_threads[number];
        thread.number = uint32_t(number);
        thread.registers = m_registers.data() + number * program.registers.size();
        thread.local = m_local.data() + number * program.localBytes;
        thread.parameters = m_parameters.data() + number * program.parameterBytes;
        for (size_t at = 0; at < program.parameters.size(); ++at)
            std::memcpy(thread.parameters + program.parameterOffsets[at], launch.arguments[at],
                        program.parameters[at].bytes);
    }
}

std::string PtxMachine::run()
{
    const unsigned* grid = m_launch.grid;
    for (unsigned z = 0; z < grid[2]; ++z)
        for (unsigned y = 0; y < grid[1]; ++y)
            for (unsigned x = 0; x < grid[0] && m_failure.empty(); ++x) {
                start({x, y, z});
                runBlock();
            }
    return m_failure;
}

void PtxMachine::start(const std::array<unsigned, 3>& block)
{
    m_static.assign(m_program.sharedBytes, Fresh);
    m_dynamic.assign(m_launch.dynamicBytes, Fresh);
    std::fill(m_local.begin(), m_local.end(), Fresh);
    const unsigned* size = m_launch.block;
    for (PtxThread& thread : m_threads) {
        std::copy(m_program.registers.begin(), m_program.registers.end(), thread.registers);
        const unsigned number = thread.number;
        const unsigned index[3] = {number % size[0], number / size[0] % size[1], number / size[0] / size[1]};
        for (uint32_t axis = 0; axis < 3; ++axis) {
            thread.registers[TidX + axis] = index[axis];
            thread.registers[NtidX + axis] = size[axis];
            thread.registers[CtaidX + axis] = block[axis];
            thread.registers[NctaidX + axis] = m_launch.grid[axis];
            thread.registers[ClusterCtaidX + axis] = block[axis] % m_launch.cluster[axis];
        }
        thread.registers[LaneId] = number % WarpSize;
        thread.registers[Clock] = 0;
        thread.at = 0;
        thread.wait = PtxWait::No;
        thread.calls.clear();
        thread.copies = {{}};
    }
}

void PtxMachine::runThread(PtxThread& thread)
{
    while (thread.wait == PtxWait::No) {
        const PtxInstruction& instruction = m_program.code[thread.at++];
        if (--m_left < 0)
            return fail(thread,
                        "the launch takes more than " + std::to_string(MaxInstructions) + " instructions");
        if (!instruction.isGuarded || bool(thread.registers[instruction.guard] & 1) != instruction.isNegated)
            instruction.run(*this, thread, instruction);
    }
    if (thread.wait == PtxWait::End) {
        thread.copies.emplace_back();
        finishCopies(thread, 0);
    }
}

void PtxMachine::runWarp(size_t first)
{
    const PtxWarp warp{&m_threads[first], uint32_t(std::min<size_t>(WarpSize, m_threads.size() - first)), 0};
    do
        for (uint32_t lane = 0; lane < warp.count && m_failure.empty(); ++lane)
            runThread(warp.threads[lane]);
    while (m_failure.empty() && releaseWarp(warp));
}

/// Lets lanes that wait at one instruction go on: of those whose masks are complete, the first in the program.
bool PtxMachine::releaseWarp(const PtxWarp& warp)
{
    PtxWarp meeting = warp;
    size_t earliest = m_program.code.size() + 1;
    for (uint32_t lane = 0; lane < warp.count; ++lane)
        if (warp.threads[lane].wait == PtxWait::Warp)
            earliest = std::min(earliest, warp.threads[lane].at);
    if (earliest > m_program.code.size())
        return false;
    meeting.active = 0;
    for (uint32_t lane = 0; lane < warp.count; ++lane)
        if (warp.threads[lane].wait == PtxWait::Warp && warp.threads[lane].at == earliest)
            meeting.active |= 1U << lane;
    meeting.forEach([](PtxThread& thread, uint32_t) { thread.wait = PtxWait::No; });
    const PtxInstruction& instruction = m_program.code[earliest - 1];
    instruction.meet(*this, meeting, instruction);
    return m_failure.empty();
}

void PtxMachine::runBlock()
{
    const auto isWaiting = [](const PtxThread& thread) { return thread.wait == PtxWait::Block; };
    do {
        for (size_t first = 0; first < m_threads.size() && m_failure.empty(); first += WarpSize)
            runWarp(first);
        if (m_failure.empty())
            releaseBlock();
    } while (m_failure.empty() &&
             !std::none_of(m_threads.begin(), m_threads.end(), [&](const PtxThread& thread) {
                 return isWaiting(thread) || thread.wait == PtxWait::No;
             }));
}

/// All threads that have not ended wait for the block.
void PtxMachine::releaseBlock()
{
    PtxThread* first = nullptr;
    bool isOne = true;
    for (PtxThread& thread : m_threads)
        if (thread.wait == PtxWait::Block) {
            first = first ? first : &thread;
            isOne = isOne && first->at == thread.at;
            const PtxInstruction& instruction = m_program.code[thread.at - 1];
            if (instruction.meet && !isOne)
                return fail(thread, "threads wait at different barriers that exchange values");
        }
    if (!first)
        return;
    if (const PtxInstruction& instruction = m_program.code[first->at - 1]; instruction.meet)
        instruction.meet(*this, {m_threads.data(), uint32_t(m_threads.size()), 0}, instruction);
    for (PtxThread& thread : m_threads)
        if (thread.wait == PtxWait::Block)
            thread.wait = PtxWait::No;
}

void PtxMachine::fail(PtxThread& thread, const std::string& what)
{
    thread.wait = PtxWait::End;
    if (!m_failure.empty())
        return;
    const auto threeOf = [&](uint32_t special) {
        return "(" + std::to_string(thread.registers[special]) + ", " +
               std::to_string(thread.registers[special + 1]) + ", " +
               std::to_string(thread.registers[special + 2]) + ")";
    };
    m_failure = what + ", at " + placeOf(m_program.code[thread.at - 1]) + " in thread " + threeOf(TidX) +
                " of block " + threeOf(CtaidX);
}

std::byte* PtxMachine::sharedAt(uint64_t offset, size_t bytes)
{
    std::vector<std::byte>& memory = offset >= DynamicShared ? m_dynamic : m_static;
    const uint64_t from = offset >= DynamicShared ? offset - DynamicShared : offset;
    return from <= memory.size() && bytes <= memory.size() - from ? memory.data() + from : nullptr;
}

std::byte* PtxMachine::globalAt(uint64_t address, size_t bytes)
{
    if (address >= m_seenBegin && address + bytes <= m_seenEnd)
        return m_seen + (address - m_seenBegin);
    std::byte* found = m_launch.memoryAt(address, bytes);
    if (found) { // the part around the address that surely belongs to it
        m_seenBegin = address;
        m_seenEnd = address + bytes;
        m_seen = found;
        for (size_t more = 1 << 20; more > 0; more /= 2)
            if (m_launch.memoryAt(m_seenEnd, more) == m_seen + (m_seenEnd - m_seenBegin))
                m_seenEnd += more;
    }
    return found;
}

std::byte* PtxMachine::at(PtxThread& thread, std::string_view space, uint64_t address, size_t bytes)
{
    const auto inside = [&](std::byte* memory, size_t size, uint64_t from) {
        return from <= size && bytes <= size - from ? memory + from : nullptr;
    };
    std::byte* memory = nullptr;
    if (space == "param")
        memory = inside(thread.parameters, m_program.parameterBytes, address);
    else if (space == "shared")
        memory = sharedAt(address, bytes);
    else if (space == "local")
        memory = inside(thread.local, m_program.localBytes, address);
    else if (address >> 62 == 1)
        memory = globalAt(address, bytes);
    else if (address >> 59 == 1)
        memory = inside(m_variables.data(), m_variables.size(), address - VariableWindow);
    else if (space.empty() && address >> 61 == 1)
        memory = sharedAt(address - SharedWindow, bytes);
    else if (space.empty() && address >> 60 == 1)
        memory = inside(thread.local, m_program.localBytes, address - LocalWindow);
    if (memory && address % bytes == 0)
        return memory;
    fail(thread, memory ? "a misaligned address of " + std::to_string(bytes) + " bytes"
                        : "an address outside of memory");
    return harmless;
}

void PtxMachine::finishCopies(PtxThread& thread, size_t openGroups)
{
    while (thread.copies.size() - 1 > openGroups) {
        for (const PtxCopy& copy : thread.copies.front()) {
            std::memcpy(copy.to, copy.from, copy.copied);
            std::memset(copy.to + copy.copied, 0, copy.bytes - copy.copied);
        }
        thread.copies.erase(thread.copies.begin());
    }
}

} // namespace tir::testing
