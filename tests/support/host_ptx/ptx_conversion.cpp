/// cvt: between integers and floats of all widths. What does not fit an integer becomes its nearest value. NaN becomes 0
/// if neither type has 64 bits, else the highest bit of the integer.

#include "tests/support/host_ptx/ptx_types.h"

#include <cfenv>
#include <limits>
#include <utility>

namespace tir::testing {
namespace {

double toInteger(double value, int rounding)
{
    switch (rounding) {
    case FE_TOWARDZERO:
        return std::trunc(value);
    case FE_DOWNWARD:
        return std::floor(value);
    case FE_UPWARD:
        return std::ceil(value);
    default:
        return std::nearbyint(value);
    }
}

/// The nearest T.
template <class T, class Wide>
T clamped(Wide value)
{
    using Limits = std::numeric_limits<T>;
    if constexpr (std::is_floating_point_v<Wide>) {
        // Not the largest: that may not be a double.
        if (value >= std::ldexp(1.0, Limits::digits))
            return Limits::max();
        return value <= double(Limits::min()) ? Limits::min() : T(value);
    } else {
        if (std::cmp_greater(value, Limits::max()))
            return Limits::max();
        return std::cmp_less(value, Limits::min()) ? Limits::min() : T(value);
    }
}

/// A double as a float in the rounding of the instruction.
float toFloat(double value, int rounding)
{
    if (rounding == FE_TONEAREST)
        return float(value);
    std::fesetround(rounding);
    volatile double hidden = value;
    volatile float result = float(hidden);
    std::fesetround(FE_TONEAREST);
    return result;
}

template <class To, class From>
To ofNaN()
{
    const bool isWide = std::is_same_v<From, double> || sizeof(To) == sizeof(uint64_t);
    return isWide ? To(uint64_t(1) << (sizeof(To) * 8 - 1)) : To(0);
}

template <class To, class From>
void convert(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    const auto value = wide(t.get<From>(i.registers[1]));
    if constexpr (std::is_integral_v<To> && std::is_integral_v<From>) {
        t.set(i.registers[0], i.isSaturated ? clamped<To>(value) : To(value));
    } else if constexpr (std::is_integral_v<To>) {
        const double number = toInteger(double(value), i.rounding);
        t.set(i.registers[0], std::isnan(number) ? ofNaN<To, From>() : clamped<To>(number));
    } else if constexpr (std::is_integral_v<From>) {
        t.set(i.registers[0], To(value));
    } else {
        double number = double(value);
        if (i.bits) // "rni": to an integer
            number = toInteger(number, i.rounding);
        if (i.isSaturated)
            number = number > 0 ? std::min(number, 1.0) : 0;
        if constexpr (std::is_same_v<To, float>)
            t.set(i.registers[0], toFloat(number, i.rounding));
        else
            t.set(i.registers[0], To(number));
    }
}

template <class Make>
PtxStep forConverted(const std::string& type, Make make)
{
    if (type == "s8" || type == "b8")
        return make(int8_t());
    if (type == "u8")
        return make(uint8_t());
    const PtxStep found = forInteger(type, make);
    return found            ? found
           : type == "f32"  ? make(float())
           : type == "f64"  ? make(double())
           : type == "f16"  ? make(PtxHalf())
           : type == "bf16" ? make(PtxBFloat())
                            : nullptr;
}

/// cvt.rn.f16x2.f32 d, a, b: a goes to the upper half.
template <class T>
void join(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    const uint32_t* r = i.registers.data();
    t.set(r[0], PtxPair<T>{T(double(t.get<float>(r[2]))), T(double(t.get<float>(r[1])))});
}

/// cvt.rn.f16x2.e4m3x2 d, a
template <class T>
void widen(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    const auto pair = t.get<PtxPair<T>>(i.registers[1]);
    t.set(i.registers[0], PtxPair<PtxHalf>{PtxHalf(double(pair.low)), PtxHalf(double(pair.high))});
}

PtxStep pairStep(const std::string& to, const std::string& from)
{
    if (to == "f16x2")
        return from == "f32" ? &join<PtxHalf> : from == "e4m3x2" ? &widen<PtxE4M3> : &widen<PtxE5M2>;
    return to == "bf16x2" ? &join<PtxBFloat> : to == "e4m3x2" ? &join<PtxE4M3> : &join<PtxE5M2>;
}

/// The low 13 bits of a mantissa are not in tf32.
void toTensorFloat(PtxMachine&, PtxThread& t, const PtxInstruction& i)
{
    const uint32_t bits = t.get<uint32_t>(i.registers[1]);
    t.set(i.registers[0], (bits + 0x1000) & ~uint32_t(0x1fff));
}

} // namespace

bool decodeConversion(PtxInstruction& instruction)
{
    if (instruction.op[0] != "cvt" || instruction.op.size() < 3)
        return false;
    const std::string& from = instruction.op.back();
    const std::string& to = instruction.op[instruction.op.size() - 2];
    instruction.bits = hasPart(instruction, "rni") || hasPart(instruction, "rzi") ||
                       hasPart(instruction, "rmi") || hasPart(instruction, "rpi");
    if (to.ends_with("x2"))
        instruction.run = pairStep(to, from);
    else if (to == "tf32")
        instruction.run = &toTensorFloat;
    else
        instruction.run = forConverted(to, [&](auto toExample) {
            return forConverted(from, [](auto fromExample) {
                return PtxStep(&convert<decltype(toExample), decltype(fromExample)>);
            });
        });
    return instruction.run;
}

} // namespace tir::testing
