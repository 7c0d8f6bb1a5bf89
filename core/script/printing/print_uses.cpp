#include "core/script/printing/print_uses.h"

#include "core/ir/contains.h"
#include "core/ir/make.h"
#include "core/script/common/unknown_arguments.h"

#include <algorithm>

namespace tir::script {
namespace {

bool isGridLoop(const For& loop)
{
    return loop.forKind == ForKind::Serial && isConstInt(loop.min, 0) &&
           std::ranges::all_of(loop.annotations, isKept) && (!loop.step || isConstInt(loop.step, 1));
}

} // namespace

std::vector<const For*> gridNest(const For& outermost)
{
    std::vector<const For*> nest{&outermost};
    if (!isGridLoop(outermost))
        return nest;
    const auto isNext = [&](const For& loop) {
        return isGridLoop(loop) && keepSame(loop.annotations, {}, outermost.annotations, {});
    };
    for (const auto* inner = as<For>(outermost.body); inner && isNext(*inner); inner = as<For>(inner->body)) {
        for (const For* outer : nest)
            if (mentions(inner->extent, outer->loopVar))
                return nest;
        nest.push_back(inner);
    }
    return nest;
}

class Uses::Scan : public Visitor {
public:
    Scan(Uses& uses, const PrimFunc& function) : m_uses(uses), m_scope(function.body)
    {
        m_uses.m_scopes[m_scope] = {};
        for (const BufferBinding& binding : function.bufferMap)
            visitChild(*binding.buffer, Role::BufferParam);
        Visitor::visit(function.body, Role::Scope);
    }

private:
    void visitChild(const Node& child, Role role) override
    {
        if (role != Role::Scope) {
            Visitor::visit(&child, role);
            return;
        }
        inScope(&child, [&] { Visitor::visit(&child, role); });
    }

    template <class Visit>
    void inScope(Scope scope, Visit&& visit)
    {
        const Scope outer = m_scope;
        m_uses.m_scopes.try_emplace(scope, ScopeInfo{outer, m_uses.m_scopes[outer].depth + 1, m_isBranch});
        m_isBranch = false;
        m_scope = scope;
        visit();
        m_scope = outer;
    }

    /// The bounds belong to the scope of the loop, as its variable does. The loops of one grid share it.
    void visit(const For& outermost) override
    {
        const std::vector<const For*> nest = gridNest(outermost);
        const Stmt* body = nest.back()->body;
        inScope(body, [&] {
            for (const For* loop : nest)
                forEachChild(*loop, Role::Stmt, [&](const Node& child, Role childRole) {
                    if (childRole == Role::Value)
                        Visitor::visit(&child, childRole);
                });
            Visitor::visit(body, Role::Scope);
        });
    }

    void visit(const IfThenElse& branch) override
    {
        Visitor::visit(branch.condition, Role::Value);
        for (const Stmt* taken : {branch.thenCase, branch.elseCase})
            if (taken)
                branchScope(*taken);
    }

    void branchScope(const Stmt& taken)
    {
        inScope(&taken, [&] {
            m_isBranch = taken.kind == NodeKind::For || taken.kind == NodeKind::While ||
                         taken.kind == NodeKind::AttrStmt;
            Visitor::visit(&taken, Role::Scope);
            m_isBranch = false;
        });
    }

    /// The variable of a launch belongs to its body, also when nothing in the body uses it.
    void visit(const AttrStmt& attr) override
    {
        forEachChild(attr, role(), [&](const Node& child, Role childRole) {
            if (childRole == Role::Scope)
                inScope(&child, [&] {
                    if (const IterVar* axis = attr.iterVar()) {
                        m_uses.add(axis->var, m_scope);
                        if (!axis->threadTag.empty())
                            m_uses.m_launchAxes.try_emplace(axis->var, axis);
                    }
                    Visitor::visit(&child, childRole);
                });
            else if (childRole != Role::VarDef)
                visitChild(child, childRole);
        });
    }

    void visit(const ExecScopeStmt& scope) override
    {
        inScope(&scope, [&] { visitChildren(scope); });
    }

    /// The members of a composition are a suite.
    void visit(const TilePrimitiveCall& call) override
    {
        const bool isComposition = call.op->is(OpId::compose_op);
        if (isComposition)
            inScope(&call, [&] { visitChildren(call); });
        else
            visitChildren(call);
    }

    void visit(const Predicate& predicate) override
    {
        inScope(&predicate, [&] { visitChildren(predicate); });
    }

    void visit(const SBlock& block) override
    {
        inScope(&block, [&] { visitChildren(block); });
    }

    void visit(const Var& var) override { m_uses.add(&var, m_scope); }

    void visit(const Buffer& buffer) override
    {
        const Object& known = m_uses.m_objects[&buffer];
        const Scope before = known.scope;
        m_uses.add(&buffer, m_scope);
        // Variables in the fields are used wherever the buffer is; once per scope is enough.
        if (role() != Role::BufferUse || before != m_uses.m_objects[&buffer].scope)
            forEachChild(buffer, Role::BufferDecl,
                         [this](const Node& field, Role fieldRole) { Visitor::visit(&field, fieldRole); });
    }

    Uses& m_uses;
    Scope m_scope;
    bool m_isBranch = false; ///< the next scope belongs to the one statement of a branch
};

Uses::Uses(const PrimFunc& function)
{
    Scan(*this, function);
}

Uses::Scope Uses::scopeOf(const Node* object) const
{
    const auto found = m_objects.find(object);
    return found == m_objects.end() ? nullptr : found->second.scope;
}

Uses::Scope Uses::parentOf(Scope scope) const
{
    const auto found = m_scopes.find(scope);
    return found == m_scopes.end() ? nullptr : found->second.parent;
}

bool Uses::isInside(Scope scope, Scope outer) const
{
    while (scope && scope != outer)
        scope = parentOf(scope);
    return scope == outer;
}

bool Uses::isBranch(Scope scope) const
{
    const auto found = m_scopes.find(scope);
    return found != m_scopes.end() && found->second.isBranch;
}

int Uses::count(const Var* var) const
{
    const auto found = m_objects.find(var);
    return found == m_objects.end() ? 0 : found->second.count;
}

const IterVar* Uses::launchAxisOf(const Var* var) const
{
    const auto found = m_launchAxes.find(var);
    return found == m_launchAxes.end() ? nullptr : found->second;
}

Uses::Scope Uses::common(Scope a, Scope b) const
{
    while (a != b) {
        const int depthA = m_scopes.at(a).depth;
        const int depthB = m_scopes.at(b).depth;
        if (depthA >= depthB)
            a = parentOf(a);
        if (depthB >= depthA)
            b = parentOf(b);
    }
    return a;
}

void Uses::add(const Node* object, Scope scope)
{
    Object& entry = m_objects[object];
    entry.scope = entry.scope ? common(entry.scope, scope) : scope;
    ++entry.count;
}

} // namespace tir::script
