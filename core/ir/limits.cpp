#include "core/ir/limits.h"

#include "core/support/text_format.h"

#include <cstdlib>
#include <limits>

namespace tir {
namespace {

std::optional<double> largestFinite(DType type)
{
    if (type == Float64)
        return std::numeric_limits<double>::max();
    if (type == Float32)
        return std::numeric_limits<float>::max();
    if (type == Float16)
        return 65504.0;
    if (type.isBFloat16() && type.isScalar())
        return 3.3895313892515355e38;
    return std::nullopt;
}

} // namespace

const Expr* minValue(Arena& arena, DType type)
{
    if (type.isIntegral() && type.isScalar())
        return intImm(arena, type, type.isInt() ? int64_t(uint64_t(1) << (type.bits - 1)) : 0);
    const std::optional<double> largest = largestFinite(type);
    return largest ? floatImm(arena, type, -*largest) : nullptr;
}

const Expr* maxValue(Arena& arena, DType type)
{
    if (type.isIntegral() && type.isScalar()) {
        const uint64_t ones = type.bits >= 64 ? UINT64_MAX : (uint64_t(1) << type.bits) - 1;
        return intImm(arena, type, int64_t(type.isInt() ? ones >> 1 : ones));
    }
    const std::optional<double> largest = largestFinite(type);
    return largest ? floatImm(arena, type, *largest) : nullptr;
}

std::string whyImpossible(const Buffer& buffer)
{
    const std::string name = "buffer " + quoted(buffer.name);
    if (buffer.dtype.bytes() == 0 || buffer.dtype.lanes == 0)
        return name + " has elements of type " + toString(buffer.dtype) + ", which take no memory";
    int64_t bytes = int64_t(buffer.dtype.bytes()) * std::abs(buffer.dtype.lanes);
    for (const Expr* extent : buffer.shape) {
        const auto* constant = as<IntImm>(extent);
        if (!constant || constant->value == 0)
            continue;
        if (constant->value == INT64_MIN ||
            __builtin_mul_overflow(bytes, std::abs(constant->value), &bytes) || bytes > MaxBufferBytes)
            return name + " takes more than " + std::to_string(MaxBufferBytes >> 40) +
                   " TiB, which no memory holds";
    }
    if (!buffer.strides.empty() && buffer.strides.size() != buffer.shape.size())
        return name + " has " + counted(int64_t(buffer.strides.size()), "stride") + ", but " +
               counted(int64_t(buffer.shape.size()), "axis", "axes");
    int64_t previous = 0;
    for (const int64_t separator : buffer.axisSeparators) {
        if (separator < previous || separator > int64_t(buffer.shape.size()))
            return name + " has the axis separator " + std::to_string(separator) +
                   "; separators are positions from 0 to " + std::to_string(buffer.shape.size()) +
                   " in ascending order";
        previous = separator;
    }
    return {};
}

} // namespace tir
