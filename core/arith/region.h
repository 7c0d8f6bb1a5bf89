/// Regions of buffers: what accesses can touch when iterators run through their domains. (arith.md sections
/// 7.2 and 7.4)

#pragma once

#include "core/arith/int_set.h"
#include "core/arith/iter_map/iter_map.h"

#include <optional>

namespace tir {
struct Buffer;
struct Stmt;
} // namespace tir

namespace tir::arith {

using Region = std::span<const Range* const>;

/// What variables run through, as sets.
VarDomains asIntSets(Analyzer& analyzer, const VarRanges& domains);

/// Exactly what the region covers; nothing when its shape is not a box or extents are not constant. A null
/// predicate always holds.
std::optional<std::vector<IntSet>> estimateRegionStrictBound(Analyzer& analyzer, Region region,
                                                             const VarRanges& domains,
                                                             const Expr* predicate = nullptr);
/// What it covers at least.
std::optional<std::vector<IntSet>> estimateRegionLowerBound(Analyzer& analyzer, Region region,
                                                            const VarRanges& domains,
                                                            const Expr* predicate = nullptr);
/// What it covers at most: exact together, else exact for each dimension, else between the ends.
std::vector<IntSet> estimateRegionUpperBound(Analyzer& analyzer, Region region, const VarRanges& domains,
                                             const Expr* predicate = nullptr);

struct TouchedAccesses {
    bool loads = true;
    bool stores = true;
};
/// What the accesses to a buffer in `stmt` touch, relaxed over the loops and thread axes in it; one range per
/// dimension, null where an end is not known, and empty when nothing is touched.
std::vector<const Range*> domainTouched(Analyzer& analyzer, const Stmt& stmt, const Buffer& buffer,
                                        TouchedAccesses accesses = {});

} // namespace tir::arith
