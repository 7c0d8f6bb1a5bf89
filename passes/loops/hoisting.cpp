#include "passes/loops/hoisting.h"

#include "core/analysis/text.h"
#include "core/arith/mutator_with_analyzer.h"
#include "core/arith/side_effect.h"
#include "core/ir/contains.h"
#include "core/ir/ssa.h"
#include "core/ir/visitor.h"
#include "core/support/text_format.h"
#include "passes/framework/arithmetic.h"
#include "passes/framework/pass_mutator.h"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <unordered_set>

namespace tir::passes {
namespace {

using Vars = std::unordered_set<const Var*>;

struct HoistedCondition {
    const Expr* condition;
    int64_t source; ///< of hoisted_condition
    bool needsElse;
    bool usesBlockVar;
    Vars lets; ///< bound variables that it uses, directly or through others
};

struct HoistedBinding {
    const Var* var;
    const Expr* value;
    int64_t source; ///< of hoisted_let
};

/// A loop, or an attribute that defines a variable ("block variable").
struct Loop {
    const Stmt* stmt;
    const Var* var;
    bool definesBlockVar;
    bool isSequential = false; ///< its body has several statements: nothing moves out of it
    std::vector<HoistedCondition> conditions = {};
    std::vector<HoistedBinding> bindings = {};
};

/// Finds for every condition and binding the outermost loop that it can be moved in front of.
class HoistFinder : public Visitor, public FirstError {
public:
    HoistFinder(const Stmt& body, HoistOptions options) : m_options(options) { visit(&body, Role::Scope); }

    std::deque<Loop>& loops() { return m_loops; }

private:
    using Visitor::visit;

    /// The dependencies of a bound value.
    struct Dependencies {
        Vars loopVars;
        Vars lets;
    };

    void visit(const For& loop) override
    {
        visit(loop.min, Role::Value);
        visit(loop.extent, Role::Value);
        enterLoop(loop, loop.loopVar, false, loop.body);
    }

    void visit(const AttrStmt& attr) override
    {
        visit(attr.value, Role::Value);
        const IterVar* axis = attr.iterVar();
        const Var* var = axis ? axis->var : as<Var>(attr.node.node());
        if (var)
            enterLoop(attr, var, true, attr.body);
        else
            visit(attr.body, Role::Scope);
    }

    void enterLoop(const Stmt& stmt, const Var* var, bool definesBlockVar, const Stmt* body)
    {
        m_loops.push_back({&stmt, var, definesBlockVar});
        m_active.push_back(&m_loops.back());
        visit(body, Role::Scope);
        m_active.pop_back();
    }

    void visit(const SeqStmt& statements) override
    {
        const auto count = std::ranges::count_if(
            statements.seq, [](const Stmt* stmt) { return stmt->kind != NodeKind::Bind; });
        if (count > 1 && !m_active.empty())
            m_active.back()->isSequential = true;
        for (const Stmt* stmt : statements.seq)
            visit(stmt, Role::Stmt);
        for (const Stmt* stmt : statements.seq)
            if (const auto* bind = as<Bind>(stmt))
                m_lets.erase(bind->var);
    }

    void visit(const Bind& bind) override
    {
        record(bind.var, bind.value, hoisted_let::BindStatement, bind);
        visit(bind.value, Role::Value);
    }

    void visit(const Let& let) override
    {
        record(let.var, let.value, hoisted_let::LetExpression, let);
        visit(let.value, Role::Value);
        visit(let.body, Role::Value);
        m_lets.erase(let.var);
    }

    void visit(const IfThenElse& branch) override
    {
        attempt(branch.condition, hoisted_condition::IfStatement, branch.elseCase != nullptr);
        visitChildren(branch);
    }

    void visit(const Call& call) override
    {
        if (call.isOp(OpId::if_then_else))
            attempt(call.args[0], hoisted_condition::IfExpression, true);
        visitChildren(call);
    }

    void visit(const Binary& node) override
    {
        if (node.op == BinaryOp::And || node.op == BinaryOp::Or) {
            attempt(node.a, hoisted_condition::BooleanOperand, true);
            attempt(node.b, hoisted_condition::BooleanOperand, true);
        }
        visitChildren(node);
    }

    void record(const Var* var, const Expr* value, int64_t source, const Node& node)
    {
        if (m_lets.contains(var))
            fail(quoted(var->name) + " is bound twice", node);
        if (Loop* destination = destinationOf(*value))
            destination->bindings.push_back({var, value, source});
        Dependencies all;
        forEachVar(*value, [&](const Var* used) {
            if (isActive(used))
                all.loopVars.insert(used);
            if (const auto let = m_lets.find(used); let != m_lets.end()) {
                all.lets.insert(used);
                all.lets.insert(let->second.lets.begin(), let->second.lets.end());
                all.loopVars.insert(let->second.loopVars.begin(), let->second.loopVars.end());
            }
        });
        m_lets[var] = std::move(all);
    }

    void attempt(const Expr* condition, int64_t source, bool needsElse)
    {
        Loop* destination =
            arith::sideEffect(*condition) <= CallEffect::Pure ? destinationOf(*condition) : nullptr;
        if (!destination)
            return;
        HoistedCondition hoisted{condition, source, needsElse, false, {}};
        forEachVar(*condition, [&](const Var* used) {
            hoisted.usesBlockVar |= std::ranges::any_of(
                m_active, [&](const Loop* loop) { return loop->definesBlockVar && loop->var == used; });
            if (const auto let = m_lets.find(used); let != m_lets.end()) {
                hoisted.lets.insert(used);
                hoisted.lets.insert(let->second.lets.begin(), let->second.lets.end());
            }
        });
        destination->conditions.push_back(std::move(hoisted));
    }

    /// The outermost loop that the expression can be moved out of; null if there is none.
    Loop* destinationOf(const Expr& expr)
    {
        Loop* destination = nullptr;
        for (auto loop = m_active.rbegin(); loop != m_active.rend(); ++loop) {
            const bool crossesBlockVars = (m_options.conditions & hoisted_condition::BlockVars) != 0;
            if ((*loop)->isSequential || dependsOn(expr, (*loop)->var) ||
                ((*loop)->definesBlockVar && !crossesBlockVars))
                break;
            destination = *loop;
        }
        return destination;
    }

    bool dependsOn(const Expr& expr, const Var* loopVar) const
    {
        return contains(expr, [&](const Node& node) {
            const auto* var = as<Var>(&node);
            const auto let = var ? m_lets.find(var) : m_lets.end();
            return var == loopVar ? var != nullptr
                                  : let != m_lets.end() && let->second.loopVars.contains(loopVar);
        });
    }

    bool isActive(const Var* var) const
    {
        return std::ranges::any_of(m_active, [var](const Loop* loop) { return loop->var == var; });
    }

    template <class Visit>
    static void forEachVar(const Expr& expr, const Visit& visitVar)
    {
        contains(expr, [&](const Node& node) {
            if (const auto* var = as<Var>(&node))
                visitVar(var);
            return false;
        });
    }

    HoistOptions m_options;
    std::deque<Loop> m_loops; ///< addresses stay
    std::vector<Loop*> m_active;
    std::unordered_map<const Var*, Dependencies> m_lets;
};

class Hoister : public PassMutatorOf<arith::MutatorWithAnalyzer> {
public:
    Hoister(PassContext& context, HoistOptions options, std::deque<Loop>& loops)
        : PassMutatorOf(context, arithmeticOf(context))
    {
        for (Loop& loop : loops) {
            std::erase_if(loop.conditions,
                          [&](const HoistedCondition& condition) { return !isEnabled(condition, options); });
            for (const HoistedBinding& binding : loop.bindings)
                if ((binding.source & options.lets) != 0)
                    m_hoistedLets.insert(binding.var);
            for (const HoistedCondition& condition : loop.conditions)
                if ((options.lets & hoisted_let::RequiredByCondition) != 0)
                    m_hoistedLets.insert(condition.lets.begin(), condition.lets.end());
            m_loops.emplace(loop.stmt, &loop);
        }
    }

private:
    using MutatorWithAnalyzer::visit;

    static bool isEnabled(const HoistedCondition& condition, HoistOptions options)
    {
        using namespace hoisted_let;
        return (condition.source & options.conditions) != 0 &&
               (condition.lets.empty() || (options.lets & (RequiredByCondition | BindStatement)) != 0) &&
               (!condition.usesBlockVar || (options.conditions & hoisted_condition::BlockVars) != 0);
    }

    const Stmt* visit(const For& loop) override { return guarded(loop, MutatorWithAnalyzer::visit(loop)); }
    const Stmt* visit(const AttrStmt& attr) override
    {
        return guarded(attr, MutatorWithAnalyzer::visit(attr));
    }

    const Stmt* visit(const Bind& bind) override
    {
        const Stmt* made = MutatorWithAnalyzer::visit(bind);
        return m_hoistedLets.contains(bind.var) ? noOp(arena()) : made;
    }

    const Expr* visit(const Let& let) override
    {
        const Expr* made = MutatorWithAnalyzer::visit(let);
        return m_hoistedLets.contains(let.var) ? to<Let>(*made).body : made;
    }

    const Stmt* guarded(const Stmt& original, const Stmt* stmt)
    {
        const auto found = m_loops.find(&original);
        if (found == m_loops.end())
            return stmt;
        const Loop& loop = *found->second;
        for (auto hoisted = loop.conditions.rbegin(); hoisted != loop.conditions.rend(); ++hoisted) {
            context().explain(
                [stmt = loop.stmt, var = loop.var, condition = hoisted->condition](NoteWriter& notes) {
                    notes.note("'" + shortText(*condition) + "' does not depend on " + quoted(var->name) +
                                   ": it is decided in front of the loop",
                               stmt);
                });
            stmt =
                makeFrom<IfThenElse>(original, hoisted->condition, stmt, hoisted->needsElse ? stmt : nullptr);
        }
        std::vector<const Stmt*> all;
        for (const HoistedBinding& binding : loop.bindings)
            if (m_hoistedLets.contains(binding.var))
                all.push_back(arena().make<Bind>(binding.var, binding.value));
        all.push_back(stmt);
        return sequence(arena(), all);
    }

    Vars m_hoistedLets;
    std::unordered_map<const Stmt*, const Loop*> m_loops;
};

} // namespace

HoistOptions ifHoistOptions(const PrimFunc& function, PassContext& context, bool isBasic)
{
    using namespace hoisted_condition;
    if (isBasic)
        return {.conditions = IfStatement};
    int64_t withBlock = 0;
    const AttrValue* mark = find(function.attrs, "tirx.HoistIfThenElseExprWithBlock");
    if (mark && mark->toInt(withBlock) && withBlock == 1)
        return {.conditions = IfExpression | BlockVars};
    const bool crosses = context.configFlag("s_tir.HoistIfThenElse.support_block_scope_hoisting");
    return {.conditions = IfStatement | (crosses ? BlockVars : 0)};
}

FunctionOutcome hoist(const PrimFunc& function, PassContext& context, HoistOptions options)
{
    HoistFinder finder(*function.body, options);
    if (finder.error())
        return *finder.error();
    const Stmt* body = Hoister(context, options, finder.loops()).mutate(function.body);
    if (body == function.body) {
        context.note("nothing to move: every condition depends on its innermost loop", &function);
        return &function;
    }
    return SsaConverter(context.arena()).convert(*withBody(context.arena(), function, body));
}

} // namespace tir::passes
