/// Rounds extents of iterators up to multiples of their divisors: `i // 4` and `i % 4` with i < 10 are parts of an
/// iterator of extent 12. The first round of rewriting collects the divisors of every mark, the second one uses the
/// padded marks.

#pragma once

#include "core/arith/iter_map/iter_tools.h"

#include <optional>
#include <unordered_map>

namespace tir::arith {

class IterPadding {
public:
    IterPadding(AnalyzerCore& core, IterMapLevel level) : m_tools{core}, m_level(level) {}

    bool isCollecting = false;

    struct Padded {
        IterSplit split;
        const Expr* left; ///< padding before the first value, so that it is a multiple of the divisor
    };
    /// `split + base`, as it is divided by `divisor`; nothing when divisors do not fit together, or when the
    /// divisor is negative.
    std::optional<Padded> pad(IterSplit split, const Expr* base, const Expr* divisor);

    bool isRequired() const { return m_isRequired; }
    /// Holds for added values; null when nothing is added.
    const Expr* predicate() const { return m_predicate; }
    /// The mark that was padded; null for other marks.
    MarkPointer original(const MarkPointer& padded) const;

private:
    struct Info {
        const Expr* factor; ///< a multiple of all divisors
        const Expr* left;
        MarkPointer padded = nullptr;
    };

    const Expr* commonMultiple(const Expr* a, const Expr* b);
    void makePaddedMark(const MarkPointer& mark, Info& info);

    IterTools m_tools;
    IterMapLevel m_level;
    bool m_isRequired = false;
    const Expr* m_predicate = nullptr;
    std::unordered_map<MarkPointer, Info> m_infos;
    std::unordered_map<MarkPointer, MarkPointer> m_originals;
};

} // namespace tir::arith
