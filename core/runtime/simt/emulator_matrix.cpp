// Matrix instructions of a warp: the distribution of elements over lanes is PTX's. A word of 32 bits holds 32 / bits
// elements that are adjacent in k; lane 4 g + t holds those of row (or column) g, group t of four; further registers
// are first 8 rows below, then further along k.

#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/runtime/tensor.h"

#include <algorithm>
#include <cstring>

namespace tir {
namespace {

enum Operand : size_t { D, A, B, C };

DType typeOf(uint8_t code, uint8_t bits)
{
    return {TypeCode(code), bits, 1};
}

/// Where an element of `a` (by row and k) or, with `rows` 8, of `b` (by column and k) is.
const std::byte* element(const GpuThread* warp, Operand operand, DType dtype, uint32_t rows, uint32_t row,
                         uint32_t k)
{
    const uint32_t inWord = std::max(32u / dtype.bits, 1u);
    const uint32_t lane = row % 8 * 4 + k / inWord % 4;
    const uint32_t block = k / (4 * inWord);
    const uint32_t word = rows == 16 ? block * 2 + row / 8 : block;
    const auto* registers = static_cast<const std::byte*>(warp[lane].operands[operand]);
    return registers + int64_t(word * inWord + k % inWord) * dtype.bytes();
}

double saturated(DType dtype, double sum, bool isSaturated)
{
    return isSaturated && dtype == Int32 ? std::clamp(sum, -2147483648.0, 2147483647.0) : sum;
}

} // namespace

void tirscope_matrix_product(const GpuThread* thread, const void* description)
{
    MatrixProduct product;
    std::memcpy(&product, description, sizeof product);
    const uint32_t lane = thread->number % WarpLanes;
    const GpuThread* warp = thread - lane;
    const DType a = typeOf(product.aCode, product.aBits);
    const DType b = typeOf(product.bCode, product.bBits);
    const DType c = typeOf(product.cCode, product.cBits);
    const bool isSingle = c.isAnyFloat() && c.bits < 64;
    for (uint32_t number = 0; number < product.m / 4; ++number) {
        const uint32_t row = lane / 4 + number / 2 * 8;
        const uint32_t column = lane % 4 * 2 + number % 2;
        const auto offset = int64_t(number) * c.bytes();
        double sum = 0;
        if (product.hasC)
            sum = numberAt(c, static_cast<const std::byte*>(thread->operands[C]), number);
        for (uint32_t k = 0; k < product.k; ++k) {
            sum += numberAt(a, element(warp, A, a, product.m, row, k), 0) *
                   numberAt(b, element(warp, B, b, 8, column, k), 0);
            if (isSingle)
                sum = double(float(sum));
        }
        sum = saturated(c, sum, product.isSaturated);
        writeNumber(c, static_cast<std::byte*>(thread->operands[D]) + offset, sum);
    }
}

void tirscope_load_matrices(const GpuThread* thread, uint32_t count, bool isTransposed, void* target)
{
    constexpr size_t ElementBytes = 2;
    const uint32_t lane = thread->number % WarpLanes;
    const GpuThread* warp = thread - lane;
    auto* words = static_cast<std::byte*>(target);
    for (uint32_t matrix = 0; matrix < count; ++matrix)
        for (uint32_t half = 0; half < 2; ++half) {
            const uint32_t row = isTransposed ? lane % 4 * 2 + half : lane / 4;
            const uint32_t column = isTransposed ? lane / 4 : lane % 4 * 2 + half;
            const auto* from = static_cast<const std::byte*>(warp[matrix * 8 + row].operands[0]);
            std::memcpy(words, from + column * ElementBytes, ElementBytes);
            words += ElementBytes;
        }
}

} // namespace tir
