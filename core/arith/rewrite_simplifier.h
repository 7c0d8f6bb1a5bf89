/// Rewrites expressions bottom-up by the rules of core/arith/rewrite, in a context of values of variables and
/// of conditions that hold.

#pragma once

#include "core/arith/rewrite/rule.h"

namespace tir::arith {

struct AnalyzerCore;

/// The known order of two values, as a set of the possible orders.
enum class CompareResult : uint8_t {
    Inconsistent = 0,
    EQ = 1,
    LT = 2,
    LE = 3,
    GT = 4,
    GE = 5,
    NE = 6,
    Unknown = 7,
};
inline CompareResult operator&(CompareResult a, CompareResult b)
{
    return CompareResult(uint8_t(a) & uint8_t(b));
}
inline bool isDecided(CompareResult result)
{
    return result == CompareResult::EQ || result == CompareResult::LT || result == CompareResult::GT;
}

class RewriteSimplifier {
public:
    explicit RewriteSimplifier(AnalyzerCore& core) : m_core(core) {}
    virtual ~RewriteSimplifier() = default;

    /// Two passes at most; all expressions are unique.
    const Expr* simplify(const Expr* expr);

    /// Uses of the variable become the value.
    void bind(const Var* var, const Expr* value) { m_values[var] = value; }
    /// Conditions that equal a part of it are true, and those that equal the negation of one are false.
    void enter(const Expr* condition);
    size_t mark() const { return m_literals.size(); }
    void leave(size_t mark) { m_literals.resize(mark); }

    // For rules.
    AnalyzerCore& core() { return m_core; }
    UniqueExprs& exprs();
    bool canProveEqual(const Expr* expr, int64_t value);
    /// Applies one rule to a node without simplifying its operands; null if it does not apply. For tests.
    const Expr* applyRule(const CompiledRule& rule, const Expr* node);

protected:
    /// One pass.
    virtual const Expr* visit(const Expr* expr);
    const Expr* visitNode(const Expr* expr);
    /// Whether sound mode applies no rule to it: an operation on integers next to the ends of their type.
    bool isLeftAlone(const Expr* expr);
    const Expr* visitLeftAlone(const Expr* expr);
    const Expr* byBounds(const Binary& comparison);
    virtual const Expr* visitReduce(const Reduce& node);
    CompareResult tryCompare(const Expr* expr, int64_t value);
    CompareResult tryCompare(const Expr* a, const Expr* b);

    // Rules that rewrite their result again nest at most five deep. Results about a node are cached only if that limit
    // was not reached.
    int beginNode() { return std::exchange(m_deepestNesting, m_nesting); }
    /// How deep they nested below the node.
    int endNode(int outer);
    /// Whether a node with rewrites of that depth below it is treated as if there were no limit.
    bool canNest(int depth);

    AnalyzerCore& m_core;

private:
    struct Literal {
        const Expr* condition;
        const Expr* negation;
    };
    struct Memo {
        const Expr* result = nullptr;
        uint64_t version = 0;
        int nesting = 0; ///< of rules that rewrite again
    };

    const Expr* visitChildren(const Expr* expr);
    const Expr* visitVar(const Var& var);
    const Expr* visitBinary(const Binary& node);
    const Expr* visitCast(const Cast& node);
    const Expr* visitArithmetic(BinaryOp op, const Expr* a, const Expr* b);
    const Expr* visitComparison(const Binary& node);
    const Expr* visitLogic(const Binary& node);
    void visitUnderEachOther(BinaryOp op, const Expr*& a, const Expr*& b);
    const Expr* asAndOfOrs(const Expr* condition);
    const Expr* visitNot(const Not& node);
    const Expr* visitSelect(const Select& node);
    const Expr* visitLet(const Let& node);
    const Expr* visitCall(const Call& node);
    const Expr* visitIfThenElse(const Call& node);
    const Expr* foldedCall(const Call& call);

    const Expr* byRules(const Expr* node);
    const Expr* result(const CompiledRule& rule, const Expr& node);
    bool staysInRange(const Expr* made, const Expr& source);
    bool holds(const Condition& condition, const Bindings& bindings, DType type);
    const Expr* again(const Expr* expr);

    const Expr* less(const Expr* a, const Expr* b);
    const Expr* equal(const Expr* a, const Expr* b);
    const Expr* notEqual(const Expr* a, const Expr* b);
    const Expr* lessOrEqual(const Expr* a, const Expr* b);
    const Expr* negated(const Expr* condition);
    const Expr* byLiterals(const Expr* condition);
    CompareResult compareProductAndSum(const Expr* a, const Expr* b);

    PointerMap<Var, const Expr*> m_values;
    std::vector<Literal> m_literals;
    PointerMap<Expr, Memo> m_memo;
    int m_nesting = 0;        ///< of rules that rewrite again
    int m_deepestNesting = 0; ///< reached since the visit of the current node began
};

/// Whether the size of scalable vectors occurs in it.
bool mentionsVScale(const Expr& expr);

} // namespace tir::arith
