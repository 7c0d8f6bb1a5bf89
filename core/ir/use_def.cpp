/// Counts definitions and uses in program order. What is used before anything defined it comes from outside.

#include "core/ir/use_def.h"

#include "core/ir/structural_equal.h"
#include "core/ir/visitor.h"
#include "core/support/pointer_map.h"

namespace tir {
namespace {

class Analyzer : public Visitor {
public:
    Analyzer(VarList defined, bool visitThreadExtent) : m_visitThreadExtent(visitThreadExtent)
    {
        for (const Var* var : defined)
            define(var);
    }

    UseDef take() { return std::move(m_result); }

private:
    void visit(const Var& var) override
    {
        if (role() == Role::VarDef)
            define(&var);
        else
            use(&var);
    }

    void visit(const Let& let) override
    {
        // One variable may be bound by several lets of the same value: a shared subexpression.
        Visitor::visit(let.value);
        const auto [known, isNew] = m_lets.insert(let.var, let.value);
        if (isNew)
            define(let.var);
        else if (!structuralEqual(*known, *let.value))
            throw InternalError("variable '" + std::string(let.var->name) +
                                "' is bound to two different values");
        Visitor::visit(let.body);
    }

    void visit(const BufferLoad& load) override
    {
        use(load.buffer);
        visitAll(load.indices);
    }

    void visit(const BufferStore& store) override
    {
        // The buffer counts before the value, and predicates do not count, as in TVM.
        use(store.buffer);
        Visitor::visit(store.value);
        visitAll(store.indices);
    }

    void visit(const BufferRegion& region) override
    {
        use(region.buffer);
        for (const Range* range : region.region)
            Visitor::visit(range, Role::Part);
    }

    /// Arguments of tile primitives; all other uses are visited by the nodes around them.
    void visit(const Buffer& buffer) override { use(&buffer); }

    void visit(const AttrStmt& attr) override
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
            Visitor::visit(attr.value);
        Visitor::visit(attr.body);
    }

    void visit(const AllocBuffer& alloc) override
    {
        visitFields(*alloc.buffer);
        if (!isKnown(alloc.buffer->data))
            define(alloc.buffer->data);
        define(alloc.buffer);
    }

    void visit(const DeclBuffer& decl) override
    {
        if (decl.buffer->scopeText() != "tmem")
            use(decl.buffer->data);
        define(decl.buffer);
        visitFields(*decl.buffer);
    }

    void visit(const SBlock& block) override
    {
        for (const IterVar* axis : block.iterVars)
            define(axis->var);
        for (const Buffer* buffer : block.allocBuffers) {
            visitFields(*buffer);
            define(buffer->data);
            define(buffer);
        }
        for (const MatchBufferRegion* match : block.matchBuffers) {
            Visitor::visit(match->source, Role::Part);
            define(match->buffer->data);
            define(match->buffer);
        }
        Visitor::visit(block.init);
        Visitor::visit(block.body);
    }

    void visitFields(const Buffer& buffer)
    {
        visitAll(buffer.shape);
        visitAll(buffer.strides);
        Visitor::visit(buffer.elemOffset);
        Visitor::visit(buffer.layout, Role::Part);
    }

    void visitAll(ExprList exprs)
    {
        for (const Expr* expr : exprs)
            Visitor::visit(expr);
    }

    bool isKnown(const Var* var) const { return m_definedVars.contains(var) || m_usedVars.contains(var); }

    void define(const Var* var)
    {
        if (m_usedVars.contains(var))
            throw InternalError("variable '" + std::string(var->name) + "' is defined after it was used");
        if (!m_definedVars.insert(var))
            throw InternalError("variable '" + std::string(var->name) + "' is defined twice");
    }

    void use(const Var* var)
    {
        if (!m_definedVars.contains(var) && m_usedVars.insert(var))
            m_result.undefinedVars.push_back(var);
    }

    void define(const Buffer* buffer)
    {
        if (m_usedBuffers.contains(buffer))
            throw InternalError("buffer '" + std::string(buffer->name) +
                                "' is declared after it was accessed");
        m_definedBuffers.insert(buffer);
    }

    void use(const Buffer* buffer)
    {
        if (!m_definedBuffers.contains(buffer) && m_usedBuffers.insert(buffer))
            m_result.undefinedBuffers.push_back(buffer);
        use(buffer->data);
    }

    bool m_visitThreadExtent;
    UseDef m_result;
    PointerSet<Var> m_definedVars;
    PointerSet<Var> m_usedVars; ///< only those used without a definition
    PointerSet<Buffer> m_definedBuffers;
    PointerSet<Buffer> m_usedBuffers;
    PointerMap<Var, const Expr*> m_lets;
};

} // namespace

UseDef useDef(const Stmt& body, VarList defined, bool visitThreadExtent)
{
    Analyzer analyzer(defined, visitThreadExtent);
    static_cast<Visitor&>(analyzer).visit(&body);
    return analyzer.take();
}

} // namespace tir
