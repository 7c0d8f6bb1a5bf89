#include "core/codegen/llvm_ir/lockstep.h"

#include "core/arith/linear_expr.h"
#include "core/codegen/llvm_ir/lockstep_accesses.h"
#include "core/codegen/llvm_ir/scan.h"
#include "core/ir/contains.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace tir::llvm_ir {
/// Walks the statements in order with the accesses since the threads last waited.
class LockstepPlanner {
public:
    LockstepPlanner(LockstepPlan& plan, const Module& module, const ThreadReductions& reductions)
        : m_plan(plan),
          m_module(module),
          m_reductions(reductions)
    {}

    void walk(const Stmt& stmt, SharedAccesses& pending)
    {
        const SharedAccesses own = accesses(stmt);
        if (stmt.kind != NodeKind::SeqStmt && conflict(pending, own)) {
            m_plan.m_before.insert(&stmt);
            pending.clear();
        }
        walkInside(stmt, own, pending);
    }

private:
    void walkInside(const Stmt& stmt, const SharedAccesses& own, SharedAccesses& pending)
    {
        switch (stmt.kind) {
        case NodeKind::SeqStmt:
            for (const Stmt* member : to<SeqStmt>(stmt).seq)
                walk(*member, pending);
            return;
        case NodeKind::AttrStmt: {
            const auto& node = to<AttrStmt>(stmt);
            if (isVirtualThread(node)) // a loop
                add(pending, ofOthers(own, *node.iterVar()->var));
            walk(*node.body, pending);
            return;
        }
        case NodeKind::For: {
            const auto& loop = to<For>(stmt);
            if (!threadAxis(loop)) // the iteration before
                add(pending, ofOthers(own, *loop.loopVar));
            walk(*loop.body, pending);
            return;
        }
        case NodeKind::While: {
            const auto& loop = to<While>(stmt);
            if (conflict(expressions(loop), accesses(*loop.body)))
                m_plan.m_inHead.insert(&loop);
            add(pending, withoutIndices(own));
            walk(*loop.body, pending);
            return;
        }
        case NodeKind::IfThenElse: {
            const auto& node = to<IfThenElse>(stmt);
            add(pending, expressions(node));
            SharedAccesses other = pending;
            SharedAccesses ofOtherThreads = accesses(*node.thenCase);
            separate(ofOtherThreads, *node.condition);
            add(other, ofOtherThreads); // other threads went there
            SharedAccesses inside = insideOf(*node.condition, pending);
            walk(*node.thenCase, inside);
            if (node.elseCase)
                walk(*node.elseCase, other);
            if (!dependsOnThread(*node.condition)) {
                pending = std::move(inside);
                add(pending, other);
            }
            add(pending, own);
            return;
        }
        case NodeKind::SBlockRealize: {
            const auto& realize = to<SBlockRealize>(stmt);
            SharedAccesses inside = insideOf(*realize.predicate, pending);
            if (realize.block->init)
                walk(*realize.block->init, inside);
            walk(*realize.block->body, inside);
            if (dependsOnThread(*realize.predicate))
                add(pending, own);
            else
                pending = std::move(inside);
            return;
        }
        default:
            if (const PrimFunc* callee = calleeOf(stmt); callee && m_inside.insert(callee).second) {
                add(pending, own);
                walk(*callee->body, pending);
                m_inside.erase(callee);
            }
            add(pending, own);
        }
    }

    /// Variables are followed once, because they may share parts of their values.
    using Followed = std::unordered_set<const Var*>;

    /// The accesses of other iterations of the loop: an index with its variable denotes another element there.
    SharedAccesses ofOthers(SharedAccesses accesses, const Var& loopVar) const
    {
        for (auto& [var, access] : accesses)
            if (access.indices && std::ranges::any_of(*access.indices, [&](const Expr* index) {
                    return dependsOn(*index, loopVar);
                }))
                access.indices.reset();
        return accesses;
    }
    static SharedAccesses withoutIndices(SharedAccesses accesses)
    {
        for (auto& [var, access] : accesses)
            access.indices.reset();
        return accesses;
    }
    bool dependsOn(const Expr& expr, const Var& var) const
    {
        Followed followed;
        return depends(expr, var, followed);
    }
    bool depends(const Expr& expr, const Var& var, Followed& followed) const
    {
        return contains(expr, [&](const Node& node) {
            const auto value = m_values.find(as<Var>(&node));
            return &node == &var || (value != m_values.end() && followed.insert(value->first).second &&
                                     depends(*value->second, var, followed));
        });
    }

    bool dependsOnThread(const Expr& condition) const
    {
        return std::ranges::any_of(m_threads,
                                   [&](const Var* thread) { return dependsOn(condition, *thread); });
    }
    /// What a part of the threads accesses is not the same element for the others, unless each of them decides about
    /// an element of its own.
    void separate(SharedAccesses& accesses, const Expr& condition) const
    {
        for (const Var* thread : m_threads)
            if (dependsOn(condition, *thread))
                for (auto& [var, access] : accesses)
                    if (access.indices && std::ranges::none_of(*access.indices, [&](const Expr* index) {
                            return isLinearIn(*index, *thread);
                        }))
                        guard(access, condition);
    }
    static void guard(SharedAccess& access, const Expr& condition)
    {
        if (access.guard && access.guard != &condition)
            access.indices.reset(); // by several conditions
        access.guard = &condition;
    }
    /// As the threads see them for which the condition holds.
    static SharedAccesses insideOf(const Expr& condition, SharedAccesses accesses)
    {
        for (auto& [var, access] : accesses)
            if (isSame(access.guard, &condition))
                access.guard = nullptr;
        return accesses;
    }
    bool isLinearIn(const Expr& expr, const Var& var) const
    {
        Followed followed;
        return isLinear(expr, var, followed);
    }
    bool isLinear(const Expr& expr, const Var& var, Followed& followed) const
    {
        const LinearExpr form = linearExpr(expr);
        return std::ranges::any_of(form.terms, [&](const LinearTerm& term) {
            const auto value = m_values.find(as<Var>(term.expr));
            return term.expr == &var || (value != m_values.end() && followed.insert(value->first).second &&
                                         isLinear(*value->second, var, followed));
        });
    }

    /// Of a statement with everything in it.
    const SharedAccesses& accesses(const Stmt& stmt)
    {
        const auto known = m_accesses.find(&stmt);
        if (known != m_accesses.end())
            return known->second;
        noteAliases(stmt);
        noteValues(stmt);
        const auto* block = as<SBlock>(&stmt);
        const bool isReduction = block && m_reductions.blocks.contains(block);
        const SBlock* outer = isReduction ? std::exchange(m_reduction, block) : m_reduction;
        SharedAccesses result;
        forEachChild(stmt, Role::Scope, [&](const Node& child, Role) {
            if (child.isStmt())
                add(result, accesses(static_cast<const Stmt&>(child)));
        });
        if (const auto* branch = as<IfThenElse>(&stmt))
            separate(result, *branch->condition);
        if (const auto* realize = as<SBlockRealize>(&stmt))
            separate(result, *realize->predicate);
        add(result, expressions(stmt));
        m_reduction = outer;
        return m_accesses.emplace(&stmt, std::move(result)).first->second;
    }

    /// Without the statements inside.
    SharedAccesses expressions(const Stmt& stmt)
    {
        AccessCollector collector(m_aliases, m_reductions, m_reduction);
        if (stmt.kind == NodeKind::BufferStore) {
            static_cast<Visitor&>(collector).visit(&stmt, Role::Scope);
            return std::move(collector.result);
        }
        // An allocation and a declaration name memory without using it, a binding of a pointer too.
        if (stmt.kind == NodeKind::AllocBuffer || stmt.kind == NodeKind::DeclBuffer)
            return {};
        if (const auto* bind = as<Bind>(&stmt); bind && bind->var->dtype.isHandle())
            return {};
        if (const auto* attr = as<AttrStmt>(&stmt)) { // the subject of an attribute is not accessed
            static_cast<Visitor&>(collector).visit(attr->value);
            return std::move(collector.result);
        }
        forEachChild(stmt, Role::Scope, [&](const Node& child, Role role) {
            if (child.isExpr() && role == Role::Value)
                static_cast<Visitor&>(collector).visit(&child);
        });
        if (const PrimFunc* callee = calleeOf(stmt); callee && m_collecting.insert(callee).second) {
            add(collector.result, accesses(*callee->body));
            m_collecting.erase(callee);
        }
        return std::move(collector.result);
    }

    /// A pointer that is derived from another one refers to the same memory, and so does a buffer that is matched.
    void noteAliases(const Stmt& stmt)
    {
        if (const auto* block = as<SBlock>(&stmt))
            for (const MatchBufferRegion* match : block->matchBuffers)
                noteAlias(match->buffer->data, match->source->buffer->data);
        if (const auto* bind = as<Bind>(&stmt); bind && bind->var->dtype.isHandle())
            noteAlias(bind->var, bind->value);
    }
    void noteValues(const Stmt& stmt)
    {
        if (const auto* bind = as<Bind>(&stmt))
            m_values[bind->var] = bind->value;
        if (const auto* loop = as<For>(&stmt))
            m_values[loop->loopVar] = loop->min;
        if (const auto* loop = as<For>(&stmt); loop && threadAxis(*loop))
            m_threads.push_back(loop->loopVar);
        if (const auto* attr = as<AttrStmt>(&stmt);
            attr && attr->key == attr::ThreadExtent && attr->iterVar())
            m_threads.push_back(attr->iterVar()->var);
        if (const auto* realize = as<SBlockRealize>(&stmt))
            for (size_t index = 0;
                 index < realize->block->iterVars.size() && index < realize->iterValues.size(); ++index)
                m_values[realize->block->iterVars[index]->var] = realize->iterValues[index];
    }
    void noteAlias(const Var* var, const Expr* pointer)
    {
        AccessCollector collector(m_aliases, m_reductions, m_reduction);
        static_cast<Visitor&>(collector).visit(pointer);
        if (!collector.result.empty())
            m_aliases[var] = collector.result.begin()->first;
    }

    /// The function of the module that the statement calls; null if there is none.
    const PrimFunc* calleeOf(const Stmt& stmt)
    {
        const auto* evaluate = as<Evaluate>(&stmt);
        const auto* call = evaluate ? as<Call>(evaluate->value) : nullptr;
        const ModuleEntry* entry = call && call->function ? m_module.find(call->function->name) : nullptr;
        const auto* callee = entry ? as<PrimFunc>(entry->function) : nullptr;
        if (!callee || callee->params.size() != call->args.size())
            return nullptr;
        for (size_t index = 0; index < call->args.size(); ++index) {
            const Var* param = callee->params[index];
            if (!param->dtype.isHandle())
                continue;
            noteAlias(param, call->args[index]);
            if (const Buffer* buffer = callee->bufferOf(param))
                noteAlias(buffer->data, call->args[index]);
        }
        return callee;
    }

    LockstepPlan& m_plan;
    const Module& m_module;
    const ThreadReductions& m_reductions;
    std::unordered_map<const Stmt*, SharedAccesses> m_accesses;
    const SBlock* m_reduction = nullptr; ///< around the statement whose accesses are collected
    std::unordered_map<const Var*, const Expr*>
        m_values; ///< of variables: the expressions that they are computed from
    std::vector<const Var*> m_threads;
    std::unordered_map<const Var*, const Var*> m_aliases;
    std::unordered_set<const PrimFunc*> m_inside;
    std::unordered_set<const PrimFunc*> m_collecting;
};

LockstepPlan::LockstepPlan(const Stmt& body, const Module& module, const ThreadReductions& reductions)
{
    LockstepPlanner planner(*this, module, reductions);
    SharedAccesses pending;
    planner.walk(body, pending);
}

} // namespace tir::llvm_ir
