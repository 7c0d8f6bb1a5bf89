/// Floats of 16 bits and fewer: every operation is one of float, rounded once to the nearest, ties to even.

#pragma once

namespace host {

inline float asFloat(uint32_t bits)
{
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

inline uint32_t asBits(float value)
{
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
}

/// A sign, `E` bits of an exponent, `M` bits of a mantissa. The last `Reserved` patterns are not numbers: NaN, and
/// infinity if there are several. Values that are too large become infinity, or the largest number if it `Saturates`.
template <int E, int M, int Reserved, bool Saturates>
struct Format {
    static constexpr int Bias = (1 << (E - 1)) - 1;
    static constexpr uint32_t SignBit = 1U << (E + M);
    static constexpr uint32_t Largest = SignBit - 1 - Reserved;
    static constexpr uint32_t Nan = SignBit - 1; ///< the largest number if there is no NaN

    static double magnitude(uint32_t bits)
    {
        const int exponent = int(bits >> M);
        const double mantissa = bits & ((1U << M) - 1);
        return exponent == 0 ? ldexp(mantissa, 1 - Bias - M)
                             : ldexp(mantissa + (1 << M), exponent - Bias - M);
    }

    static float toFloat(uint32_t bits)
    {
        const uint32_t size = bits & (SignBit - 1);
        double value = magnitude(size);
        if (size > Largest)
            value = Reserved > 1 && size == Largest + 1 ? HUGE_VAL : NAN;
        return float(bits & SignBit ? -value : value);
    }

    static uint32_t fromDouble(double value)
    {
        const uint32_t sign = signbit(value) ? SignBit : 0;
        if (value != value)
            return sign | Nan;
        const double size = fabs(value);
        int exponent = 0;
        frexp(size, &exponent);
        exponent = exponent - 1 < 1 - Bias ? 1 - Bias : exponent - 1;
        const double units = nearbyint(ldexp(size, M - exponent)); // of the last place
        const double rounded = ldexp(units, exponent - M);
        if (rounded > magnitude(Largest))
            return sign | (Saturates ? Largest : Largest + 1);
        if (units == 0)
            return sign;
        const bool isCarry = units >= (2 << M);
        if (units < (1 << M))
            return sign | uint32_t(units);
        return sign | (uint32_t(exponent + (isCarry ? 1 : 0) + Bias) << M) |
               (uint32_t(isCarry ? units / 2 : units) & ((1U << M) - 1));
    }
};

template <class F, class Storage>
struct Narrow {
    Storage __x;

    Narrow() = default;
    Narrow(const Narrow&) = default;
    Narrow(const volatile Narrow& other) : __x(other.__x) {}
    Narrow& operator=(const Narrow&) = default;
    void operator=(const Narrow& other) volatile { __x = other.__x; }
    template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
    Narrow(Number value) : __x(Storage(F::fromDouble(double(value))))
    {}
    template <class OtherF, class OtherStorage, class = std::enable_if_t<!std::is_same_v<F, OtherF>>>
    explicit Narrow(const Narrow<OtherF, OtherStorage>& other) : Narrow(float(other))
    {}
    operator float() const volatile { return F::toFloat(__x); }

    friend Narrow operator+(Narrow a, Narrow b) { return float(a) + float(b); }
    friend Narrow operator-(Narrow a, Narrow b) { return float(a) - float(b); }
    friend Narrow operator*(Narrow a, Narrow b) { return float(a) * float(b); }
    friend Narrow operator/(Narrow a, Narrow b) { return float(a) / float(b); }
    friend Narrow operator-(Narrow a)
    {
        a.__x = Storage(a.__x ^ F::SignBit);
        return a;
    }
    friend bool operator==(Narrow a, Narrow b) { return float(a) == float(b); }
    friend bool operator!=(Narrow a, Narrow b) { return float(a) != float(b); }
    friend bool operator<(Narrow a, Narrow b) { return float(a) < float(b); }
    friend bool operator<=(Narrow a, Narrow b) { return float(a) <= float(b); }
    friend bool operator>(Narrow a, Narrow b) { return float(a) > float(b); }
    friend bool operator>=(Narrow a, Narrow b) { return float(a) >= float(b); }
    Narrow& operator+=(Narrow other) { return *this = *this + other; }
    Narrow& operator*=(Narrow other) { return *this = *this * other; }
};

/// Two or four in a row.
template <class T, int Count>
struct Row {
    T lanes[Count];
};

} // namespace host

using half = host::Narrow<host::Format<5, 10, 1024, false>, uint16_t>;
using nv_bfloat16 = host::Narrow<host::Format<8, 7, 128, false>, uint16_t>;
using __nv_fp8_e4m3 = host::Narrow<host::Format<4, 3, 1, true>, uint8_t>;
using __nv_fp8_e5m2 = host::Narrow<host::Format<5, 2, 4, true>, uint8_t>;
using __nv_fp6_e2m3 = host::Narrow<host::Format<2, 3, 0, true>, uint8_t>;
using __nv_fp6_e3m2 = host::Narrow<host::Format<3, 2, 0, true>, uint8_t>;
using __nv_fp4_e2m1 = host::Narrow<host::Format<2, 1, 0, true>, uint8_t>;
using __half = half;
using __nv_bfloat16 = nv_bfloat16;
using __nv_fp8x2_e4m3 = host::Row<__nv_fp8_e4m3, 2>;
using __nv_fp8x4_e4m3 = host::Row<__nv_fp8_e4m3, 4>;
using __nv_fp8x2_e5m2 = host::Row<__nv_fp8_e5m2, 2>;
using __nv_fp8x4_e5m2 = host::Row<__nv_fp8_e5m2, 4>;

inline half __float2half_rn(double value)
{
    return half(value);
}
inline half __float2half(double value)
{
    return half(value);
}
inline float __half2float(half value)
{
    return value;
}
inline nv_bfloat16 __float2bfloat16_rn(double value)
{
    return nv_bfloat16(value);
}
inline nv_bfloat16 __float2bfloat16(double value)
{
    return nv_bfloat16(value);
}
inline float __bfloat162float(nv_bfloat16 value)
{
    return value;
}
inline unsigned short __half_as_ushort(half value)
{
    return value.__x;
}
inline unsigned short __bfloat16_as_ushort(nv_bfloat16 value)
{
    return value.__x;
}
