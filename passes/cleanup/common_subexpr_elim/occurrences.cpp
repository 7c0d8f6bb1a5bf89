#include "passes/cleanup/common_subexpr_elim/occurrences.h"

#include "core/ir/children.h"
#include "core/ir/contains.h"

#include <algorithm>
#include <utility>

namespace tir::passes {

const Stmt* OccurrenceFinder::placeOf(const Occurrences& entry) const
{
    if (entry.firstBody == entry.body)
        return entry.firstStmt;
    int body = entry.firstBody;
    while (m_bodies[size_t(body)].parent != entry.body)
        body = m_bodies[size_t(body)].parent;
    return m_bodies[size_t(body)].opener;
}

bool OccurrenceFinder::isDefinedWhereBound(const Occurrences& entry) const
{
    return !contains(*entry.expr, [&](const Node& node) {
        const auto* var = as<Var>(&node);
        const auto found = var ? m_definitions.find(var) : m_definitions.end();
        if (found == m_definitions.end())
            return false; // a parameter
        const Definitions& definitions = found->second;
        return entry.position < definitions.position ||
               std::ranges::none_of(definitions.bodies,
                                    [&](int body) { return commonBody(body, entry.body) == body; });
    });
}

bool OccurrenceFinder::isSafeWhereBound(const Occurrences& entry)
{
    const bool mayFail = contains(*entry.expr, [](const Node& node) {
        const auto* division = as<Binary>(&node);
        const auto* divisor = division ? as<IntImm>(division->b) : nullptr;
        return division && division->op >= BinaryOp::Div && division->op <= BinaryOp::FloorMod &&
               division->dtype.isIntegral() && (!divisor || divisor->value == 0);
    });
    return !mayFail || std::ranges::find(entry.computedIn, entry.body) != entry.computedIn.end();
}

void OccurrenceFinder::visitChild(const Node& child, Role role)
{
    if (role == Role::VarDef) {
        const auto& var = to<Var>(child);
        m_numbers.define(var);
        if (m_stmt && (m_stmt->kind == NodeKind::AttrStmt || m_stmt->kind == NodeKind::For))
            m_defined.push_back(&var);
        else
            addDefinition(var);
    }
    if (!child.isStmt()) {
        visit(&child, role);
        return;
    }
    const Stmt* outerStmt = m_stmt;
    const int outerBody = m_body;
    if (role == Role::Scope) {
        m_bodies.push_back({m_body, m_bodies[size_t(m_body)].depth + 1, m_stmt});
        m_body = int(m_bodies.size()) - 1;
        for (const Var* var : std::exchange(m_defined, {}))
            addDefinition(*var);
    }
    if (child.kind != NodeKind::SBlock) // a block realization has no separate place before its block
        m_stmt = static_cast<const Stmt*>(&child);
    visit(&child, role);
    m_stmt = outerStmt;
    m_body = outerBody;
}

void OccurrenceFinder::addDefinition(const Var& var)
{
    m_definitions.try_emplace(&var, Definitions{m_order.size()}).first->second.bodies.push_back(m_body);
}

void OccurrenceFinder::visit(const For& loop)
{
    visitChild(*loop.min, Role::Value);
    visitChild(*loop.extent, Role::Value);
    visitChild(*loop.loopVar, Role::VarDef);
    visitChild(*loop.body, Role::Scope);
}

void OccurrenceFinder::visit(const BufferStore& store)
{
    visitChild(*store.value, Role::Value);
    visitAll(store.indices);
}

void OccurrenceFinder::visitAll(ExprList exprs)
{
    for (const Expr* expr : exprs)
        visitChild(*expr, Role::Value);
}

void OccurrenceFinder::visit(const Binary& node)
{
    if (node.op != BinaryOp::And && node.op != BinaryOp::Or)
        return visitEligible(node);
    visitChild(*node.a, Role::Value);
    visitGuarded(*node.b);
}

void OccurrenceFinder::visit(const Call& call)
{
    if (!call.isOp(OpId::if_then_else))
        return visitAll(call.args);
    visitChild(*call.args[0], Role::Value);
    for (const Expr* value : call.args.subspan(1))
        visitGuarded(*value);
}

void OccurrenceFinder::visitGuarded(const Expr& expr)
{
    ++m_guardCount;
    visitChild(expr, Role::Value);
    --m_guardCount;
}

void OccurrenceFinder::visitEligible(const Expr& expr)
{
    Occurrences* entry = entryOf(expr);
    if (entry) {
        ++entry->count;
        entry->body = commonBody(entry->body, m_body);
        if (m_guardCount == 0 && (entry->computedIn.empty() || entry->computedIn.back() != m_body))
            entry->computedIn.push_back(m_body);
    }
    visitChildren(expr);
}

Occurrences* OccurrenceFinder::entryOf(const Expr& expr)
{
    const int number = m_numbers.of(expr);
    const bool isCompound = expr.kind == NodeKind::Binary || expr.kind == NodeKind::Cast ||
                            expr.kind == NodeKind::Not || expr.kind == NodeKind::Select;
    if (!isCompound || number == ExprNumbers::None || expr.dtype.isBool())
        return nullptr;
    const auto [found, isNew] =
        m_all.try_emplace(number, Occurrences{&expr, number, m_order.size(), m_body, m_stmt, m_body});
    Occurrences& entry = found->second;
    if (isNew) {
        m_order.push_back(&entry);
        forEachChild(expr, Role::Value, [&](const Node& child, Role) {
            if (Occurrences* part = entryOf(static_cast<const Expr&>(child))) {
                entry.parts.push_back(part);
                entry.depth = std::max(entry.depth, part->depth + 1);
            }
        });
    }
    return &entry;
}

int OccurrenceFinder::commonBody(int a, int b) const
{
    while (a != b) {
        int& deeper = m_bodies[size_t(a)].depth >= m_bodies[size_t(b)].depth ? a : b;
        deeper = m_bodies[size_t(deeper)].parent;
    }
    return a;
}

} // namespace tir::passes
