/// The domains of the variables around a statement, and the elements that its accesses reach over these domains.

#pragma once

#include "core/arith/condition_bounds.h"
#include "core/arith/region.h"

#include <string>
#include <string_view>
#include <vector>

namespace tir::passes {

using Sets = std::vector<arith::IntSet>;
using Ranges = std::span<const Range* const>;

/// The region of an access, and the ranges of the variables that it covers, outermost first.
struct Estimate {
    Sets sets;
    arith::VarRanges over;
};

struct RegionOptions {
    bool isStrict = true; ///< regions stay within their buffers
    bool isSound =
        false; ///< an upper bound that is not below the buffer's own extent does not become the extent
};

class IterationDomains {
public:
    explicit IterationDomains(Arena& arena, RegionOptions options)
        : m_analyzer(arena, {.isSound = options.isSound}),
          m_plain(arena, {.isSound = options.isSound}),
          m_options(options)
    {}

    Arena& arena() { return m_plain.arena(); }

    /// A loop or a launch; `threadTag` is empty for a loop.
    void enter(const Var* var, const Expr* min, const Expr* extent, std::string_view threadTag);
    void leave();
    size_t depth() const { return m_iterations.size(); }
    void define(const Var* var, const Expr* value);
    void undefine(const Var* var);
    /// The condition holds, or does not hold, while the result lives.
    arith::ConditionScope under(const Expr* condition, bool holds)
    {
        return {m_plain, m_known, condition, holds};
    }

    /// The outer `depth` iterations stay symbolic, unless they are threads that share memory of this scope.
    Estimate estimate(Ranges region, const StorageScope& scope, size_t depth);
    arith::IntSet united(const arith::IntSet& a, const arith::IntSet& b);
    /// The part of a dimension of `size` elements that the set covers; records a reason if it is the whole dimension.
    const Range* narrowed(const arith::IntSet& set, const Expr* size, std::string& whyWhole);

private:
    struct Iteration {
        const Var* var;
        std::string_view threadTag;
    };

    arith::VarRanges relaxedRanges();

    arith::Analyzer m_analyzer; ///< knows all ranges
    arith::Analyzer m_plain;    ///< without facts
    RegionOptions m_options;
    arith::KnownDomains m_known;
    std::vector<Iteration> m_iterations;
    std::vector<const Var*> m_defined; ///< by bindings
};

} // namespace tir::passes
