/// A kernel of PTX, with the functions that it calls, in the form in which it is executed (ptx_machine.h): instructions
/// with a function for each, operands that are numbers of registers. A constant is a register that nothing writes.

#pragma once

#include "tests/support/host_ptx/ptx_text.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tir::testing {

class PtxMachine;
struct PtxThread;
struct PtxWarp;
struct PtxInstruction;

/// Where the address spaces are in generic addresses. Memory of the GPU has the stand-in driver's addresses.
inline constexpr uint64_t SharedWindow = uint64_t(1) << 61;
inline constexpr uint64_t LocalWindow = uint64_t(1) << 60;
inline constexpr uint64_t VariableWindow = uint64_t(1) << 59;
/// Of dynamic shared memory, in shared memory.
inline constexpr uint64_t DynamicShared = 1 << 24;

using PtxStep = void (*)(PtxMachine&, PtxThread&, const PtxInstruction&);
using PtxMeeting = void (*)(PtxMachine&, const PtxWarp&, const PtxInstruction&);

struct PtxInstruction {
    PtxStep run = nullptr;
    PtxMeeting meet = nullptr;       ///< of a warp, or of a block: once all that take part are here
    std::vector<uint32_t> registers; ///< of all operands, in order
    std::array<uint16_t, 7> first{}; ///< operand i begins at registers[first[i]]
    uint32_t guard = 0;
    bool isGuarded = false;
    bool isNegated = false;
    bool isSaturated = false;
    bool isOfBlock = false;      ///< `meet` is for the block
    std::string_view space = {}; ///< "shared"; empty: addresses are generic
    int rounding = 0;            ///< FE_TONEAREST …
    int bits = 0;                ///< of what an instruction for several types works on
    int64_t offset = 0;          ///< of an address
    size_t target = 0;           ///< of a jump or a call
    struct Copy {
        size_t from, to, bytes;
    };
    std::vector<Copy> copies; ///< of parameters that a call passes
    size_t firstResult = 0;   ///< of `copies`: from here on those that its return brings back
    std::vector<std::string> op;
};

struct PtxProgram {
    std::string complaint; ///< empty: it can be executed
    std::vector<PtxInstruction> code;
    std::vector<uint64_t> registers; ///< at the start of a thread
    std::vector<PtxVariable> parameters;
    std::vector<size_t> parameterOffsets;
    size_t parameterBytes = 0;
    size_t localBytes = 0;
    size_t sharedBytes = 0; ///< static
    std::vector<std::byte> variables;
};

/// The registers that have values of their own in each thread, before all others.
enum PtxSpecial : uint32_t {
    TidX,
    TidY,
    TidZ,
    NtidX,
    NtidY,
    NtidZ,
    CtaidX,
    CtaidY,
    CtaidZ,
    NctaidX,
    NctaidY,
    NctaidZ,
    ClusterCtaidX,
    ClusterCtaidY,
    ClusterCtaidZ,
    LaneId,
    Clock,
    PtxSpecialCount
};

PtxProgram linkPtx(const PtxText& text, const std::string& kernel);

/// These set what an instruction does, and return false for those that they do not know.
bool decodeFlow(PtxInstruction& instruction);
bool decodeArithmetic(PtxInstruction& instruction);
bool decodeComparison(PtxInstruction& instruction);
bool decodeConversion(PtxInstruction& instruction);
bool decodeBits(PtxInstruction& instruction);
bool decodeMemory(PtxInstruction& instruction);
bool decodeAtomic(PtxInstruction& instruction);
bool decodeWarp(PtxInstruction& instruction);
bool decodeMatrix(PtxInstruction& instruction);

} // namespace tir::testing
