/// The rules: all accesses add the same constant; else all of them fit without any shift; else the least
/// index, rounded down to the alignment of the buffer, is the shift.

#include "core/analysis/merged_offset.h"

#include "core/analysis/text.h"
#include "core/arith/same_expr.h"
#include "core/ir/integers.h"
#include "core/ir/make.h"

#include <algorithm>
#include <numeric>

namespace tir {
namespace {

const Expr* firstLane(const Expr* index)
{
    const auto* ramp = as<Ramp>(index);
    return ramp ? ramp->base : index;
}

bool isConstant(const Expr* expr)
{
    const auto* broadcast = as<Broadcast>(expr);
    return as<IntImm>(broadcast ? broadcast->value : expr) != nullptr;
}

struct Addend {
    int64_t value;
    bool isWholeIndex; ///< a constant index: the shift is folded into it
};

/// `x + 128` gives 128, `x` gives 0; `x + n` gives the known value of `n`.
Addend lastAddend(const Expr* index, const IndexRanges& sizes)
{
    index = firstLane(index);
    if (const std::optional<int64_t> constant = sizes.valueOf(*index))
        return {*constant, true};
    const auto* sum = as<Binary>(index);
    const bool isSum = sum && sum->op == BinaryOp::Add;
    return {isSum ? sizes.valueOf(*sum->b).value_or(0) : 0, false};
}

/// Merged buffers of symbolic size have symbolic offsets: every access adds the same term, which is not a constant.
const Expr* symbolicTerm(std::span<const SharedAccess> accesses)
{
    const Expr* common = nullptr;
    for (const SharedAccess& access : accesses) {
        const auto* sum = access.index ? as<Binary>(firstLane(access.index)) : nullptr;
        if (!sum || sum->op != BinaryOp::Add || isConstant(sum->b))
            return nullptr;
        if (common && !isSameExpr(*common, *sum->b))
            return nullptr;
        common = sum->b;
    }
    return common;
}

bool areUnbounded(std::span<const SharedAccess> accesses)
{
    return std::ranges::none_of(accesses,
                                [](const SharedAccess& access) { return access.range.has_value(); });
}

class OffsetFinder {
public:
    OffsetFinder(const Buffer& buffer, int64_t allocatedBytes, const IndexRanges& sizes)
        : m_sizes(sizes),
          m_elementBytes(std::max(buffer.dtype.vectorBytes(), 1)),
          m_laneBytes(std::max(buffer.dtype.bytes(), 1)),
          m_elements(sizes.productOf(1, buffer.shape).value_or(-1)),
          m_alignment(std::max(buffer.alignment, 1)),
          m_allocatedBytes(allocatedBytes)
    {}

    int64_t shift(std::span<const SharedAccess> accesses) const
    {
        if (const std::optional<int64_t> common = commonAddend(accesses); common && isPossible(*common))
            return *common;
        int64_t low = INT64_MAX;
        int64_t high = INT64_MIN;
        for (const SharedAccess& access : accesses) {
            if (!access.range)
                return 0;
            low = std::min(low, access.range->low);
            high = std::max(high, access.range->high);
        }
        if (m_elements < 0 || high < m_elements)
            return 0;
        const int64_t most = std::max<int64_t>(low, 0);
        return std::max(largestShift(most, m_elementBytes), largestShift(most, m_laneBytes));
    }

    int64_t elementBytes() const { return m_elementBytes; }

private:
    /// The constant that every access with a variable index adds, and no constant index is below of; the
    /// least index when all are constants.
    std::optional<int64_t> commonAddend(std::span<const SharedAccess> accesses) const
    {
        std::optional<int64_t> common;
        std::optional<int64_t> leastConstant;
        for (const SharedAccess& access : accesses) {
            if (!access.index)
                return {};
            const Addend addend = lastAddend(access.index, m_sizes);
            if (addend.isWholeIndex)
                leastConstant = std::min(leastConstant.value_or(addend.value), addend.value);
            else if (common.value_or(addend.value) != addend.value)
                return {};
            else
                common = addend.value;
        }
        if (common && leastConstant && *leastConstant < *common)
            return {};
        return common ? common : leastConstant;
    }

    /// TVM counts the elements of a vector type by the bytes of one lane: too few bytes, and a shift in units of a
    /// lane. The buffer may have been placed with either way of counting.
    bool isPossible(int64_t shift) const
    {
        return shift >= 0 && (fits(shift, m_elementBytes) || fits(shift, m_laneBytes));
    }

    bool fits(int64_t shift, int64_t elementBytes) const
    {
        return shift % stepOfShift(elementBytes) == 0 && shift <= limitOfShift(elementBytes);
    }

    /// The largest shift up to `most` that fits; 0 if there is none.
    int64_t largestShift(int64_t most, int64_t elementBytes) const
    {
        const int64_t step = stepOfShift(elementBytes);
        return std::max<int64_t>(std::min(most, limitOfShift(elementBytes)), 0) / step * step;
    }

    /// Shifts by a multiple of it keep the alignment.
    int64_t stepOfShift(int64_t elementBytes) const
    {
        return m_alignment / std::gcd(m_alignment, elementBytes);
    }

    /// After a larger shift the buffer exceeds the allocation.
    int64_t limitOfShift(int64_t elementBytes) const
    {
        if (m_allocatedBytes < 0)
            return INT64_MAX;
        return floorDivide(m_allocatedBytes - std::max<int64_t>(m_elements, 0) * elementBytes, elementBytes);
    }

    const IndexRanges& m_sizes;
    int64_t m_elementBytes;
    int64_t m_laneBytes;
    int64_t m_elements;
    int64_t m_alignment;
    int64_t m_allocatedBytes;
};

} // namespace

std::optional<int64_t> mergedOffset(const Buffer& buffer, std::span<const SharedAccess> accesses,
                                    int64_t allocatedBytes, const IndexRanges& sizes)
{
    const auto* elemOffset = as<IntImm>(buffer.elemOffset);
    if (!elemOffset)
        return {};
    const Expr* term = allocatedBytes < 0 && areUnbounded(accesses) ? symbolicTerm(accesses) : nullptr;
    if (term && !sizes.valueOf(*term))
        return {};
    const OffsetFinder finder(buffer, allocatedBytes, sizes);
    return (finder.shift(accesses) + elemOffset->value) * finder.elementBytes();
}

std::string symbolicOffset(const Buffer& buffer, std::span<const SharedAccess> accesses)
{
    const Expr* term = isConstInt(buffer.elemOffset, 0) ? symbolicTerm(accesses) : nullptr;
    if (!term)
        return {};
    const int bytes = std::max(buffer.dtype.vectorBytes(), 1);
    const std::string text = as<Var>(term) ? shortText(*term) : "(" + shortText(*term) + ")";
    return bytes == 1 ? shortText(*term) : text + " * " + std::to_string(bytes);
}

} // namespace tir
