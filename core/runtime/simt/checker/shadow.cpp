#include "core/runtime/simt/checker/shadow.h"

#include <bit>

namespace tir {

void Region::refine(uint64_t at, uint64_t count)
{
    const auto needed = uint32_t(std::countr_zero(at | count | (uint64_t(1) << granuleBits)));
    const uint32_t partBits = granuleBits - needed;
    granuleBits = needed;
    std::vector<std::unique_ptr<Cell[]>> coarse((cellCount() + ChunkCells - 1) >> ChunkBits);
    coarse.swap(m_chunks);
    for (uint64_t chunk = 0; chunk < coarse.size(); ++chunk)
        for (uint64_t part = 0; coarse[chunk] && part < ChunkCells << partBits; ++part)
            if (const uint64_t number = (chunk * ChunkCells << partBits) + part; number < cellCount())
                cell(number) = coarse[chunk][part >> partBits];
}

std::vector<Region::Written> Region::writers(int64_t elementBytes) const
{
    std::vector<Written> result;
    const int64_t count = int64_t(bytes) / elementBytes;
    for (int64_t element = 0; element < count;) {
        const uint64_t cell = cellAt(uint64_t(element * elementBytes));
        const uint32_t site = writerOf(cell) == CallerSite ? NoSite : writerOf(cell);
        // Elements that begin in untouched cells are alike.
        const auto alike = int64_t(addressOf(endOfAlike(cell)) - start);
        element = std::min(std::max(element + 1, (alike + elementBytes - 1) / elementBytes), count);
        if (result.empty() || result.back().site != site)
            result.push_back({0, site});
        result.back().end = element;
    }
    return result;
}

std::unique_ptr<Cell[]> Region::untouched() const
{
    auto cells = std::make_unique<Cell[]>(ChunkCells);
    if (firstWriter != NoSite)
        for (uint64_t number = 0; number < ChunkCells; ++number)
            cells[number].writer.site = firstWriter;
    return cells;
}

} // namespace tir
