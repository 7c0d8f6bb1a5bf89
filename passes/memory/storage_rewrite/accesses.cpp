#include "passes/memory/storage_rewrite/accesses.h"

#include "core/arith/same_expr.h"
#include "core/ir/module.h"
#include "core/support/text_format.h"

namespace tir::passes {
namespace {

class LinearAccessFinder : public Visitor {
public:
    LinearAccesses find(const Stmt& body)
    {
        visit(&body, Role::Scope);
        return std::move(m_made);
    }

private:
    using Visitor::visit;

    void visit(const AllocBuffer& alloc) override
    {
        m_made.allocations[alloc.buffer->data] = &alloc;
        m_levels[alloc.buffer->data] = m_open.size();
        for (const Expr* extent : alloc.buffer->shape)
            visit(extent, Role::Value);
    }
    void visit(const DeclBuffer& decl) override
    {
        for (const Expr* extent : decl.buffer->shape)
            visit(extent, Role::Value);
    }

    void visit(const BufferStore& store) override
    {
        leaf(store, [&] {
            visitChildren(store);
            access(*store.buffer, store);
        });
    }
    void visit(const Evaluate& evaluate) override
    {
        leaf(evaluate, [&] { visitChildren(evaluate); });
    }
    void visit(const Bind& bind) override
    {
        leaf(bind, [&] { visitChildren(bind); });
    }
    void visit(const AssertStmt& check) override { scope(check); }
    void visit(const For& loop) override { scope(loop); }
    void visit(const IfThenElse& branch) override { scope(branch); }
    void visit(const While& loop) override { scope(loop); }
    void visit(const AttrStmt& attr) override
    {
        const bool isLaunch = attr.key == attr::ThreadExtent && !m_isInLaunch;
        if (isLaunch)
            m_isInLaunch = true;
        if (isLaunch || attr.key == "extern_scope" || attr.key == attr::VirtualThread) {
            scope(attr);
        } else {
            visit(attr.value, Role::Value);
            visit(attr.body, Role::Scope);
        }
        if (isLaunch)
            m_isInLaunch = false;
    }

    void visit(const BufferLoad& load) override
    {
        visitChildren(load);
        access(*load.buffer, load);
    }
    /// A pointer that is passed on counts as read.
    void visit(const Var& var) override
    {
        if (role() == Role::Value)
            touch(&var);
    }

    template <class VisitParts>
    void leaf(const Stmt& stmt, VisitParts&& visitParts)
    {
        m_open.emplace_back();
        visitParts();
        std::vector<const Var*> touched = std::move(m_open.back());
        m_open.pop_back();
        if (!touched.empty())
            m_made.sequence.push_back({.stmt = &stmt, .touched = std::move(touched)});
    }

    void scope(const Stmt& stmt)
    {
        const size_t begin = m_made.sequence.size();
        m_made.sequence.push_back({.stmt = &stmt});
        m_open.emplace_back();
        visitParts(stmt);
        const size_t end = m_made.sequence.size();
        m_made.sequence[begin].toOtherEnd = int64_t(end - begin);
        m_made.sequence.push_back({.stmt = &stmt,
                                   .toOtherEnd = int64_t(begin) - int64_t(end),
                                   .touched = std::move(m_open.back())});
        m_open.pop_back();
    }

    void visitParts(const Stmt& stmt)
    {
        if (const auto* attr = as<AttrStmt>(&stmt)) { // its subject is not accessed
            visit(attr->value, Role::Value);
            visit(attr->body, Role::Scope);
        } else {
            visitChildren(stmt);
        }
    }

    void access(const Buffer& buffer, const Node& node)
    {
        m_made.accessed.insert(&buffer);
        const AllocBuffer* const* alloc = m_made.allocations.find(buffer.data);
        if (!alloc)
            return;
        touch(buffer.data);
        const size_t expected = (*alloc)->buffer->axisSeparators.size();
        if (buffer.axisSeparators.size() != expected && !m_made.error)
            m_made.error = PassError{.message = quoted(buffer.name) + " is accessed with " +
                                                std::to_string(buffer.axisSeparators.size() + 1) +
                                                " physical dimensions, but allocated with " +
                                                std::to_string(expected + 1),
                                     .node = &node};
    }

    void touch(const Var* var)
    {
        const size_t* level = m_levels.find(var);
        if (level && *level < m_open.size())
            m_open[*level].push_back(var);
    }

    LinearAccesses m_made;
    PointerMap<Var, size_t> m_levels;            ///< open scopes at the allocation
    std::vector<std::vector<const Var*>> m_open; ///< allocations that the open scopes access
    bool m_isInLaunch = false;
};

class InPlaceCheck : public Visitor {
public:
    InPlaceCheck(const Var& target, const Var& source) : m_target(target), m_source(source) {}

    bool allows(const Stmt& stmt)
    {
        switch (stmt.kind) {
        case NodeKind::AttrStmt:
        case NodeKind::BufferStore:
        case NodeKind::For:
        case NodeKind::IfThenElse:
        case NodeKind::While:
            visit(&stmt, Role::Stmt);
            return m_isAllowed;
        default:
            return false;
        }
    }

private:
    using Visitor::visit;

    void visitChild(const Node& child, Role childRole) override
    {
        if (m_isAllowed)
            visit(&child, childRole);
    }

    void visit(const Var& var) override
    {
        if (role() == Role::Value && (&var == &m_target || &var == &m_source))
            m_isAllowed = false;
    }
    void visit(const DeclBuffer&) override {}
    void visit(const AllocBuffer& alloc) override
    {
        if (find(alloc.annotations, attr::Volatile))
            m_isAllowed = false;
    }
    void visit(const AttrStmt& attr) override
    {
        if (attr.key == "extern_scope" || attr.key == "volatile_scope") {
            m_isAllowed = false;
            return;
        }
        visitChild(*attr.value, Role::Value);
        visitChild(*attr.body, Role::Scope);
    }
    void visit(const BufferStore& store) override
    {
        ++m_depth;
        for (const Expr* index : store.indices)
            visitChild(*index, Role::Value);
        --m_depth;
        m_store = store.buffer->data == &m_target ? &store : nullptr;
        visitChild(*store.value, Role::Value);
        m_store = nullptr;
        if (store.predicate)
            visitChild(*store.predicate, Role::Value);
    }
    void visit(const BufferLoad& load) override
    {
        const Var* data = load.buffer->data;
        const bool isSame = data != &m_source || (m_store && m_store->value->dtype == load.dtype &&
                                                  sameIndices(m_store->indices, load.indices));
        if (data == &m_target || m_depth != 0 || !isSame) {
            m_isAllowed = false;
            return;
        }
        ++m_depth;
        for (const Expr* index : load.indices)
            visitChild(*index, Role::Value);
        --m_depth;
    }

    static bool sameIndices(ExprList a, ExprList b)
    {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                          [](const Expr* x, const Expr* y) { return isSameExpr(*x, *y); });
    }

    const Var& m_target;
    const Var& m_source;
    const BufferStore* m_store = nullptr; ///< into the target, while its value is visited
    int m_depth = 0;                      ///< of accesses around
    bool m_isAllowed = true;
};

} // namespace

LinearAccesses linearAccesses(const Stmt& body)
{
    return LinearAccessFinder().find(body);
}

bool canReplaceInPlace(const Stmt& stmt, const Var& target, const Var& source)
{
    return InPlaceCheck(target, source).allows(stmt);
}

} // namespace tir::passes
