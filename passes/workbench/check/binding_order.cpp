#include "passes/workbench/check/binding_order.h"

#include "core/analysis/text.h"
#include "core/ir/contains.h"
#include "core/ir/mutator.h"
#include "core/ir/substitute.h"

#include <algorithm>
#include <tuple>

namespace tir {
namespace {

class BindingSorter : public Mutator {
public:
    using Mutator::mutate;
    using Mutator::Mutator;

private:
    using Mutator::visit;

    struct Binding {
        size_t depth; ///< of bindings of the same run that it uses
        std::string value;
        const Stmt* stmt;
    };

    static const Bind* sortable(const Stmt* stmt)
    {
        const auto* bind = as<Bind>(stmt);
        return bind && bind->var->name.starts_with("cse_v") ? bind : nullptr;
    }

    const Stmt* visit(const SeqStmt& statements) override
    {
        std::vector<const Stmt*> all;
        std::vector<Binding> run;
        const auto endRun = [&] {
            std::ranges::stable_sort(run, [](const Binding& a, const Binding& b) {
                return std::tie(a.depth, a.value) < std::tie(b.depth, b.value);
            });
            for (const Binding& binding : run)
                all.push_back(binding.stmt);
            run.clear();
            m_depths.clear();
        };
        for (const Stmt* stmt : statements.seq) {
            const Bind* bind = sortable(stmt);
            if (!bind) {
                endRun();
                all.push_back(mutate(stmt));
                continue;
            }
            size_t depth = 0;
            contains(*bind->value, [&](const Node& node) {
                if (const auto* var = as<Var>(&node))
                    if (const size_t* known = m_depths.find(var))
                        depth = std::max(depth, *known + 1);
                return false;
            });
            m_depths.insert(bind->var, depth);
            const Expr* expanded = substitute(arena(), bind->value, m_values);
            m_values.insert(bind->var, expanded);
            run.push_back({depth, shortText(*expanded), stmt});
        }
        endRun();
        return makeFrom<SeqStmt>(statements, arena().copy(all));
    }

    VarValues m_values;
    PointerMap<Var, size_t> m_depths; ///< of the current run
};

} // namespace

const Module* withSortedBindings(Arena& arena, const Module& module)
{
    std::vector<ModuleEntry> functions(module.functions.begin(), module.functions.end());
    for (ModuleEntry& entry : functions)
        if (const auto* function = as<PrimFunc>(entry.function))
            entry.function = withBody(arena, *function, BindingSorter(arena).mutate(function->body));
    return withFunctions(arena, module, functions);
}

} // namespace tir
