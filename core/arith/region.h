/// Regions of buffers: the elements that accesses can reach over the domains of their iterators.

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

/// Domains as sets.
VarDomains asIntSets(Analyzer& analyzer, const VarRanges& domains);

/// The exact region; nothing if it is not a box or if extents are not constant. A null predicate always holds.
std::optional<std::vector<IntSet>> estimateRegionStrictBound(Analyzer& analyzer, Region region,
                                                             const VarRanges& domains,
                                                             const Expr* predicate = nullptr);
/// A region that is certainly covered.
std::optional<std::vector<IntSet>> estimateRegionLowerBound(Analyzer& analyzer, Region region,
                                                            const VarRanges& domains,
                                                            const Expr* predicate = nullptr);
/// A region that contains all accesses: exact as a whole, else exact for each dimension, else between the bounds.
std::vector<IntSet> estimateRegionUpperBound(Analyzer& analyzer, Region region, const VarRanges& domains,
                                             const Expr* predicate = nullptr);

struct TouchedAccesses {
    bool loads = true;
    bool stores = true;
};
/// The region of the accesses to a buffer in `stmt`, over the loops and thread axes in it; one range per dimension,
/// null if a bound is not known, and empty if there are no accesses.
std::vector<const Range*> domainTouched(Analyzer& analyzer, const Stmt& stmt, const Buffer& buffer,
                                        TouchedAccesses accesses = {});

} // namespace tir::arith
