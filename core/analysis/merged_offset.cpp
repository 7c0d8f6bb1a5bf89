/// The rules: all accesses add the same constant; else all of them fit without any shift; else the least
/// index, rounded down to the alignment of the buffer, is the shift.

#include "core/analysis/merged_offset.h"

#include "core/analysis/text.h"
#include "core/ir/module.h"

#include <algorithm>

namespace tir {
namespace {

const Expr* firstLane(const Expr* index)
{
    const auto* ramp = as<Ramp>(index);
    return ramp ? ramp->base : index;
}

const IntImm* constantOf(const Expr* expr)
{
    const auto* broadcast = as<Broadcast>(expr);
    return as<IntImm>(broadcast ? broadcast->value : expr);
}

struct Addend {
    int64_t value;
    bool isWholeIndex; ///< a constant index: the shift is folded into it
};

/// `x + 128` gives 128, `x` gives 0; nothing when the added term is not a constant.
std::optional<Addend> lastAddend(const Expr* index)
{
    index = firstLane(index);
    if (const IntImm* constant = constantOf(index))
        return Addend{constant->value, true};
    const auto* sum = as<Binary>(index);
    if (!sum || sum->op != BinaryOp::Add)
        return Addend{0, false};
    if (const IntImm* constant = constantOf(sum->b))
        return Addend{constant->value, false};
    return Addend{0, false};
}

/// Merged buffers of symbolic size are at symbolic offsets: every access adds the same unbounded term.
bool addsSymbolicTerm(std::span<const SharedAccess> accesses)
{
    std::optional<std::string> common;
    for (const SharedAccess& access : accesses) {
        const auto* sum = access.index ? as<Binary>(firstLane(access.index)) : nullptr;
        if (access.range || !sum || sum->op != BinaryOp::Add || constantOf(sum->b))
            return false;
        const std::string term = shortText(*sum->b);
        if (common.value_or(term) != term)
            return false;
        common = term;
    }
    return common.has_value();
}

class OffsetFinder {
public:
    OffsetFinder(const Buffer& buffer, int64_t allocatedBytes)
        : m_elementBytes(std::max(buffer.dtype.vectorBytes(), 1)),
          m_laneBytes(std::max(buffer.dtype.bytes(), 1)),
          m_elements(constantElementCount(buffer)),
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
        int64_t shift = std::max<int64_t>(low, 0);
        while (shift > 0 && !isPossible(shift))
            --shift;
        return shift;
    }

    int64_t elementBytes() const { return m_elementBytes; }

private:
    /// The constant that every access with a variable index adds, and no constant index is below of; the
    /// least index when all are constants.
    static std::optional<int64_t> commonAddend(std::span<const SharedAccess> accesses)
    {
        std::optional<int64_t> common;
        std::optional<int64_t> leastConstant;
        for (const SharedAccess& access : accesses) {
            const std::optional<Addend> addend = access.index ? lastAddend(access.index) : std::nullopt;
            if (!addend)
                return {};
            if (addend->isWholeIndex)
                leastConstant = std::min(leastConstant.value_or(addend->value), addend->value);
            else if (common.value_or(addend->value) != addend->value)
                return {};
            else
                common = addend->value;
        }
        if (common && leastConstant && *leastConstant < *common)
            return {};
        return common ? common : leastConstant;
    }

    /// TVM counts the elements of a vector type by the bytes of one lane: too few bytes, and a shift in
    /// units of a lane. Either way of counting may have placed the buffer.
    bool isPossible(int64_t shift) const
    {
        return shift >= 0 && (fits(shift, m_elementBytes) || fits(shift, m_laneBytes));
    }

    bool fits(int64_t shift, int64_t elementBytes) const
    {
        const int64_t offset = shift * elementBytes;
        const int64_t size = std::max<int64_t>(m_elements, 0) * elementBytes;
        return offset % m_alignment == 0 && (m_allocatedBytes < 0 || offset + size <= m_allocatedBytes);
    }

    int64_t m_elementBytes;
    int64_t m_laneBytes;
    int64_t m_elements;
    int64_t m_alignment;
    int64_t m_allocatedBytes;
};

} // namespace

std::optional<int64_t> mergedOffset(const Buffer& buffer, std::span<const SharedAccess> accesses,
                                    int64_t allocatedBytes)
{
    const auto* elemOffset = as<IntImm>(buffer.elemOffset);
    if (!elemOffset || (allocatedBytes < 0 && addsSymbolicTerm(accesses)))
        return {};
    const OffsetFinder finder(buffer, allocatedBytes);
    return (finder.shift(accesses) + elemOffset->value) * finder.elementBytes();
}

} // namespace tir
