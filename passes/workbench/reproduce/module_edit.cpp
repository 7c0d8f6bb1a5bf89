#include "passes/workbench/reproduce/module_edit.h"

#include "core/ir/substitute.h"

namespace tir {
namespace {

class Editor : public Substituter {
public:
    Editor(Arena& arena, const ModuleEdit& edit) : Substituter(arena), m_edit(edit) {}

protected:
    using Substituter::visit;

#define TIR_EXPR(Name)                                                           \
    const Expr* visit(const Name& node) override                                 \
    {                                                                            \
        const auto found = m_edit.expressions.find(&node);                       \
        return found != m_edit.expressions.end() ? found->second : edited(node); \
    }
#define TIR_STMT(Name)                                                                     \
    const Stmt* visit(const Name& node) override                                           \
    {                                                                                      \
        if (m_edit.statements.contains(&node))                                             \
            return noOp(arena());                                                          \
        return m_edit.unwrapped.contains(&node) ? bodyOf(node) : Substituter::visit(node); \
    }
#include "core/ir/node_list.def"

    const Expr* valueOf(const Var& var) override
    {
        const auto found = m_values.find(&var);
        return found == m_values.end() ? nullptr : found->second;
    }

private:
    template <class T>
    const Expr* edited(const T& node)
    {
        return Substituter::visit(node);
    }

    const Expr* edited(const IntImm& node)
    {
        const auto found = m_edit.integers.find(node.value);
        const bool isIndex = node.dtype == Int32 || node.dtype == Int64;
        return found == m_edit.integers.end() || !isIndex ? &node
                                                          : intImm(arena(), node.dtype, found->second);
    }

    template <class T>
    const Stmt* bodyOf(const T& node)
    {
        return Substituter::visit(node);
    }

    const Stmt* bodyOf(const For& loop)
    {
        m_values[loop.loopVar] = mutate(loop.min);
        if (loop.threadBinding && loop.threadBinding->var)
            m_values[loop.threadBinding->var] = mutate(loop.min);
        return mutate(loop.body);
    }

    const Stmt* bodyOf(const AttrStmt& attribute)
    {
        if (const IterVar* axis = attribute.iterVar())
            m_values[axis->var] = constant(arena(), axis->var->dtype, 0);
        return mutate(attribute.body);
    }

    const Stmt* bodyOf(const IfThenElse& branch)
    {
        return mutate(branch.thenCase);
    }

    const ModuleEdit& m_edit;
    std::unordered_map<const Var*, const Expr*> m_values; ///< of loops that are gone
};

const PrimFunc* withoutParameters(Arena& arena, const PrimFunc& function, const ModuleEdit& edit)
{
    std::vector<const Var*> params;
    for (const Var* param : function.params)
        if (!edit.parameters.contains(param))
            params.push_back(param);
    if (params.size() == function.params.size())
        return &function;
    std::vector<BufferBinding> buffers;
    for (const BufferBinding& binding : function.bufferMap)
        if (!edit.parameters.contains(binding.param))
            buffers.push_back(binding);
    return arena.make<PrimFunc>(arena.copy(std::span<const Var* const>(params)), function.body,
                                function.retType, arena.copy(std::span<const BufferBinding>(buffers)),
                                function.attrs);
}

} // namespace

const Module* apply(Arena& arena, const Module& module, const ModuleEdit& edit)
{
    std::vector<ModuleEntry> functions;
    for (const ModuleEntry& entry : module.functions) {
        if (edit.functions.contains(entry.function))
            continue;
        functions.push_back(entry);
        const auto* function = as<PrimFunc>(entry.function);
        if (!function)
            continue;
        Editor editor(arena, edit);
        functions.back().function = editor.mutate(*withoutParameters(arena, *function, edit));
    }
    return withFunctions(arena, module, functions);
}

} // namespace tir
