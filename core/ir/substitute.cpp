#include "core/ir/substitute.h"

namespace tir {

const Expr* Substituter::visit(const Var& var)
{
    const Expr* value = valueOf(var);
    return value ? value : &var;
}

const Var* Substituter::mutateVarDef(const Var* var)
{
    const Var* other = as<Var>(valueOf(*var));
    return other ? other : var;
}

const Buffer* Substituter::mutateBufferUse(const Buffer* buffer)
{
    if (const Buffer* const* known = m_buffers.find(buffer))
        return *known;
    const Var* data = mutateVarDef(buffer->data);
    const Buffer* made = data == buffer->data ? buffer
                                              : rebuilt(*buffer, data, buffer->shape, buffer->strides,
                                                        buffer->elemOffset, buffer->layout);
    m_buffers.insert(buffer, made);
    return made;
}

namespace {

class TableSubstituter : public Substituter {
public:
    TableSubstituter(Arena& arena, const VarValues& values) : Substituter(arena), m_values(values) {}

private:
    const Expr* valueOf(const Var& var) override
    {
        const Expr* const* value = m_values.find(&var);
        return value ? *value : nullptr;
    }

    const VarValues& m_values;
};

} // namespace

const Expr* substitute(Arena& arena, const Expr* expr, const VarValues& values)
{
    return values.size() == 0 || as<IntImm>(expr) ? expr : TableSubstituter(arena, values).mutate(expr);
}

const Stmt* substitute(Arena& arena, const Stmt* stmt, const VarValues& values)
{
    return values.size() == 0 ? stmt : TableSubstituter(arena, values).mutate(stmt);
}

} // namespace tir
