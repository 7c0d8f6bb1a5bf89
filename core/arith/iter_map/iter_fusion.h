/// Fuses the terms of a sum to one iterator: `i * 8 + j * 2 + k` with k < 2 and j < 4 runs through 0 to the
/// product of all extents. Sums with the same terms become the same mark, so that the parts of one sum meet.

#pragma once

#include "core/arith/iter_map/iter_tools.h"

#include <optional>

namespace tir::arith {

class IterFusion {
public:
    IterFusion(AnalyzerCore& core, IterMapLevel level) : m_tools{core}, m_level(level) {}

    /// The sum with at most one term; nothing when the scales do not fit together. With `keepSingle`, a sum
    /// of which one term remains after joining parts of one source stays as it is.
    std::optional<IterSum> fuse(const IterSum& sum, bool keepSingle);

    /// From here on `sum` is in [lower, upper), where null means no limit. False when it does not fuse to one
    /// iterator of scale 1.
    bool constrain(const IterSum& sum, const Expr* lower, const Expr* upper);
    /// Whether constrained sums are nested or disjoint.
    bool constraintsAreNested() const;

private:
    struct Fused {
        IterSum terms; ///< of the variables, with constraints taken apart
        MarkPointer mark;
        const Expr* offset; ///< the least value of the terms under their constraint
    };
    struct Match {
        int position = -1;
        const Expr* scale = nullptr;
        bool isExact = true;
    };

    std::optional<IterSum> joinPartsOfOneSource(const IterSum& sum);
    int baseIndex(const IterSum& sum, const std::vector<bool>& skipped, const IterMark* source, int last);
    int withExactScale(const IterSum& sum, const std::vector<bool>& skipped, const Expr* scale,
                       const IterMark* source, int last, int firstUnit);
    int withSmallerScale(const IterSum& sum, const std::vector<bool>& skipped, const Expr* limit);
    Match match(const IterSum& sum, const std::vector<bool>& visited, const Expr* expected,
                const Expr* baseScale, int firstUnit);
    const Fused* longestConstraint(const IterSplit& lastTerm) const;
    Fused* find(const IterSum& terms);

    IterTools m_tools;
    IterMapLevel m_level;
    std::vector<Fused> m_fused;
    std::vector<IterSum> m_constrained; ///< the terms
};

} // namespace tir::arith
