#include "core/runtime/tensor.h"

#include "core/runtime/narrow_float.h"
#include "core/support/check.h"
#include "core/support/decimal.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace tir {
namespace {

template <class T>
T readAs(const std::byte* from)
{
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

template <class T>
void writeAs(std::byte* target, T value)
{
    std::memcpy(target, &value, sizeof value);
}

float floatFromBfloat(uint16_t bits)
{
    return readAs<float>(reinterpret_cast<const std::byte*>(std::array<uint16_t, 2>{0, bits}.data()));
}

uint16_t bfloatFromFloat(float value)
{
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    if (std::isnan(value))
        return uint16_t(bits >> 16 | 0x40);
    return uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

constexpr int HalfMantissaBits = 10;
constexpr int DoubleMantissaBits = 52;
constexpr int DroppedBits = DoubleMantissaBits - HalfMantissaBits;
/// The difference of the exponent biases of double and half.
constexpr uint64_t BiasDifference = uint64_t(1023 - 15) << DoubleMantissaBits;

double doubleFromHalf(uint16_t bits)
{
    const uint64_t magnitude = bits & 0x7fff;
    double value = 0;
    if (magnitude >= 0x7c00)
        value = magnitude > 0x7c00 ? std::nan("") : HUGE_VAL;
    else if (magnitude >= 0x400)
        value = std::bit_cast<double>((magnitude << DroppedBits) + BiasDifference);
    else
        value = double(magnitude) * 0x1p-24;
    return bits & 0x8000 ? -value : value;
}

/// Rounds to nearest even. Inlined, because tensors of a billion halves are converted this way.
uint16_t halfFromDouble(double value)
{
    const auto all = std::bit_cast<uint64_t>(value);
    const auto sign = uint16_t(all >> 48 & 0x8000);
    const uint64_t bits = all & ~(uint64_t(1) << 63);
    const auto magnitude = std::bit_cast<double>(bits);
    if (!(magnitude < 65520)) // halfway above the largest half
        return sign | (magnitude >= 65520 ? 0x7c00 : 0x7e00);
    if (magnitude < 0x1p-14) // the sum with a large number has no bits left for fractions
        return sign | uint16_t((magnitude * 0x1p24 + 0x1p52) - 0x1p52);
    // A mantissa that rounds up to the next power of two carries into the exponent by itself.
    const uint64_t odd = bits >> DroppedBits & 1;
    const uint64_t rounded = bits - BiasDifference + (uint64_t(1) << (DroppedBits - 1)) - 1 + odd;
    return sign | uint16_t(rounded >> DroppedBits);
}

} // namespace

int64_t elementCount(const std::vector<int64_t>& shape)
{
    int64_t count = 1;
    for (const int64_t extent : shape)
        if (extent < 0 || __builtin_mul_overflow(count, extent, &count))
            return -1;
    return count;
}

int64_t elementBytes(DType dtype)
{
    return int64_t(dtype.bytes()) * dtype.lanes;
}

Tensor makeTensor(DType dtype, std::vector<int64_t> shape)
{
    Tensor tensor{dtype, std::move(shape), {}};
    const int64_t count = elementCount(tensor.shape);
    TIR_CHECK(count >= 0) << "a tensor needs extents";
    tensor.bytes.resize(size_t(count * elementBytes(dtype)));
    return tensor;
}

int64_t numberCount(const Tensor& tensor)
{
    return int64_t(tensor.bytes.size()) / tensor.dtype.bytes();
}

double numberAt(const Tensor& tensor, int64_t index)
{
    return numberAt(tensor.dtype, tensor.bytes.data(), index);
}

double numberAt(DType vectorType, const std::byte* bytes, int64_t index)
{
    const DType dtype = vectorType.element();
    const std::byte* from = bytes + index * dtype.bytes();
    if (dtype.isIntegral() || dtype.isHandle()) {
        const int64_t integer = integerAt(dtype, bytes, index);
        return dtype.isInt() ? double(integer) : double(uint64_t(integer));
    }
    if (dtype.isBFloat16())
        return floatFromBfloat(readAs<uint16_t>(from));
    if (dtype.isAnyFloat() && dtype.bits <= 8)
        return narrowFloatFromBits(dtype.code, readAs<uint8_t>(from));
    if (dtype.bits == 16)
        return doubleFromHalf(readAs<uint16_t>(from));
    return dtype.bits == 32 ? double(readAs<float>(from)) : readAs<double>(from);
}

int64_t integerAt(DType vectorType, const std::byte* bytes, int64_t index)
{
    const DType dtype = vectorType.element();
    const std::byte* from = bytes + index * dtype.bytes();
    if (dtype.bits < 8) {
        const int bits = readAs<uint8_t>(from) & ((1 << dtype.bits) - 1);
        return dtype.isInt() && bits >> (dtype.bits - 1) ? bits - (1 << dtype.bits) : bits;
    }
    switch (dtype.bits) {
    case 8:
        return dtype.isInt() ? int64_t(readAs<int8_t>(from)) : int64_t(readAs<uint8_t>(from));
    case 16:
        return dtype.isInt() ? int64_t(readAs<int16_t>(from)) : int64_t(readAs<uint16_t>(from));
    case 32:
        return dtype.isInt() ? int64_t(readAs<int32_t>(from)) : int64_t(readAs<uint32_t>(from));
    default:
        return readAs<int64_t>(from);
    }
}

std::string numberText(DType dtype, const std::byte* bytes, int64_t index, int digits)
{
    if (dtype.isAnyFloat())
        return decimalText(numberAt(dtype, bytes, index), digits);
    const int64_t integer = integerAt(dtype, bytes, index);
    return dtype.isInt() ? std::to_string(integer) : std::to_string(uint64_t(integer));
}

void setNumber(Tensor& tensor, int64_t index, double value)
{
    const DType dtype = tensor.dtype.element();
    writeNumber(dtype, tensor.bytes.data() + index * dtype.bytes(), value);
}

void writeNumber(DType dtype, std::byte* target, double value)
{
    if (dtype.isBool()) {
        writeAs<uint8_t>(target, value != 0);
    } else if (dtype.isIntegral()) {
        uint64_t bits = value < 0 ? uint64_t(int64_t(value)) : uint64_t(value);
        if (dtype.bits < 8)
            bits &= (1u << dtype.bits) - 1;
        std::memcpy(target, &bits, size_t(dtype.bytes()));
    } else if (dtype.isBFloat16()) {
        writeAs(target, bfloatFromFloat(float(value)));
    } else if (dtype.isAnyFloat() && dtype.bits <= 8) {
        writeAs(target, narrowFloatToBits(dtype.code, float(value)));
    } else if (dtype.bits == 16) {
        writeAs(target, halfFromDouble(value));
    } else if (dtype.bits == 32) {
        writeAs(target, float(value));
    } else {
        writeAs(target, value);
    }
}

} // namespace tir
