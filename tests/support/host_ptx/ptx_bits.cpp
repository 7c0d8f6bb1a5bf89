/// Shifts, fields and counts of bits, and bytes of words.

#include "tests/support/host_ptx/ptx_types.h"

#include <algorithm>
#include <bit>

namespace tir::testing {
namespace {

template <class T>
void shiftLeft(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    const uint32_t* r = i.registers.data();
    const uint32_t by = t.get<uint32_t>(r[2]);
    t.set(r[0], T(by < sizeof(T) * 8 ? uint64_t(t.get<T>(r[1])) << by : 0));
}

template <class T>
void shiftRight(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    const uint32_t* r = i.registers.data();
    const uint32_t by = std::min<uint32_t>(t.get<uint32_t>(r[2]), 63);
    const T value = t.get<T>(r[1]);
    t.set(r[0], T(std::is_signed_v<T>  ? uint64_t(int64_t(value) >> by)
                  : by < sizeof(T) * 8 ? uint64_t(value) >> by
                                       : 0));
}

/// bfe d, a, position, length: with its sign where the type has one.
template <class T>
void extract(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    const uint32_t* r = i.registers.data();
    const auto value = uint64_t(int64_t(t.get<T>(r[1])));
    constexpr uint32_t Bits = sizeof(T) * 8;
    const uint32_t position = t.get<uint32_t>(r[2]) & 255;
    const uint32_t length = t.get<uint32_t>(r[3]) & 255;
    const uint32_t signAt = std::min(position + length - 1, Bits - 1);
    const bool sign = std::is_signed_v<T> && length > 0 && (value >> signAt & 1);
    uint64_t result = 0;
    for (uint32_t bit = 0; bit < Bits; ++bit)
        result |= uint64_t(bit < length && position + bit < Bits ? value >> (position + bit) & 1 : sign)
                  << bit;
    t.set(r[0], T(result));
}

/// bfi d, a, b, position, length: a into b.
template <class T>
void insert(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    const uint32_t* r = i.registers.data();
    const uint64_t part = t.get<T>(r[1]);
    uint64_t result = t.get<T>(r[2]);
    const uint32_t position = t.get<uint32_t>(r[3]) & 255;
    const uint32_t length = t.get<uint32_t>(r[4]) & 255;
    for (uint32_t bit = 0; bit < length && position + bit < sizeof(T) * 8; ++bit)
        result = (result & ~(uint64_t(1) << (position + bit))) | (part >> bit & 1) << (position + bit);
    t.set(r[0], T(result));
}

template <class T>
void countOnes(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    t.set(i.registers[0], uint32_t(std::popcount(t.get<T>(i.registers[1]))));
}

template <class T>
void countZeros(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    t.set(i.registers[0], uint32_t(std::countl_zero(t.get<T>(i.registers[1]))));
}

template <class T>
void reverse(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    const T value = t.get<T>(i.registers[1]);
    T result = 0;
    for (size_t bit = 0; bit < sizeof(T) * 8; ++bit)
        result |= T((value >> bit & 1) << (sizeof(T) * 8 - 1 - bit));
    t.set(i.registers[0], result);
}

/// prmt.b32 d, a, b, c: a byte of a and b for each of four digits.
void permute(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    const uint32_t* r = i.registers.data();
    const uint64_t both = uint64_t(t.get<uint32_t>(r[2])) << 32 | t.get<uint32_t>(r[1]);
    const uint32_t choice = t.get<uint32_t>(r[3]);
    uint32_t result = 0;
    for (int number = 0; number < 4; ++number) {
        const uint32_t digit = choice >> 4 * number & 15;
        uint32_t byte = uint32_t(both >> 8 * (digit & 7)) & 255;
        if (digit & 8)
            byte = byte & 128 ? 255 : 0;
        result |= byte << 8 * number;
    }
    t.set(r[0], result);
}

/// shf.l.wrap.b32 d, low, high, by
void funnel(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    const uint32_t* r = i.registers.data();
    const uint64_t both = uint64_t(t.get<uint32_t>(r[2])) << 32 | t.get<uint32_t>(r[1]);
    const uint32_t given = t.get<uint32_t>(r[3]);
    const uint32_t by = i.op[2] == "wrap" ? given & 31 : std::min<uint32_t>(given, 32);
    t.set(r[0], uint32_t(i.op[1] == "l" ? both << by >> 32 : both >> by));
}

/// lop3.b32 d, a, b, c, table
void anyLogic(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    const uint32_t* r = i.registers.data();
    const uint32_t table = t.get<uint32_t>(r[4]);
    uint32_t result = 0;
    for (int bit = 0; bit < 32; ++bit) {
        const auto of = [&](size_t operand) { return t.get<uint32_t>(r[operand]) >> bit & 1; };
        result |= (table >> (of(1) << 2 | of(2) << 1 | of(3)) & 1) << bit;
    }
    t.set(r[0], result);
}

/// dp4a.s32.u32 d, a, b, c: the products of four bytes, and c.
void dotProduct(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    const uint32_t* r = i.registers.data();
    const auto byte = [&](size_t operand, int number) {
        const uint32_t bits = t.get<uint32_t>(r[operand]) >> 8 * number & 255;
        return i.op[operand] == "s32" ? int(int8_t(bits)) : int(bits);
    };
    uint32_t sum = t.get<uint32_t>(r[3]);
    for (int number = 0; number < 4; ++number)
        sum += uint32_t(byte(1, number) * byte(2, number));
    t.set(r[0], int32_t(sum));
}

/// copysign d, a, b: the sign of a, the rest of b.
template <class T>
void copySign(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    const uint32_t* r = i.registers.data();
    t.set(r[0], std::copysign(t.get<T>(r[2]), t.get<T>(r[1])));
}

} // namespace

bool decodeBits(PtxInstruction& instruction)
{
    const std::string& op = instruction.op[0];
    const std::string& type = instruction.op.back();
    if (op == "shl")
        instruction.run =
            forInteger(type, [](auto example) { return PtxStep(&shiftLeft<decltype(example)>); });
    else if (op == "shr")
        instruction.run =
            forInteger(type, [](auto example) { return PtxStep(&shiftRight<decltype(example)>); });
    else if (op == "bfe")
        instruction.run = forInteger(type, [](auto example) { return PtxStep(&extract<decltype(example)>); });
    else if (op == "bfi")
        instruction.run = forUnsigned(type, [](auto example) { return PtxStep(&insert<decltype(example)>); });
    else if (op == "popc")
        instruction.run =
            forUnsigned(type, [](auto example) { return PtxStep(&countOnes<decltype(example)>); });
    else if (op == "clz")
        instruction.run =
            forUnsigned(type, [](auto example) { return PtxStep(&countZeros<decltype(example)>); });
    else if (op == "brev")
        instruction.run =
            forUnsigned(type, [](auto example) { return PtxStep(&reverse<decltype(example)>); });
    else if (op == "prmt" && instruction.op.size() == 2)
        instruction.run = &permute;
    else if (op == "shf")
        instruction.run = &funnel;
    else if (op == "lop3")
        instruction.run = &anyLogic;
    else if (op == "dp4a")
        instruction.run = &dotProduct;
    else if (op == "copysign")
        instruction.run = type == "f64" ? &copySign<double> : &copySign<float>;
    return instruction.run;
}

} // namespace tir::testing
