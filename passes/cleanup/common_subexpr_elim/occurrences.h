/// Where the arithmetic of a function occurs: how often each expression does, in which bodies, and where a
/// variable for it would have to be bound.

#pragma once

#include "core/ir/visitor.h"
#include "passes/cleanup/common_subexpr_elim/expr_numbers.h"

#include <unordered_map>
#include <vector>

namespace tir::passes {

/// All occurrences of one expression.
struct Occurrences {
    const Expr* expr;
    int number;
    size_t position; ///< in the order of first occurrences
    int body;        ///< the innermost around all of them
    const Stmt* firstStmt;
    int firstBody;
    int count = 0;
    int depth = 1;                        ///< of nested entries
    int consumed = 0;                     ///< occurrences that go away when larger expressions are bound
    std::vector<Occurrences*> parts = {}; ///< right below it, as often as they occur there
    /// Bodies with an occurrence that is always computed: not only under a condition of its expression.
    std::vector<int> computedIn = {};
};

class OccurrenceFinder : public Visitor {
public:
    OccurrenceFinder(const PrimFunc& function, ExprNumbers& numbers) : m_numbers(numbers)
    {
        visitChild(*function.body, Role::Stmt);
    }

    /// In order of their first occurrence.
    const std::vector<Occurrences*>& order() const { return m_order; }

    /// In front of which statement the expression must be bound.
    const Stmt* placeOf(const Occurrences& entry) const;

    /// Whether the variables of the expression are defined in the body that it is to be bound in.
    bool isDefinedWhereBound(const Occurrences& entry) const;

    /// Whether the body that it is to be bound in computes it anyway, or computing it never fails.
    static bool isSafeWhereBound(const Occurrences& entry);

private:
    /// A body: definitions in it end with it.
    struct Body {
        int parent;
        int depth;
        const Stmt* opener; ///< the statement that it is the body of
    };

    /// Of one variable.
    struct Definitions {
        size_t position;              ///< of the expression that occurs first after the first of them
        std::vector<int> bodies = {}; ///< that see one
    };

    using Visitor::visit;
    void visitChild(const Node& child, Role role) override;
    /// `var` is visible in the current body.
    void addDefinition(const Var& var);
    void visit(const For& loop) override;
    void visit(const Let& let) override { visitChild(*let.value, Role::Value); }
    // Predicates of accesses are left alone, as in TVM.
    void visit(const BufferLoad& load) override { visitAll(load.indices); }
    void visit(const BufferStore& store) override;
    void visitAll(ExprList exprs);
    void visit(const Binary& node) override;
    void visit(const Call& call) override;
    void visitGuarded(const Expr& expr);
    void visit(const Cast& node) override { visitEligible(node); }
    void visit(const Not& node) override { visitEligible(node); }
    void visit(const Select& node) override { visitEligible(node); }
    void visitEligible(const Expr& expr);
    /// Null when it cannot be bound.
    Occurrences* entryOf(const Expr& expr);
    int commonBody(int a, int b) const;

    ExprNumbers& m_numbers;
    std::unordered_map<int, Occurrences> m_all;
    std::vector<Occurrences*> m_order;
    std::vector<Body> m_bodies{{-1, 0, nullptr}};
    std::unordered_map<const Var*, Definitions> m_definitions;
    std::vector<const Var*> m_defined; ///< for the body that opens next
    const Stmt* m_stmt = nullptr;
    int m_body = 0;
    int m_guardCount = 0; ///< conditions of expressions that the current expression is computed under
};

} // namespace tir::passes
