/// Loads, stores, addresses, and asynchronous copies.

#include "tests/support/host_ptx/ptx_types.h"

#include <algorithm>

namespace tir::testing {
namespace {

template <class T>
void load(PtxMachine& machine, PtxThread& t, const PtxInstruction& i)
{
    const size_t count = i.first[1];
    const uint64_t address = t.registers[i.registers[count]] + uint64_t(i.offset);
    const std::byte* from = machine.at(t, i.space, address, count * sizeof(T));
    for (size_t number = 0; number < count; ++number) {
        T value;
        std::memcpy(&value, from + number * sizeof(T), sizeof(T));
        t.set(i.registers[number], value);
    }
}

template <class T>
void store(PtxMachine& machine, PtxThread& t, const PtxInstruction& i)
{
    const size_t count = i.registers.size() - 1;
    const uint64_t address = t.registers[i.registers[0]] + uint64_t(i.offset);
    std::byte* to = machine.at(t, i.space, address, count * sizeof(T));
    for (size_t number = 0; number < count; ++number) {
        const T value = t.get<T>(i.registers[number + 1]);
        std::memcpy(to + number * sizeof(T), &value, sizeof(T));
    }
}

/// By its size alone; signed ones are extended as they are read.
template <class Make>
PtxStep forMemory(const std::string& type, Make make)
{
    if (type == "s8")
        return make(int8_t());
    if (const PtxStep found = forSigned(type, make))
        return found;
    switch (bitsOf(type)) {
    case 8:
        return make(uint8_t());
    case 16:
        return make(uint16_t());
    case 32:
        return make(uint32_t());
    case 64:
        return make(uint64_t());
    }
    return nullptr;
}

uint64_t windowOf(std::string_view space)
{
    return space == "shared" ? SharedWindow : space == "local" ? LocalWindow : 0;
}

void toGeneric(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    t.registers[i.registers[0]] = t.registers[i.registers[1]] + windowOf(i.space);
}

void fromGeneric(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    t.registers[i.registers[0]] = t.registers[i.registers[1]] - windowOf(i.space);
}

/// cp.async.ca.shared.global [to], [from], 16, 0: what is not read becomes zero.
void copyAsync(PtxMachine& machine, PtxThread& t, const PtxInstruction& i)
{
    const uint32_t* r = i.registers.data();
    const auto bytes = t.get<uint32_t>(r[2]);
    const size_t copied = i.registers.size() > 3 ? std::min(t.get<uint32_t>(r[3]), bytes) : bytes;
    std::byte* to = machine.at(t, "shared", t.registers[r[0]], bytes);
    // An address that is not read from does not matter.
    const std::byte* from = copied ? machine.at(t, "global", t.registers[r[1]], bytes) : to;
    t.copies.back().push_back({to, from, bytes, copied});
}

void commitCopies(PtxMachine&, PtxThread& t, const PtxInstruction&)
{
    t.copies.emplace_back();
}

void waitForCopies(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    if (hasPart(i, "wait_all"))
        t.copies.emplace_back();
    PtxMachine::finishCopies(t, i.registers.empty() ? 0 : t.get<uint32_t>(i.registers[0]));
}

} // namespace

bool decodeMemory(PtxInstruction& instruction)
{
    const std::string& op = instruction.op[0];
    const std::string& type = instruction.op.back();
    if (op == "ld" || op == "ldu")
        instruction.run = forMemory(type, [](auto example) { return PtxStep(&load<decltype(example)>); });
    else if (op == "st")
        instruction.run = forMemory(type, [](auto example) { return PtxStep(&store<decltype(example)>); });
    else if (op == "cvta")
        instruction.run = instruction.op[1] == "to" ? &fromGeneric : &toGeneric;
    else if (op == "cp" && hasPart(instruction, "async") && !hasPart(instruction, "bulk"))
        instruction.run = hasPart(instruction, "commit_group") ? &commitCopies
                          : hasPart(instruction, "wait_group") || hasPart(instruction, "wait_all")
                              ? &waitForCopies
                              : &copyAsync;
    return instruction.run;
}

} // namespace tir::testing
