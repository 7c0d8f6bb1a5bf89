/// Where a buffer is in a merged allocation. The merge leaves no record of it: it adds the offset, in
/// elements, to the index of every access, and the accesses tell it back.

#pragma once

#include "core/analysis/launch_events.h"

namespace tir {

/// Bytes from the start of the allocation; nothing when they depend on a symbol that is not among `sizes`. `accesses`
/// are those of `buffer`; `allocatedBytes` is -1 when the size of the allocation is not known.
///
/// Exact for what the merge writes as long as its additions are unchanged. Where they have been folded
/// into the indices since, the least index that is reached decides; two readings that both fit cannot be
/// distinguished, then the smaller shift of indices wins.
std::optional<int64_t> mergedOffset(const Buffer& buffer, std::span<const SharedAccess> accesses,
                                    int64_t allocatedBytes, const IndexRanges& sizes);

/// The symbolic term that every access adds, in bytes: "(n * 4 + 64) // 2 * 2"; empty if they have none in common.
std::string symbolicOffset(const Buffer& buffer, std::span<const SharedAccess> accesses);

} // namespace tir
