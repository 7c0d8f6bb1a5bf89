#include "core/analysis/data_arithmetic.h"

#include "core/ir/visitor.h"

#include <utility>

namespace tir {
namespace {

class Finder : public Visitor {
public:
    explicit Finder(std::unordered_set<const Binary*>& operations) : m_operations(operations) {}

private:
    void visit(const BufferLoad& load) override
    {
        visitIndices(load.indices);
        if (load.predicate)
            Visitor::visit(load.predicate);
        m_isLoaded = true;
    }

    void visit(const BufferStore& store) override
    {
        Visitor::visit(store.value);
        visitIndices(store.indices);
        if (store.predicate)
            Visitor::visit(store.predicate);
    }

    void visit(const Var& var) override { m_isLoaded = m_isLoaded || m_loaded.contains(&var); }

    void visit(const Bind& bind) override { define(*bind.var, *bind.value); }

    void visit(const Let& let) override
    {
        define(*let.var, *let.value);
        Visitor::visit(let.body);
    }

    void visit(const Binary& node) override
    {
        const bool isOuterLoaded = std::exchange(m_isLoaded, false);
        visitChildren(node);
        if (m_isLoaded && !m_isInIndex && isArithmetic(node.op) && node.dtype.isIntegral())
            m_operations.insert(&node);
        m_isLoaded = m_isLoaded || isOuterLoaded;
    }

    void visitIndices(ExprList indices)
    {
        const bool isOuterIndex = std::exchange(m_isInIndex, true);
        for (const Expr* index : indices)
            Visitor::visit(index);
        m_isInIndex = isOuterIndex;
    }

    void define(const Var& var, const Expr& value)
    {
        const bool isOuterLoaded = std::exchange(m_isLoaded, false);
        Visitor::visit(&value);
        if (m_isLoaded)
            m_loaded.insert(&var);
        m_isLoaded = isOuterLoaded;
    }

    std::unordered_set<const Binary*>& m_operations;
    std::unordered_set<const Var*> m_loaded; ///< variables whose value depends on a load
    bool m_isLoaded = false;                 ///< a visited part of the current expression depends on a load
    bool m_isInIndex = false;
};

} // namespace

DataArithmetic::DataArithmetic(const Stmt& body)
{
    add(body);
}

DataArithmetic::DataArithmetic(const Module& module)
{
    for (const ModuleEntry& entry : module.functions)
        if (const auto* function = as<PrimFunc>(entry.function))
            add(*function->body);
}

void DataArithmetic::add(const Stmt& body)
{
    Finder finder(m_operations);
    static_cast<Visitor&>(finder).visit(&body, Role::Scope);
}

} // namespace tir
