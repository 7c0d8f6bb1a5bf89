/// common_subexpr_elim: binds arithmetic that occurs several times to a variable.
///
///     B[i * 4] = A[i * 4]    becomes    cse_v1 = i * 4
///                                       B[cse_v1] = A[cse_v1]
///
/// Requires, establishes, invalidates: nothing.
/// Place: after simplification, so that equal expressions look equal.
/// Leaves alone: loads, calls, conditions, vectors that are only built; expressions that occur several times
///        only as a part of another one that is bound.
///
/// A binding goes to the innermost body around all occurrences, in front of the statement that needs it
/// first. Small expressions are bound first, so larger ones use their variables.
///
/// TVM binds expressions over a variable that several launches share in front of all of them, where it has no value.
/// The sound mode keeps the definitions apart.

#include "core/analysis/text.h"
#include "core/ir/contains.h"
#include "core/ir/mutator.h"
#include "core/ir/visitor.h"
#include "passes/cleanup/common_subexpr_elim/expr_numbers.h"
#include "passes/framework/pass.h"
#include "passes/framework/tvm_defects.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace tir::passes {
namespace {

/// A body: definitions in it end with it.
struct Body {
    int parent;
    int depth;
    const Stmt* opener; ///< the statement that it is the body of
};

/// All occurrences of one expression.
struct Occurrences {
    const Expr* expr;
    int number;
    size_t position; ///< in the order of first occurrences
    int body;        ///< the innermost around all of them
    const Stmt* firstStmt;
    int firstBody;
    int count = 0;
    int depth = 1;                        ///< of nested entries
    int consumed = 0;                     ///< occurrences that go away when larger expressions are bound
    std::vector<Occurrences*> parts = {}; ///< right below it, as often as they occur there
};

/// Of one variable.
struct Definitions {
    size_t position;              ///< of the expression that occurs first after the first of them
    std::vector<int> bodies = {}; ///< that see one
};

class OccurrenceFinder : public Visitor {
public:
    OccurrenceFinder(const PrimFunc& function, ExprNumbers& numbers) : m_numbers(numbers)
    {
        visitChild(*function.body, Role::Stmt);
    }

    /// By number of the expression.
    std::unordered_map<int, Occurrences>& all() { return m_all; }
    /// In order of their first occurrence.
    const std::vector<Occurrences*>& order() const { return m_order; }

    /// In front of which statement the expression must be bound.
    const Stmt* placeOf(const Occurrences& entry) const
    {
        if (entry.firstBody == entry.body)
            return entry.firstStmt;
        int body = entry.firstBody;
        while (m_bodies[size_t(body)].parent != entry.body)
            body = m_bodies[size_t(body)].parent;
        return m_bodies[size_t(body)].opener;
    }

    /// Whether the variables of the expression are defined in the body that it is to be bound in.
    bool isDefinedWhereBound(const Occurrences& entry) const
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

private:
    using Visitor::visit;

    void visitChild(const Node& child, Role role) override
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
        if (child.kind != NodeKind::SBlock) // it has no place before it of its own
            m_stmt = static_cast<const Stmt*>(&child);
        visit(&child, role);
        m_stmt = outerStmt;
        m_body = outerBody;
    }

    /// The body at hand sees it.
    void addDefinition(const Var& var)
    {
        m_definitions.try_emplace(&var, Definitions{m_order.size()}).first->second.bodies.push_back(m_body);
    }

    void visit(const For& loop) override
    {
        visitChild(*loop.min, Role::Value);
        visitChild(*loop.extent, Role::Value);
        visitChild(*loop.loopVar, Role::VarDef);
        visitChild(*loop.body, Role::Scope);
    }
    void visit(const Let& let) override { visitChild(*let.value, Role::Value); }
    // Predicates of accesses are left alone, as in TVM.
    void visit(const BufferLoad& load) override { visitAll(load.indices); }
    void visit(const BufferStore& store) override
    {
        visitChild(*store.value, Role::Value);
        visitAll(store.indices);
    }
    void visitAll(ExprList exprs)
    {
        for (const Expr* expr : exprs)
            visitChild(*expr, Role::Value);
    }
    void visit(const Binary& node) override { visitEligible(node); }
    void visit(const Cast& node) override { visitEligible(node); }
    void visit(const Not& node) override { visitEligible(node); }
    void visit(const Select& node) override { visitEligible(node); }
    void visitEligible(const Expr& expr)
    {
        Occurrences* entry = entryOf(expr);
        if (entry) {
            ++entry->count;
            entry->body = commonBody(entry->body, m_body);
        }
        visitChildren(expr);
    }

    /// Null when it cannot be bound.
    Occurrences* entryOf(const Expr& expr)
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

    int commonBody(int a, int b) const
    {
        while (a != b) {
            int& deeper = m_bodies[size_t(a)].depth >= m_bodies[size_t(b)].depth ? a : b;
            deeper = m_bodies[size_t(deeper)].parent;
        }
        return a;
    }

    ExprNumbers& m_numbers;
    std::unordered_map<int, Occurrences> m_all;
    std::vector<Occurrences*> m_order;
    std::vector<Body> m_bodies{{-1, 0, nullptr}};
    std::unordered_map<const Var*, Definitions> m_definitions;
    std::vector<const Var*> m_defined; ///< for the body that opens next
    const Stmt* m_stmt = nullptr;
    int m_body = 0;
};

/// Worth a variable, the least nested first.
std::vector<Occurrences*> chosen(const OccurrenceFinder& finder, Mode mode)
{
    for (const Occurrences* entry : finder.order())
        for (Occurrences* part : entry->parts)
            part->consumed += std::max(entry->count - 1, 0);
    std::vector<Occurrences*> all;
    std::ranges::copy_if(finder.order(), std::back_inserter(all), [&](const Occurrences* entry) {
        return entry->count - entry->consumed >= 2 &&
               (mode == Mode::AsTvm || finder.isDefinedWhereBound(*entry));
    });
    std::ranges::stable_sort(all, {}, &Occurrences::depth);
    return all;
}

class Binder : public Mutator {
public:
    Binder(PassContext& context, ExprNumbers& numbers) : Mutator(context.arena()), m_numbers(numbers) {}

    void bind(const Occurrences& entry, const Stmt* place, const Var* var)
    {
        m_vars.emplace(entry.number, var);
        m_pending[place].push_back({var, entry.expr, entry.number});
    }

private:
    using Mutator::visit;

    struct Binding {
        const Var* var;
        const Expr* value;
        int number;
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
            if (isHere)
                bindings.push_back(makeFrom<Bind>(*binding.value, binding.var, rebuiltValue(*binding.value)));
            return isHere;
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
        return found == m_vars.end() ? rebuiltValue(expr) : found->second;
    }

    ExprNumbers& m_numbers;
    std::unordered_map<int, const Var*> m_vars; ///< by number of the expression
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
            .run = functionPass(run)};
}

} // namespace tir::passes
