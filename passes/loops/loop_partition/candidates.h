/// The loops that are worth partitioning, and the conditions on their variables.

#pragma once

#include "core/arith/analyzer.h"
#include "core/arith/int_set.h"
#include "core/ir/visitor.h"
#include "core/support/pointer_map.h"

#include <optional>
#include <vector>

namespace tir::passes {

inline constexpr std::string_view PartitionHint = "pragma_loop_partition_hint";

/// Finds loops whose variable is in a `likely` condition below, and loops with a hint. Both sets only grow.
class PartitionCandidates : public Visitor {
public:
    PartitionCandidates(arith::Analyzer& analyzer, bool takesConstantLoops)
        : m_analyzer(analyzer),
          m_takesConstantLoops(takesConstantLoops)
    {}

    void add(const Stmt& stmt) { visit(&stmt, Role::Stmt); }

    bool contains(const Stmt& stmt) const { return m_candidates.contains(&stmt); }
    bool hasHint(const Var& var) const { return m_hinted.contains(&var); }

private:
    using Visitor::visit;
    void visit(const For& loop) override;
    void visit(const AttrStmt& attr) override;
    void visit(const SeqStmt& statements) override;
    void visit(const Call& call) override;
    void visit(const Var& var) override;

    /// Visits nested statements, and selects the statement if `var` is in a condition there.
    void test(const Stmt& stmt, const Var& var);

    arith::Analyzer& m_analyzer;
    bool m_takesConstantLoops;
    PointerSet<Stmt> m_candidates;
    PointerSet<Var> m_hinted;
    std::vector<std::pair<const Var*, bool>> m_tested; ///< and whether it is in a condition
    bool m_isInLikely = false;
    bool m_hasReduction = false; ///< a reduction over threads must not be split
};

/// A condition and where it decides: for all values of the variable in `where`, it has the value `holds`.
struct DecidedCondition {
    const Expr* condition;
    bool holds;
    arith::IntSet where;
};

struct PartitionScope {
    arith::VarDomains hints; ///< of variables outside of launches' threads
    arith::VarDomains relax; ///< of variables for all values of which a result must hold
};
/// The conditions in `body` that can be solved for `var`; of ordinary comparisons only `withHint`.
std::vector<DecidedCondition> decidedConditions(arith::Analyzer& analyzer, const Var& var, const Stmt& body,
                                                PartitionScope scope, bool withHint);

} // namespace tir::passes
