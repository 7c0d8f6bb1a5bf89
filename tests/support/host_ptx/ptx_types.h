/// The types of PTX in C++, and the choice of a function by the name of a type.

#pragma once

#include "tests/support/host_ptx/ptx_machine.h"

#include <math.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "tests/support/host_toolkit/include/host_floats.h"

namespace tir::testing {

/// A float of 16 bits or fewer. What is computed with it is computed in double and rounded once.
template <class F, class Bits>
struct PtxFloat {
    Bits bits = 0;

    PtxFloat() = default;
    explicit PtxFloat(double value) : bits(Bits(F::fromDouble(value))) {}
    explicit operator double() const { return double(F::toFloat(bits)); }
};
using PtxHalf = PtxFloat<host::Format<5, 10, 1024, false>, uint16_t>;
using PtxBFloat = PtxFloat<host::Format<8, 7, 128, false>, uint16_t>;
using PtxE4M3 = PtxFloat<host::Format<4, 3, 1, true>, uint8_t>;
using PtxE5M2 = PtxFloat<host::Format<5, 2, 4, true>, uint8_t>;

/// Two in one register, the first in its low bits.
template <class T>
struct PtxPair {
    T low;
    T high;
};

template <class T>
struct IsPair : std::false_type {};
template <class T>
struct IsPair<PtxPair<T>> : std::true_type {};

/// float and double as they are, narrower floats in double, integers as they are.
template <class T>
auto wide(T value)
{
    if constexpr (std::is_arithmetic_v<T>)
        return value;
    else
        return double(value);
}

/// The function of a list whose type has the name; null: none.
template <class Make>
PtxStep forSigned(const std::string& type, Make make)
{
    return type == "s16"   ? make(int16_t())
           : type == "s32" ? make(int32_t())
           : type == "s64" ? make(int64_t())
                           : nullptr;
}

template <class Make>
PtxStep forUnsigned(const std::string& type, Make make)
{
    return type == "u16" || type == "b16"   ? make(uint16_t())
           : type == "u32" || type == "b32" ? make(uint32_t())
           : type == "u64" || type == "b64" ? make(uint64_t())
                                            : nullptr;
}

template <class Make>
PtxStep forInteger(const std::string& type, Make make)
{
    const PtxStep found = forSigned(type, make);
    return found ? found : forUnsigned(type, make);
}

template <class Make>
PtxStep forFloat(const std::string& type, Make make)
{
    return type == "f32"      ? make(float())
           : type == "f64"    ? make(double())
           : type == "f16"    ? make(PtxHalf())
           : type == "bf16"   ? make(PtxBFloat())
           : type == "f16x2"  ? make(PtxPair<PtxHalf>())
           : type == "bf16x2" ? make(PtxPair<PtxBFloat>())
                              : nullptr;
}

template <class Make>
PtxStep forNumber(const std::string& type, Make make)
{
    const PtxStep found = forInteger(type, make);
    return found ? found : forFloat(type, make);
}

/// 32 of "f32".
inline int bitsOf(const std::string& type)
{
    const size_t digit = type.find_first_of("0123456789");
    return digit == type.npos ? 1 : std::atoi(type.c_str() + digit);
}

inline bool hasPart(const PtxInstruction& instruction, std::string_view part)
{
    for (const std::string& own : instruction.op)
        if (own == part)
            return true;
    return false;
}

} // namespace tir::testing
