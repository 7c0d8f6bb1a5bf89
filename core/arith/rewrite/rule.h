/// Rewrite rules: tables of laws. The tables are in rules_*.cpp, in the order in which
/// rules are tried: the first one that applies counts.

#pragma once

#include "core/arith/rewrite/pattern.h"

namespace tir::arith {

class RewriteSimplifier;

/// Which expressions a rule is for, and how it is used.
enum RuleFlags : uint8_t {
    Vector = 1,    ///< the node is a vector
    Index = 2,     ///< the operands are scalars of int32 or int64
    Any = 4,       ///< all others, and these too
    Again = 8,     ///< the result is rewritten again
    Mirrored = 16, ///< the rule with min and max exchanged is a rule, too
    /// The result can overflow where the node does not, and then has another value: a known TVM defect. Sound
    /// analyzers use the rule where ranges exclude that.
    Widens = 32,
};

/// A node that the pattern of a rule matched.
struct Match {
    const Expr& node;
    const Letters& letters;
    const Bindings& bindings;

    /// The expression that the letter matches; null if the pattern does not have it.
    const Expr* operator[](std::string_view letter) const;
    int64_t number(std::string_view constant) const { return to<IntImm>(*(*this)[constant]).value; }
};

/// The result; null: the rule does not apply.
using RuleAction = const Expr* (*)(RewriteSimplifier& rewriter, const Match& match);

struct Rule {
    uint8_t flags;
    std::string_view law;  ///< why it is right
    std::string_view from; ///< patterns, separated by ` | `; each is a separate rule
    std::string_view to;   ///< a pattern; of an action, a description of its result
    std::string_view when = {};
    /// A precondition of the rule that TVM does not check: without it the rule is a known TVM defect. Only sound
    /// analyzers check it.
    std::string_view sound = {};
    RuleAction action = nullptr;
};

/// All rules for the nodes of one operation; `not` and select have separate tables.
struct RuleTable {
    std::string_view name; ///< "Add"
    std::span<const Rule> rules;
};

const RuleTable* rulesFor(BinaryOp op); ///< null if there are no rules
const RuleTable& rulesForNot();
const RuleTable& rulesForSelect();
std::span<const RuleTable* const> allRuleTables();

/// One pattern of a rule, ready to be tried.
struct CompiledRule {
    const Rule* rule;
    Letters letters;
    Pattern from;
    Pattern to; ///< empty for actions
    std::vector<Condition> when;
    std::vector<Condition> sound;
};

/// The patterns of a table, found by the kinds of the operands.
class CompiledTable {
public:
    explicit CompiledTable(const RuleTable& table);

    /// Numbers of the rules that can match `node`, in order.
    std::span<const uint16_t> candidates(const Expr& node) const;
    const CompiledRule& rule(size_t index) const { return m_rules[index]; }
    std::span<const CompiledRule> rules() const { return m_rules; }

private:
    std::vector<CompiledRule> m_rules;
    std::vector<std::vector<uint16_t>> m_byKinds;
};

/// Compiled on first use; null if there are no rules for the node.
const CompiledTable* compiledRulesFor(const Expr& node);
const CompiledTable& compiled(const RuleTable& table);

} // namespace tir::arith
