/// inline_private_functions: replaces calls of private functions by their bodies.
///
///     @private def twice(p): B = decl(p); B[0] *= 2        A_1 = decl(A.data)
///     def main(A): twice(A.data)                becomes    A_1[0] *= 2
///
/// Place: anywhere before split_host_device; in no default pipeline.
/// Leaves alone: functions with a root block, with buffers as parameters, or that call themselves; calls
///        within expressions, and calls between targets (noted).

#include "core/ir/ssa.h"
#include "core/ir/substitute.h"
#include "core/ir/visitor.h"
#include "core/support/text_format.h"
#include "passes/framework/pass.h"
#include "passes/framework/pass_mutator.h"

#include <unordered_map>
#include <unordered_set>

namespace tir::passes {
namespace {

using Names = std::unordered_set<std::string_view>;

class CalleeFinder : public Visitor {
public:
    explicit CalleeFinder(const Stmt& body) { visit(&body, Role::Scope); }
    const Names& callees() const { return m_callees; }

private:
    using Visitor::visit;
    void visit(const Call& call) override
    {
        if (call.function)
            m_callees.insert(call.function->name);
        visitChildren(call);
    }
    Names m_callees;
};

/// The callees of each function.
class Calls {
public:
    explicit Calls(const Module& module)
    {
        for (const ModuleEntry& entry : module.functions)
            if (const auto* function = as<PrimFunc>(entry.function))
                m_callees.emplace(entry.var->name, CalleeFinder(*function->body).callees());
    }

    /// Directly or through others.
    bool callsItself(std::string_view name) const
    {
        Names seen;
        std::vector<std::string_view> pending{name};
        while (!pending.empty()) {
            const auto found = m_callees.find(pending.back());
            pending.pop_back();
            if (found == m_callees.end())
                continue;
            for (const std::string_view callee : found->second) {
                if (callee == name)
                    return true;
                if (seen.insert(callee).second)
                    pending.push_back(callee);
            }
        }
        return false;
    }

private:
    std::unordered_map<std::string_view, Names> m_callees;
};

/// The body of a function with arguments in place of its parameters. Unlike plain substitution, operators
/// over an argument fold.
class Specializer : public Mutator {
public:
    Specializer(Arena& arena, const VarValues& values) : Mutator(arena), m_values(values) {}

    /// An allocation whose extents would change: accesses would no longer agree with it.
    const Stmt* unsupported() const { return m_unsupported; }

private:
    using Mutator::visit;

    const Expr* visit(const Var& var) override
    {
        const Expr* const* value = m_values.find(&var);
        return value ? *value : &var;
    }

    const Expr* visit(const Binary& node) override
    {
        const Expr* a = mutate(node.a);
        const Expr* b = mutate(node.b);
        return a == node.a && b == node.b ? &node : binary(arena(), node.op, a, b);
    }

    const Expr* visit(const Not& node) override
    {
        const Expr* value = mutate(node.value);
        const auto* constant = as<IntImm>(value);
        if (value == node.value)
            return &node;
        return constant ? static_cast<const Expr*>(boolImm(arena(), constant->value == 0))
                        : makeFrom<Not>(node, value);
    }

    const Stmt* visit(const AllocBuffer& alloc) override
    {
        if (mutateBufferDef(alloc.buffer) != alloc.buffer && !m_unsupported)
            m_unsupported = &alloc;
        return &alloc;
    }

    /// An argument that is not a variable gets one where the callee declares a buffer over its parameter.
    const Stmt* visit(const DeclBuffer& decl) override
    {
        const Var* parameter = decl.buffer->data;
        const Expr* const* value = m_values.find(parameter);
        const Var* pointer = value ? as<Var>(*value) : nullptr;
        m_replacesData = pointer != nullptr;
        const Stmt* made = Mutator::visit(decl);
        m_replacesData = false;
        if (!value || pointer)
            return made;
        return sequence(arena(), {makeFrom<Bind>(decl, parameter, *value), made});
    }

    const Var* mutateVarDef(const Var* var) override
    {
        const Expr* const* value = m_replacesData ? m_values.find(var) : nullptr;
        return value ? as<Var>(*value) : var;
    }

    const VarValues& m_values;
    bool m_replacesData = false;
    const Stmt* m_unsupported = nullptr;
};

class CallInliner : public PassMutator {
public:
    using Table = std::unordered_map<std::string_view, const PrimFunc*>;

    CallInliner(PassContext& context, const Table& inlinable) : PassMutator(context), m_inlinable(inlinable)
    {}

    const Stmt* inlined(const PrimFunc& caller)
    {
        const Target* target = targetOf(caller);
        m_target = target ? toString(*target) : std::string();
        return mutate(caller.body);
    }

    /// Functions that are still called.
    const Names& stillCalled() const { return m_stillCalled; }

private:
    using Mutator::visit;

    const Stmt* visit(const Evaluate& statement) override
    {
        const auto* call = as<Call>(statement.value);
        const auto found =
            call && call->function ? m_inlinable.find(call->function->name) : m_inlinable.end();
        if (found == m_inlinable.end())
            return Mutator::visit(statement);
        const PrimFunc& callee = *found->second;
        const std::string name = quoted(call->function->name);
        const Target* target = targetOf(callee);
        if (target && !m_target.empty() && toString(*target) != m_target) {
            context().note("the call of " + name + " stays: the functions have different targets", call);
            return Mutator::visit(statement);
        }
        if (call->args.size() != callee.params.size())
            return refuse(name + " takes " + std::to_string(callee.params.size()) + " arguments, but " +
                              std::to_string(call->args.size()) + " are given",
                          statement);
        VarValues values;
        for (size_t i = 0; i < callee.params.size(); ++i)
            values.insert(callee.params[i], call->args[i]);
        Specializer specializer(arena(), values);
        const Stmt* body = specializer.mutate(callee.body);
        if (specializer.unsupported())
            return refuse("an allocation in " + name + " depends on a parameter, which is not supported",
                          *specializer.unsupported());
        context().note(name + " is inlined", call);
        return mutate(body);
    }

    const Expr* visit(const Call& call) override
    {
        if (call.function) {
            m_stillCalled.insert(call.function->name);
            if (m_inlinable.contains(call.function->name))
                context().note("a call of " + quoted(call.function->name) +
                                   " stays: it is part of an expression, or the targets differ",
                               &call);
        }
        return Mutator::visit(call);
    }

    const Stmt* refuse(std::string message, const Stmt& stmt)
    {
        fail(std::move(message), stmt);
        return &stmt;
    }

    const Table& m_inlinable;
    std::string m_target; ///< of the caller
    Names m_stillCalled;
};

/// Private, over scalars and pointers, and without a root block.
bool isInlinable(const PrimFunc& function, std::string_view name, const Calls& calls)
{
    return !isExposed(function) && function.bufferMap.empty() &&
           function.body->kind != NodeKind::SBlockRealize && !calls.callsItself(name);
}

PassOutcome run(const Module& module, PassContext& context)
{
    const Calls calls(module);
    CallInliner::Table inlinable;
    for (const ModuleEntry& entry : module.functions) {
        const auto* function = as<PrimFunc>(entry.function);
        if (function && isInlinable(*function, entry.var->name, calls))
            inlinable.emplace(entry.var->name, function);
    }
    CallInliner inliner(context, inlinable);
    std::vector<ModuleEntry> functions;
    bool changed = false;
    for (const ModuleEntry& entry : module.functions) {
        functions.push_back(entry);
        const auto* function = as<PrimFunc>(entry.function);
        if (!function || inlinable.empty())
            continue;
        functions.back().function = withBody(context.arena(), *function, inliner.inlined(*function));
        changed |= functions.back().function != function;
        if (inliner.error())
            return *inliner.error();
    }
    if (!changed) {
        context.note(inlinable.empty() ? "nothing to do: no function can be inlined"
                                       : "nothing to do: no function that can be inlined is called in a "
                                         "statement of its own");
        return &module;
    }
    std::erase_if(functions, [&](const ModuleEntry& entry) {
        return inlinable.contains(entry.var->name) && !inliner.stillCalled().contains(entry.var->name);
    });
    return convertToSsa(context.arena(), *withFunctions(context.arena(), module, functions));
}

} // namespace

PassInfo inlinePrivateFunctions()
{
    return {.name = "InlinePrivateFunctions",
            .summary = "Replace calls of private functions by their bodies",
            .established = {{ModuleProperty::Ssa, "every copy of a body gets variables of its own"}},
            .run = run};
}

} // namespace tir::passes
