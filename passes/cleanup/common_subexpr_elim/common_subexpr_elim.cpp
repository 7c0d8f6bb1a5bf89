/// common_subexpr_elim: binds arithmetic that occurs several times to a variable.
///
///     B[i * 4] = A[i * 4]    becomes    cse_v1 = i * 4
///                                       B[cse_v1] = A[cse_v1]
///
/// Place: after simplification, so that equal expressions look equal.
/// Leaves alone: loads, calls, conditions, vectors that are only built; expressions that occur several times
///        only as a part of another one that is bound.
///
/// A binding goes to the innermost body around all occurrences, in front of the statement that needs it
/// first. Small expressions are bound first, so larger ones use their variables.
///
/// TVM binds expressions over a variable that several launches share in front of all of them, where it has no value.
/// The sound mode keeps the definitions apart, and leaves divisions that may be by zero under their conditions.

#include "core/analysis/text.h"
#include "core/ir/mutator.h"
#include "passes/cleanup/common_subexpr_elim/expr_numbers.h"
#include "passes/cleanup/common_subexpr_elim/occurrences.h"
#include "passes/framework/pass.h"
#include "passes/framework/tvm_defects.h"

#include <algorithm>
#include <unordered_map>

namespace tir::passes {
namespace {

/// Worth a variable, the least nested first.
std::vector<Occurrences*> chosen(const OccurrenceFinder& finder, Mode mode)
{
    for (const Occurrences* entry : finder.order())
        for (Occurrences* part : entry->parts)
            part->consumed += std::max(entry->count - 1, 0);
    std::vector<Occurrences*> all;
    std::ranges::copy_if(finder.order(), std::back_inserter(all), [&](const Occurrences* entry) {
        return entry->count - entry->consumed >= 2 &&
               (mode == Mode::AsTvm ||
                (finder.isDefinedWhereBound(*entry) && OccurrenceFinder::isSafeWhereBound(*entry)));
    });
    std::ranges::stable_sort(all, {}, &Occurrences::depth);
    return all;
}

class Binder : public Mutator {
public:
    Binder(PassContext& context, ExprNumbers& numbers) : Mutator(context.arena()), m_numbers(numbers) {}

    void bind(const Occurrences& entry, const Stmt* place, const Var* var)
    {
        const size_t rank = m_vars.size();
        m_vars.emplace(entry.number, Variable{var, rank});
        m_pending[place].push_back({var, entry.expr, entry.number, rank});
    }

private:
    using Mutator::visit;

    struct Variable {
        const Var* var;
        size_t rank; ///< in the order of the bindings
    };
    struct Binding {
        const Var* var;
        const Expr* value;
        int number;
        size_t rank;
    };

#define TIR_STMT(Name)                                                \
    const Stmt* visit(const Name& node) override                      \
    {                                                                 \
        const Stmt* bindings = takeBindings(node);                    \
        const Stmt* made = rebuiltStmt(node);                         \
        return bindings ? sequence(arena(), {bindings, made}) : made; \
    }
#include "core/ir/node_list.def"

    template <class Node>
    const Stmt* rebuiltStmt(const Node& node)
    {
        return Mutator::visit(node);
    }
    /// The step belongs to no body that the search has looked at.
    const Stmt* rebuiltStmt(const For& loop)
    {
        const Expr* min = mutate(loop.min);
        const Expr* extent = mutate(loop.extent);
        const Stmt* body = mutate(loop.body);
        if (min == loop.min && extent == loop.extent && body == loop.body)
            return &loop;
        return makeFrom<For>(loop, loop.loopVar, min, extent, loop.forKind, body, loop.threadBinding,
                             loop.annotations, loop.step);
    }

    const Stmt* rebuiltStmt(const BufferStore& store)
    {
        const Buffer* buffer = mutateBufferUse(store.buffer);
        const Expr* value = mutate(store.value);
        const ExprList indices = mutate(store.indices);
        if (buffer == store.buffer && value == store.value && indices.data() == store.indices.data())
            return &store;
        return makeFrom<BufferStore>(store, buffer, value, indices, store.predicate);
    }

    const Var* mutateVarDef(const Var* var) override
    {
        m_numbers.define(*var);
        return var;
    }

    /// A statement that occurs in several places is reached first where its bindings belong, or, if they are over
    /// a later definition of a variable, after that.
    const Stmt* takeBindings(const Stmt& stmt)
    {
        const auto found = m_pending.find(&stmt);
        if (found == m_pending.end())
            return nullptr;
        std::vector<const Stmt*> bindings;
        std::erase_if(found->second, [&](const Binding& binding) {
            const bool isHere = m_numbers.of(*binding.value) == binding.number;
            if (!isHere)
                return false;
            // Variables with a larger rank are bound later. Such an expression can be a part of a vector in this one.
            const size_t outer = std::exchange(m_bound, binding.rank);
            bindings.push_back(makeFrom<Bind>(*binding.value, binding.var, rebuiltValue(*binding.value)));
            m_bound = outer;
            return true;
        });
        return bindings.empty() ? nullptr : sequence(arena(), bindings);
    }

    const Expr* rebuiltValue(const Expr& value)
    {
        switch (value.kind) {
        case NodeKind::Binary:
            return Mutator::visit(to<Binary>(value));
        case NodeKind::Cast:
            return Mutator::visit(to<Cast>(value));
        case NodeKind::Not:
            return Mutator::visit(to<Not>(value));
        default:
            return Mutator::visit(to<Select>(value));
        }
    }

    const Expr* visit(const Binary& node) override
    {
        return bound(node);
    }
    const Expr* visit(const Cast& node) override
    {
        return bound(node);
    }
    const Expr* visit(const Not& node) override
    {
        return bound(node);
    }
    const Expr* visit(const Select& node) override
    {
        return bound(node);
    }
    const Expr* visit(const Let& let) override
    {
        const Expr* value = mutate(let.value);
        return value == let.value ? &let : makeFrom<Let>(let, let.var, value, let.body);
    }

    const Expr* visit(const BufferLoad& load) override
    {
        const Buffer* buffer = mutateBufferUse(load.buffer);
        const ExprList indices = mutate(load.indices);
        if (buffer == load.buffer && indices.data() == load.indices.data())
            return &load;
        return makeFrom<BufferLoad>(load, load.dtype, buffer, indices, load.predicate);
    }

    const Expr* bound(const Expr& expr)
    {
        const auto found = m_vars.find(m_numbers.of(expr));
        const bool isBound = found != m_vars.end() && found->second.rank < m_bound;
        return isBound ? found->second.var : rebuiltValue(expr);
    }

    ExprNumbers& m_numbers;
    std::unordered_map<int, Variable> m_vars; ///< by number of the expression
    size_t m_bound = SIZE_MAX;                ///< how many of them can be used
    std::unordered_map<const Stmt*, std::vector<Binding>> m_pending;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    ExprNumbers numbers(context.mode() == Mode::Sound);
    OccurrenceFinder finder(function, numbers);
    const std::vector<Occurrences*> entries = chosen(finder, context.mode());
    if (entries.empty()) {
        context.note("nothing to do: no arithmetic occurs twice", &function);
        return &function;
    }
    Arena& arena = context.arena();
    numbers.restart();
    Binder binder(context, numbers);
    int count = 0;
    for (const Occurrences* entry : entries) {
        const auto* var = arena.make<Var>(arena.intern("cse_v" + std::to_string(++count)),
                                          primType(arena, entry->expr->dtype));
        binder.bind(*entry, finder.placeOf(*entry), var);
        if (!finder.isDefinedWhereBound(*entry))
            context.reportDefect(tvm_defect::HoistedBinding,
                                 shortText(*entry->expr) +
                                     " is bound in front of the statements that define its variables",
                                 var);
        context.explain([name = var->name, entry = *entry](NoteWriter& notes) {
            std::string text = std::string(name) + " = " + shortText(*entry.expr) + ", used " +
                               std::to_string(entry.count - entry.consumed) + " times";
            if (entry.consumed > 0)
                text += "; it occurs " + std::to_string(entry.count) + " times, the other " +
                        std::to_string(entry.consumed) +
                        " as a part of larger expressions that are bound, too";
            notes.note(std::move(text), entry.expr);
        });
    }
    return withBody(arena, function, binder.mutate(function.body));
}

} // namespace

PassInfo commonSubexprElim()
{
    return {.name = "CommonSubexprElim",
            .summary = "Bind arithmetic that occurs several times to variables",
            .bindsInAnyOrder = true,
            .run = functionPass(run)};
}

} // namespace tir::passes
