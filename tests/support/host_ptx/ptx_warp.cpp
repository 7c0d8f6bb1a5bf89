/// Barriers, votes, and exchanges within a warp.

#include "tests/support/host_ptx/ptx_types.h"

#include <bit>

namespace tir::testing {
namespace {

void waitForWarp(PtxMachine&, PtxThread& t, const PtxInstruction&)
{
    t.wait = PtxWait::Warp;
}

void waitForBlock(PtxMachine&, PtxThread& t, const PtxInstruction&)
{
    t.wait = PtxWait::Block;
}

/// Every lane that the mask of an active lane names is active, or has ended.
void checkMask(PtxMachine& machine, const PtxWarp& warp, const PtxInstruction& i)
{
    const uint32_t operand = i.registers.back();
    warp.forEach([&](PtxThread& thread, uint32_t lane) {
        const auto mask = thread.get<uint32_t>(operand);
        if (!(mask >> lane & 1))
            machine.fail(thread, "the mask does not name its own lane");
        for (uint32_t other = 0; other < warp.count; ++other)
            if ((mask & ~warp.active) >> other & 1 && warp.threads[other].wait != PtxWait::End)
                machine.fail(thread, "a lane that the mask names is elsewhere");
    });
}

/// shfl.sync.idx.b32 d|p, value, lane, bounds, mask. Bits 0 to 4 of the bounds are the last lane that may be read (the
/// first, for up), bits 8 to 12 say which bits of a lane's number are those of its group.
void shuffle(PtxMachine& machine, const PtxWarp& warp, const PtxInstruction& i)
{
    checkMask(machine, warp, i);
    const uint32_t* r = i.registers.data();
    std::array<uint32_t, PtxMachine::WarpSize> shown{};
    warp.forEach(
        [&](PtxThread& thread, uint32_t lane) { shown[lane] = thread.get<uint32_t>(r[i.first[1]]); });
    warp.forEach([&](PtxThread& thread, uint32_t lane) {
        const auto operand = int(thread.get<uint32_t>(r[i.first[2]]) & 31);
        const auto bounds = thread.get<uint32_t>(r[i.first[3]]);
        const uint32_t group = bounds >> 8 & 31;
        const int last = int((lane & group) | (bounds & 31 & ~group));
        const std::string& mode = i.op[2];
        int from = mode == "up"     ? int(lane) - operand
                   : mode == "down" ? int(lane) + operand
                   : mode == "bfly" ? int(lane) ^ operand
                                    : int((lane & group) | (uint32_t(operand) & ~group));
        const bool isInside = mode == "up" ? from >= last : from <= last;
        from = isInside ? from : int(lane);
        if (!(warp.active >> from & 1))
            machine.fail(thread, "an exchange reads a lane that does not take part");
        if (i.first[1] > 1)
            thread.set<uint64_t>(r[1], isInside);
        thread.set(r[0], shown[size_t(from)]);
    });
}

/// vote.sync.ballot.b32 d, p, mask
void vote(PtxMachine& machine, const PtxWarp& warp, const PtxInstruction& i)
{
    checkMask(machine, warp, i);
    const uint32_t* r = i.registers.data();
    uint32_t bits = 0;
    warp.forEach(
        [&](PtxThread& thread, uint32_t lane) { bits |= uint32_t(thread.registers[r[1]] & 1) << lane; });
    warp.forEach([&](PtxThread& thread, uint32_t) {
        const auto mask = thread.get<uint32_t>(r[2]) & warp.active;
        thread.set(r[0], i.op[2] == "ballot" ? bits & mask
                         : i.op[2] == "any"  ? uint32_t((bits & mask) != 0)
                                             : uint32_t((bits & mask) == mask));
    });
}

void showActive(PtxMachine&, const PtxWarp& warp, const PtxInstruction& i)
{
    warp.forEach([&](PtxThread& thread, uint32_t) { thread.set(i.registers[0], warp.active); });
}

/// redux.sync.add.s32 d, value, mask
void reduce(PtxMachine& machine, const PtxWarp& warp, const PtxInstruction& i)
{
    checkMask(machine, warp, i);
    const uint32_t* r = i.registers.data();
    std::array<uint32_t, PtxMachine::WarpSize> shown{};
    warp.forEach([&](PtxThread& thread, uint32_t lane) { shown[lane] = thread.get<uint32_t>(r[1]); });
    warp.forEach([&](PtxThread& thread, uint32_t own) {
        const auto mask = thread.get<uint32_t>(r[2]) & warp.active;
        uint32_t result = shown[own];
        for (uint32_t lane = 0; lane < warp.count; ++lane)
            if (lane != own && (mask >> lane & 1))
                result = i.op[2] == "add" ? result + shown[lane] : std::min(result, shown[lane]);
        thread.set(r[0], result);
    });
}

/// bar.red.popc.u32 d, barrier, p; bar.red.or.pred d, barrier, p
void voteOfBlock(PtxMachine& machine, const PtxWarp&, const PtxInstruction& i)
{
    const uint32_t* r = i.registers.data();
    uint32_t ones = 0;
    uint32_t all = 0;
    for (const PtxThread& thread : machine.threads())
        if (thread.wait == PtxWait::Block) {
            ++all;
            ones += thread.registers[r[2]] & 1;
        }
    for (PtxThread& thread : machine.threads())
        if (thread.wait == PtxWait::Block)
            thread.set(r[0], i.op[2] == "popc" ? ones
                             : i.op[2] == "or" ? uint32_t(ones > 0)
                                               : uint32_t(ones == all));
}

} // namespace

bool decodeWarp(PtxInstruction& instruction)
{
    const std::string& op = instruction.op[0];
    if (op == "bar" || op == "barrier") {
        const bool isOfWarp = hasPart(instruction, "warp");
        if (hasPart(instruction, "cluster") || hasPart(instruction, "arrive"))
            return false;
        instruction.run = isOfWarp ? &waitForWarp : &waitForBlock;
        instruction.meet = isOfWarp ? &checkMask : hasPart(instruction, "red") ? &voteOfBlock : nullptr;
        return true;
    }
    instruction.meet = op == "shfl" && hasPart(instruction, "sync")   ? &shuffle
                       : op == "vote" && hasPart(instruction, "sync") ? &vote
                       : op == "activemask"                           ? &showActive
                       : op == "redux" && (hasPart(instruction, "add") || hasPart(instruction, "min"))
                           ? &reduce
                           : nullptr;
    instruction.run = instruction.meet ? &waitForWarp : nullptr;
    return instruction.run;
}

} // namespace tir::testing
