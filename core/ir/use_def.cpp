/// Counts definitions and uses in program order. A variable used before its definition comes from outside.

#include "core/ir/use_def.h"

#include "core/ir/structural_equal.h"
#include "core/support/pointer_map.h"
#include "core/support/text_format.h"

namespace tir {

/// An inner loop of passes: dispatches on the kind without virtual calls, the most frequent kinds first.
class UseDefAnalyzer::Walk {
public:
    explicit Walk(PredicateUses predicates) : m_visitPredicates(predicates == PredicateUses::Counted) {}

    void begin(VarList defined, bool visitThreadExtent)
    {
        m_visitThreadExtent = visitThreadExtent;
        m_result = {};
        m_isDefined.clear();
        m_isDeclared.clear();
        m_lets.clear();
        for (const Var* var : defined)
            define(var);
    }

    void walk(const Node* node, Role role = Role::Value)
    {
        if (!node)
            return;
        switch (node->kind) {
        case NodeKind::FloatImm:
        case NodeKind::IntImm:
        case NodeKind::StringImm:
            break;
        case NodeKind::Var:
            if (role == Role::VarDef)
                define(static_cast<const Var*>(node));
            else
                use(static_cast<const Var*>(node));
            break;
        case NodeKind::Binary:
            walk(static_cast<const Binary&>(*node).a);
            walk(static_cast<const Binary&>(*node).b);
            break;
        case NodeKind::Call:
            visitAll(static_cast<const Call&>(*node).args);
            break;
        case NodeKind::AssertStmt:
            walk(static_cast<const AssertStmt&>(*node).condition);
            visitAll(static_cast<const AssertStmt&>(*node).messageParts);
            break;
        case NodeKind::AllocBuffer:
            visit(to<AllocBuffer>(*node));
            break;
        case NodeKind::AttrStmt:
            visit(to<AttrStmt>(*node));
            break;
        case NodeKind::Buffer: // arguments of tile primitives; all other uses belong to the nodes around them
            use(static_cast<const Buffer*>(node));
            break;
        case NodeKind::BufferLoad:
            visit(to<BufferLoad>(*node));
            break;
        case NodeKind::BufferRegion:
            visit(to<BufferRegion>(*node));
            break;
        case NodeKind::BufferStore:
            visit(to<BufferStore>(*node));
            break;
        case NodeKind::DeclBuffer:
            visit(to<DeclBuffer>(*node));
            break;
        case NodeKind::Let:
            visit(to<Let>(*node));
            break;
        case NodeKind::SBlock:
            visit(to<SBlock>(*node));
            break;
        default:
            forEachChild(*node, role, [this](const Node& child, Role childRole) { walk(&child, childRole); });
        }
    }

    UseDef take() { return std::move(m_result); }

private:
    void visit(const Let& let)
    {
        // One variable may be bound by several lets of the same value: a shared subexpression.
        walk(let.value);
        const auto [known, isNew] = m_lets.insert(let.var, let.value);
        if (isNew)
            define(let.var);
        else if (!structuralEqual(*known, *let.value))
            throw InternalError("variable " + quoted(let.var->name) + " is bound to two different values");
        walk(let.body);
    }

    void visit(const BufferLoad& load)
    {
        use(load.buffer);
        visitAll(load.indices);
        if (m_visitPredicates)
            walk(load.predicate);
    }

    void visit(const BufferStore& store)
    {
        // The buffer counts before the value, as in TVM.
        use(store.buffer);
        walk(store.value);
        visitAll(store.indices);
        if (m_visitPredicates)
            walk(store.predicate);
    }

    void visit(const BufferRegion& region)
    {
        use(region.buffer);
        for (const Range* range : region.region)
            walk(range, Role::Part);
    }

    void visit(const AttrStmt& attr)
    {
        const bool isLaunch = attr.key == attr::ThreadExtent;
        if (isLaunch) {
            const IterVar* axis = attr.iterVar();
            if (!axis)
                throw InternalError("a thread_extent names no thread axis; write it with T.launch_thread");
            // The same axis may be opened several times: the first one defines it.
            if (!isKnown(axis->var))
                define(axis->var);
        }
        if (!isLaunch || m_visitThreadExtent)
            walk(attr.value);
        walk(attr.body);
    }

    void visit(const AllocBuffer& alloc)
    {
        visitFields(*alloc.buffer);
        if (!isKnown(alloc.buffer->data))
            define(alloc.buffer->data);
        define(alloc.buffer);
    }

    void visit(const DeclBuffer& decl)
    {
        if (decl.buffer->scopeText() != "tmem")
            use(decl.buffer->data);
        define(decl.buffer);
        visitFields(*decl.buffer);
    }

    void visit(const SBlock& block)
    {
        for (const IterVar* axis : block.iterVars)
            define(axis->var);
        for (const Buffer* buffer : block.allocBuffers) {
            visitFields(*buffer);
            define(buffer->data);
            define(buffer);
        }
        for (const MatchBufferRegion* match : block.matchBuffers) {
            walk(match->source, Role::Part);
            define(match->buffer->data);
            define(match->buffer);
        }
        walk(block.init);
        walk(block.body);
    }

    void visitFields(const Buffer& buffer)
    {
        visitAll(buffer.shape);
        visitAll(buffer.strides);
        walk(buffer.elemOffset);
        walk(buffer.layout, Role::Part);
    }

    void visitAll(ExprList exprs)
    {
        for (const Expr* expr : exprs) {
            if (expr->kind == NodeKind::Var)
                use(static_cast<const Var*>(expr));
            else if (!isLeafExpr(expr->kind))
                walk(expr);
        }
    }

    bool isKnown(const Var* var) const { return m_isDefined.contains(var); }

    void define(const Var* var)
    {
        const auto [isDefined, isNew] = m_isDefined.insert(var, true);
        if (!isNew)
            throw InternalError("variable " + quoted(var->name) +
                                (isDefined ? " is defined twice" : " is defined after it was used"));
    }

    void use(const Var* var)
    {
        if (m_isDefined.insert(var, false).second)
            m_result.undefinedVars.push_back(var);
    }

    void define(const Buffer* buffer)
    {
        if (!m_isDeclared.insert(buffer, true).first)
            throw InternalError("buffer " + quoted(buffer->name) + " is declared after it was accessed");
    }

    void use(const Buffer* buffer)
    {
        if (m_isDeclared.insert(buffer, false).second)
            m_result.undefinedBuffers.push_back(buffer);
        use(buffer->data);
    }

    bool m_visitPredicates;
    bool m_visitThreadExtent = true;
    UseDef m_result;
    PointerMap<Var, bool> m_isDefined; ///< else it was used without a definition
    PointerMap<Buffer, bool> m_isDeclared;
    PointerMap<Var, const Expr*> m_lets;
};

UseDefAnalyzer::UseDefAnalyzer(PredicateUses predicates) : m_walk(std::make_unique<Walk>(predicates)) {}
UseDefAnalyzer::~UseDefAnalyzer() = default;

UseDef UseDefAnalyzer::read(const Stmt& body, VarList defined, bool visitThreadExtent)
{
    m_walk->begin(defined, visitThreadExtent);
    m_walk->walk(&body);
    return m_walk->take();
}

UseDef useDef(const Stmt& body, VarList defined, bool visitThreadExtent)
{
    return UseDefAnalyzer().read(body, defined, visitThreadExtent);
}

} // namespace tir
