#include "core/runtime/narrow_float.h"

#include "core/support/check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tir {
namespace {

/// How a type uses the bit patterns beyond its finite numbers.
enum class Special : uint8_t {
    Ieee,    ///< the highest exponent is infinity and NaN
    OneNan,  ///< all ones is NaN ("fn")
    Nothing, ///< all are finite; a NaN becomes the largest
    ZeroNan, ///< minus zero is NaN ("fnuz")
};

struct Format {
    int mantissaBits;
    int bias;
    Special special;
    int bits = 8;

    int sign() const { return 1 << (bits - 1); }

    /// Largest finite pattern without the sign.
    int maxFinite() const
    {
        if (special == Special::Ieee)
            return (0x7f >> mantissaBits << mantissaBits) - 1;
        return special == Special::OneNan ? sign() - 2 : sign() - 1;
    }
    int nan() const { return special == Special::ZeroNan ? sign() : sign() - 1; }

    /// Of a finite pattern without the sign.
    float magnitude(int bits) const
    {
        const int exponent = bits >> mantissaBits;
        const int mantissa = bits & ((1 << mantissaBits) - 1);
        const int whole = exponent == 0 ? mantissa : mantissa + (1 << mantissaBits);
        return std::ldexp(float(whole), std::max(exponent, 1) - bias - mantissaBits);
    }
};

Format format(TypeCode type)
{
    switch (type) {
    case TypeCode::Float8E3M4:
        return {4, 3, Special::Ieee};
    case TypeCode::Float8E4M3:
        return {3, 7, Special::Ieee};
    case TypeCode::Float8E4M3B11FNUZ:
        return {3, 11, Special::ZeroNan};
    case TypeCode::Float8E4M3FN:
        return {3, 7, Special::OneNan};
    case TypeCode::Float8E4M3FNUZ:
        return {3, 8, Special::ZeroNan};
    case TypeCode::Float8E5M2:
        return {2, 15, Special::Ieee};
    case TypeCode::Float8E5M2FNUZ:
        return {2, 16, Special::ZeroNan};
    case TypeCode::Float6E2M3FN:
        return {3, 1, Special::Nothing, 6};
    case TypeCode::Float6E3M2FN:
        return {2, 3, Special::Nothing, 6};
    case TypeCode::Float4E2M1FN:
        return {1, 1, Special::Nothing, 4};
    default:
        TIR_CHECK(false) << "no narrow float: " << int(type);
        return {};
    }
}

/// float8_e8m0fnu has neither sign nor zero: powers of two from 2^-127, and NaN.
constexpr int ScaleBias = 127;
constexpr uint8_t ScaleNan = 255;

uint8_t scaleToBits(float value)
{
    if (std::isnan(value) || value < 0)
        return ScaleNan;
    if (value == 0)
        return 0;
    if (std::isinf(value))
        return ScaleNan - 1;
    return uint8_t(std::clamp(int(std::nearbyint(std::log2(value))) + ScaleBias, 0, int(ScaleNan) - 1));
}

} // namespace

float narrowFloatFromBits(TypeCode type, uint8_t bits)
{
    constexpr float NaN = std::numeric_limits<float>::quiet_NaN();
    if (type == TypeCode::Float8E8M0FNU)
        return bits == ScaleNan ? NaN : std::ldexp(1.0f, int(bits) - ScaleBias);
    const Format layout = format(type);
    const bool isNegative = bits & layout.sign();
    const int magnitude = bits & (layout.sign() - 1);
    if (layout.special == Special::ZeroNan && bits == 0x80)
        return NaN;
    float value = layout.magnitude(magnitude);
    if (magnitude > layout.maxFinite()) {
        const bool isInfinite = layout.special == Special::Ieee && magnitude == layout.maxFinite() + 1;
        value = isInfinite ? std::numeric_limits<float>::infinity() : NaN;
    }
    return isNegative ? -value : value;
}

uint8_t narrowFloatToBits(TypeCode type, float value)
{
    if (type == TypeCode::Float8E8M0FNU)
        return scaleToBits(value);
    const Format layout = format(type);
    if (std::isnan(value))
        return uint8_t(layout.nan());
    // Magnitudes ascend with their patterns: find the first that is not below, then look at its neighbor.
    const float wanted = std::fabs(value);
    int low = 0;
    int high = layout.maxFinite();
    while (low < high) {
        const int middle = (low + high) / 2;
        if (layout.magnitude(middle) < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    if (low > 0 && layout.magnitude(low) > wanted) {
        const float above = layout.magnitude(low) - wanted;
        const float below = wanted - layout.magnitude(low - 1);
        if (below < above || (below == above && low % 2 == 1))
            --low;
    }
    const bool isNegative = std::signbit(value) && !(low == 0 && layout.special == Special::ZeroNan);
    return uint8_t(low | (isNegative ? layout.sign() : 0));
}

} // namespace tir
