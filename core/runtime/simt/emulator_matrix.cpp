// Matrix instructions of a warp: the distribution of elements over lanes is PTX's. A word of 32 bits holds 32 / bits
// elements that are adjacent in k; lane 4 g + t holds those of row (or column) g, group t of four; further registers
// are first 8 rows below, then further along k.

#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/runtime/tensor.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

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

/// The elements of row `row` of the operand along k.
void readRow(const GpuThread* warp, Operand operand, DType dtype, uint32_t rows, uint32_t row,
             std::span<double> numbers)
{
    for (uint32_t k = 0; k < numbers.size(); ++k)
        numbers[k] = numberAt(dtype, element(warp, operand, dtype, rows, row, k), 0);
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
    // Two columns of `b`, then the rows of `a`: each takes part in several sums.
    std::vector<double> numbers(size_t(product.k) * (2 + product.m / 8));
    const auto numbersOf = [&](uint32_t index) {
        return std::span(numbers).subspan(size_t(index) * product.k, product.k);
    };
    for (uint32_t half = 0; half < 2; ++half)
        readRow(warp, B, b, 8, lane % 4 * 2 + half, numbersOf(half));
    for (uint32_t block = 0; block < product.m / 8; ++block)
        readRow(warp, A, a, product.m, lane / 4 + block * 8, numbersOf(2 + block));

    for (uint32_t number = 0; number < product.m / 4; ++number) {
        const std::span<const double> row = numbersOf(2 + number / 2);
        const std::span<const double> column = numbersOf(number % 2);
        const auto offset = int64_t(number) * c.bytes();
        double sum = 0;
        if (product.hasC)
            sum = numberAt(c, static_cast<const std::byte*>(thread->operands[C]), number);
        for (uint32_t k = 0; k < product.k; ++k) {
            sum += row[k] * column[k];
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
