/// Atomic operations, which nothing interrupts here.

#include "tests/support/host_ptx/ptx_types.h"

namespace tir::testing {
namespace {

constexpr auto Add = [](auto old, auto value, auto) {
    using T = decltype(old);
    if constexpr (std::is_integral_v<T>)
        return T(uint64_t(old) + uint64_t(value));
    else
        return T(wide(old) + wide(value));
};
constexpr auto Least = [](auto old, auto value, auto) { return wide(value) < wide(old) ? value : old; };
constexpr auto Greatest = [](auto old, auto value, auto) { return wide(old) < wide(value) ? value : old; };
constexpr auto Exchange = [](auto, auto value, auto) { return value; };
constexpr auto And = [](auto old, auto value, auto) { return decltype(old)(old & value); };
constexpr auto Or = [](auto old, auto value, auto) { return decltype(old)(old | value); };
constexpr auto Xor = [](auto old, auto value, auto) { return decltype(old)(old ^ value); };
constexpr auto Swap = [](auto old, auto expected, auto value) { return old == expected ? value : old; };

/// atom.global.add.f32 d, [a], b; red.global.add.f32 [a], b
template <class T, class F>
void atomic(PtxMachine& machine, PtxThread& t, const PtxInstruction& i)
{
    const bool returns = i.op[0] == "atom";
    const uint32_t* r = i.registers.data() + (returns ? 1 : 0);
    std::byte* place = machine.at(t, i.space, t.registers[r[0]] + uint64_t(i.offset), sizeof(T));
    T old;
    std::memcpy(static_cast<void*>(&old), place, sizeof(T));
    const T value = t.get<T>(r[1]);
    const T result = F()(old, value, i.registers.size() > (returns ? 3U : 2U) ? t.get<T>(r[2]) : value);
    std::memcpy(place, static_cast<const void*>(&result), sizeof(T));
    if (returns)
        t.set(i.registers[0], old);
}

template <class F>
PtxStep integerAtomic(const std::string& type, F)
{
    return forInteger(type, [](auto example) { return PtxStep(&atomic<decltype(example), F>); });
}

PtxStep floatAdd(const std::string& type)
{
    const auto of = [](auto example) { return PtxStep(&atomic<decltype(example), decltype(Add)>); };
    return type == "f32"   ? of(float())
           : type == "f64" ? of(double())
           : type == "f16" ? of(PtxHalf())
                           : nullptr;
}

} // namespace

bool decodeAtomic(PtxInstruction& instruction)
{
    if (instruction.op[0] != "atom" && instruction.op[0] != "red")
        return false;
    const std::string& type = instruction.op.back();
    if (hasPart(instruction, "add"))
        instruction.run = type[0] == 'f' ? floatAdd(type) : integerAtomic(type, Add);
    else if (hasPart(instruction, "min"))
        instruction.run = integerAtomic(type, Least);
    else if (hasPart(instruction, "max"))
        instruction.run = integerAtomic(type, Greatest);
    else if (hasPart(instruction, "exch"))
        instruction.run = integerAtomic(type, Exchange);
    else if (hasPart(instruction, "and"))
        instruction.run = integerAtomic(type, And);
    else if (hasPart(instruction, "or"))
        instruction.run = integerAtomic(type, Or);
    else if (hasPart(instruction, "xor"))
        instruction.run = integerAtomic(type, Xor);
    else if (hasPart(instruction, "cas"))
        instruction.run = integerAtomic(type, Swap);
    return instruction.run;
}

} // namespace tir::testing
