/// The offset of a buffer in a merged allocation. The merge does not record it: it adds the offset, in elements, to the
/// index of every access, and it is derived from these accesses.

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

/// The symbolic term that every access adds, in bytes: "(n * 4 + 64) // 2 * 2"; empty if they have no common term.
std::string symbolicOffset(const Buffer& buffer, std::span<const SharedAccess> accesses);

} // namespace tir
