/// Domains of variables that follow from conditions: under `4 <= i and i < n`, the domain of i is [4, n - 1].

#pragma once

#include "core/arith/analyzer.h"

#include <vector>

namespace tir::arith {

/// Facts about variables at a place of a program.
struct KnownDomains {
    VarDomains relaxed; ///< of variables that represent their whole domain
    VarDomains hints;   ///< of the others: only for solving conditions
    /// Conditions that hold and do not bound a variable.
    std::vector<const Expr*> pending = {};
};

/// Enters a condition into domains, and takes it back when it is destroyed.
class ConditionScope {
public:
    /// `plain` knows no ranges. With `holds` false, the negation of the condition holds.
    ConditionScope(Analyzer& plain, KnownDomains& known, const Expr* condition, bool holds = true);
    ~ConditionScope();
    ConditionScope(const ConditionScope&) = delete;
    ConditionScope& operator=(const ConditionScope&) = delete;

private:
    struct Former {
        VarDomains* domains;
        const Var* var;
        std::optional<IntSet> set; ///< nothing: there was no domain
    };

    KnownDomains& m_known;
    std::vector<Former> m_former;
    size_t m_pendingBefore;
};

} // namespace tir::arith
