#include "core/codegen/llvm_ir/lockstep.h"

#include "core/ir/storage_scope.h"
#include "core/ir/visitor.h"

#include <map>
#include <unordered_map>

namespace tir::llvm_ir {
namespace {

constexpr uint8_t Reads = 1;
constexpr uint8_t Writes = 2;

/// How memory is accessed, by data variable.
using Accesses = std::map<const Var*, uint8_t>;

void add(Accesses& all, const Accesses& more)
{
    for (const auto& [var, how] : more)
        all[var] |= how;
}

bool conflict(const Accesses& left, const Accesses& right)
{
    for (const auto& [var, how] : left) {
        const auto other = right.find(var);
        if (other != right.end() && ((how | other->second) & Writes))
            return true;
    }
    return false;
}

/// Registers of one thread.
bool isPrivate(StorageRank rank)
{
    return rank != StorageRank::Global && rank != StorageRank::Shared && rank != StorageRank::Warp;
}

/// What an expression or a statement without statements inside accesses.
class AccessCollector : public Visitor {
public:
    AccessCollector(const std::unordered_map<const Var*, const Var*>& aliases) : m_aliases(aliases) {}
    Accesses result;

protected:
    void visit(const BufferLoad& node) override
    {
        note(*node.buffer, Reads);
        for (const Expr* index : node.indices)
            Visitor::visit(index);
        if (node.predicate)
            Visitor::visit(node.predicate);
    }
    void visit(const BufferStore& node) override
    {
        note(*node.buffer, Writes);
        for (const Expr* index : node.indices)
            Visitor::visit(index);
        if (node.predicate)
            Visitor::visit(node.predicate);
        Visitor::visit(node.value);
    }
    /// Who gets an address may read and write there.
    void visit(const Call& node) override
    {
        const bool isAddress = node.isOp("tirx.address_of");
        for (const Expr* arg : node.args) {
            if (const auto* load = as<BufferLoad>(arg); load && isAddress)
                note(*load->buffer, Reads | Writes);
            Visitor::visit(arg);
        }
    }
    void visit(const Var& node) override
    {
        const auto* pointer = as<PointerType>(node.type);
        if (!pointer)
            return;
        const auto scope = storageScopeFromString(pointer->scope);
        if (!scope || !isPrivate(scope->rank))
            note(node, Reads | Writes);
    }

private:
    void note(const Buffer& buffer, uint8_t how)
    {
        if (!isPrivate(buffer.scope().rank))
            note(*buffer.data, how);
    }
    void note(const Var& var, uint8_t how)
    {
        const auto alias = m_aliases.find(&var);
        result[alias == m_aliases.end() ? &var : alias->second] |= how;
    }

    const std::unordered_map<const Var*, const Var*>& m_aliases;
};

} // namespace

/// Walks the statements in order with what was accessed since the threads last waited.
class LockstepPlanner {
public:
    LockstepPlanner(LockstepPlan& plan, const Module& module) : m_plan(plan), m_module(module) {}

    void walk(const Stmt& stmt, Accesses& pending)
    {
        const Accesses own = accesses(stmt);
        if (stmt.kind != NodeKind::SeqStmt && conflict(pending, own)) {
            m_plan.m_before.insert(&stmt);
            pending.clear();
        }
        walkInside(stmt, own, pending);
    }

private:
    void walkInside(const Stmt& stmt, const Accesses& own, Accesses& pending)
    {
        switch (stmt.kind) {
        case NodeKind::SeqStmt:
            for (const Stmt* member : to<SeqStmt>(stmt).seq)
                walk(*member, pending);
            return;
        case NodeKind::AttrStmt: {
            const auto& node = to<AttrStmt>(stmt);
            if (node.key == attr::VirtualThread)
                add(pending, own); // a loop
            walk(*node.body, pending);
            return;
        }
        case NodeKind::For: {
            const auto& loop = to<For>(stmt);
            if (loop.forKind != ForKind::ThreadBinding)
                add(pending, own); // the iteration before
            walk(*loop.body, pending);
            return;
        }
        case NodeKind::While: {
            const auto& loop = to<While>(stmt);
            if (conflict(expressions(loop), accesses(*loop.body)))
                m_plan.m_inHead.insert(&loop);
            add(pending, own);
            walk(*loop.body, pending);
            return;
        }
        case NodeKind::IfThenElse: {
            const auto& node = to<IfThenElse>(stmt);
            add(pending, expressions(node));
            Accesses other = pending;
            add(other, accesses(*node.thenCase)); // other threads went there
            walk(*node.thenCase, pending);
            if (node.elseCase)
                walk(*node.elseCase, other);
            add(pending, other);
            return;
        }
        case NodeKind::SBlockRealize: {
            const SBlock& block = *to<SBlockRealize>(stmt).block;
            if (block.init)
                walk(*block.init, pending);
            walk(*block.body, pending);
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

    /// Of a statement with everything in it.
    const Accesses& accesses(const Stmt& stmt)
    {
        const auto known = m_accesses.find(&stmt);
        if (known != m_accesses.end())
            return known->second;
        noteAliases(stmt);
        Accesses result;
        forEachChild(stmt, Role::Scope, [&](const Node& child, Role) {
            if (child.isStmt())
                add(result, accesses(static_cast<const Stmt&>(child)));
        });
        add(result, expressions(stmt));
        return m_accesses.emplace(&stmt, std::move(result)).first->second;
    }

    /// Without the statements inside.
    Accesses expressions(const Stmt& stmt)
    {
        AccessCollector collector(m_aliases);
        if (stmt.kind == NodeKind::BufferStore) {
            static_cast<Visitor&>(collector).visit(&stmt, Role::Scope);
            return std::move(collector.result);
        }
        // An allocation and a declaration name memory without using it, a binding of a pointer too.
        if (stmt.kind == NodeKind::AllocBuffer || stmt.kind == NodeKind::DeclBuffer)
            return {};
        if (const auto* bind = as<Bind>(&stmt); bind && bind->var->dtype.isHandle())
            return {};
        if (const auto* attr = as<AttrStmt>(&stmt)) { // what it is about is not accessed
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

    /// A pointer that is made from another one names the same memory, and so does a buffer that is matched.
    void noteAliases(const Stmt& stmt)
    {
        if (const auto* block = as<SBlock>(&stmt))
            for (const MatchBufferRegion* match : block->matchBuffers)
                noteAlias(match->buffer->data, match->source->buffer->data);
        if (const auto* bind = as<Bind>(&stmt); bind && bind->var->dtype.isHandle())
            noteAlias(bind->var, bind->value);
    }
    void noteAlias(const Var* var, const Expr* pointer)
    {
        AccessCollector collector(m_aliases);
        static_cast<Visitor&>(collector).visit(pointer);
        if (!collector.result.empty())
            m_aliases[var] = collector.result.begin()->first;
    }

    /// The function of the module that the statement calls; null: none.
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
    std::unordered_map<const Stmt*, Accesses> m_accesses;
    std::unordered_map<const Var*, const Var*> m_aliases;
    std::unordered_set<const PrimFunc*> m_inside;
    std::unordered_set<const PrimFunc*> m_collecting;
};

LockstepPlan::LockstepPlan(const Stmt& body, const Module& module)
{
    LockstepPlanner planner(*this, module);
    Accesses pending;
    planner.walk(body, pending);
}

} // namespace tir::llvm_ir
