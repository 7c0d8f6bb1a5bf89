#include "core/arith/iter_map/iter_constraints.h"

#include "core/arith/constraints.h"
#include "core/ir/contains.h"

#include <algorithm>

namespace tir::arith {
namespace {

class ConstraintMatcher {
public:
    ConstraintMatcher(AnalyzerCore& core, VarRanges& domains) : m_core(core), m_domains(domains) {}

    bool match(const Expr* predicate)
    {
        while (true) {
            const auto* node = as<Binary>(predicate);
            if (!node)
                return false;
            if (isLimit(node))
                return add(*node);
            if (node->op != BinaryOp::And)
                return false;
            const auto* first = as<Binary>(node->a);
            const auto* second = as<Binary>(node->b);
            // `<` is taken before `<=`, `>` and `>=`, and the last part before the first.
            const Binary* taken = nullptr;
            for (const BinaryOp op : {BinaryOp::LT, BinaryOp::LE, BinaryOp::GT, BinaryOp::GE})
                for (const Binary* part : {second, first})
                    if (!taken && part && part->op == op)
                        taken = part;
            if (!taken || !add(*taken))
                return false;
            predicate = taken == second ? node->a : node->b;
        }
    }

    std::vector<IterConstraint> constraints;

private:
    static bool isLimit(const Binary* node)
    {
        return node->op == BinaryOp::LT || node->op == BinaryOp::LE || node->op == BinaryOp::GT ||
               node->op == BinaryOp::GE;
    }
    bool usesIterator(const Expr* expr) const
    {
        return contains(*expr, [this](const Node& node) {
            return std::ranges::any_of(m_domains,
                                       [&](const VarRange& domain) { return domain.var == &node; });
        });
    }
    const Expr* combine(BinaryOp op, const Expr* a, const Expr* b) { return m_core.exprs.matched(op, a, b); }
    const Expr* plusOne(const Expr* expr)
    {
        return combine(BinaryOp::Add, expr, m_core.exprs.constant(expr->dtype, 1));
    }

    /// The terms with iterators to the left, the others to the right.
    void separate(const Expr*& left, const Expr*& right)
    {
        const Expr* difference = combine(BinaryOp::Sub, left, right);
        left = right = m_core.exprs.constant(difference->dtype, 0);
        const auto collect = [&](const auto& self, const Expr* part, bool isPositive) -> void {
            const auto* sum = as<Binary>(part);
            if (sum && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Sub)) {
                self(self, sum->a, isPositive);
                self(self, sum->b, isPositive == (sum->op == BinaryOp::Add));
            } else if (usesIterator(part)) {
                left = combine(isPositive ? BinaryOp::Add : BinaryOp::Sub, left, part);
            } else {
                right = combine(isPositive ? BinaryOp::Sub : BinaryOp::Add, right, part);
            }
        };
        collect(collect, difference, true);
        // Nothing is known about the iterators here.
        AnalyzerCore fresh({.isSound = m_core.options.isSound});
        const auto simplified = [&](const Expr* expr) {
            const Expr* made = fresh.simplify(fresh.exprs.of(expr));
            return m_core.exprs.of(fresh.exprs.copyOut(m_core.exprs.arena(), made, expr));
        };
        left = simplified(left);
        right = simplified(right);
    }

    bool add(const Binary& comparison)
    {
        const Expr* left = comparison.a;
        const Expr* right = comparison.b;
        if (!left->dtype.isIntegral() || !right->dtype.isIntegral())
            return false;
        // The differences of unsigned integers wrap, and their limits are not limits of iterators.
        if (m_core.options.isSound && left->dtype.isUInt())
            return false;
        const bool leftUses = usesIterator(left);
        const bool rightUses = usesIterator(right);
        if (!leftUses && !rightUses)
            return true;
        if (leftUses && rightUses)
            separate(left, right);
        BinaryOp op = comparison.op;
        if (!leftUses) {
            std::swap(left, right);
            op = mirrored(op);
        }
        IterConstraint made{left, nullptr, nullptr};
        if (op == BinaryOp::LT || op == BinaryOp::LE)
            made.upper = op == BinaryOp::LT ? right : plusOne(right);
        else
            made.lower = op == BinaryOp::GE ? right : plusOne(right);
        if (left->kind != NodeKind::Var)
            constraints.push_back(made);
        else
            limitDomain(made);
        return true;
    }

    void limitDomain(const IterConstraint& limit)
    {
        const auto domain = std::ranges::find(m_domains, limit.iter, &VarRange::var);
        if (domain == m_domains.end())
            return;
        const Expr* end = combine(BinaryOp::Add, domain->min, domain->extent);
        if (limit.lower)
            domain->min = combine(BinaryOp::Max, domain->min, limit.lower);
        if (limit.upper)
            end = combine(BinaryOp::Min, end, limit.upper);
        domain->extent = combine(BinaryOp::Sub, end, domain->min);
    }

    AnalyzerCore& m_core;
    VarRanges& m_domains;
};

int sizeOf(const Expr* expr)
{
    int size = 1;
    std::vector<const Expr*> children;
    collectChildren(*expr, children);
    for (const Expr* child : children)
        size += sizeOf(child);
    return size;
}

} // namespace

std::optional<std::vector<IterConstraint>> matchConstraints(AnalyzerCore& core, const Expr* predicate,
                                                            VarRanges& domains)
{
    ConstraintMatcher matcher(core, domains);
    if (!matcher.match(predicate))
        return std::nullopt;
    std::ranges::stable_sort(matcher.constraints, {},
                             [](const IterConstraint& constraint) { return sizeOf(constraint.iter); });
    return std::move(matcher.constraints);
}

} // namespace tir::arith
