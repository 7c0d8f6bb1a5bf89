/// instrument_bound_checkers: guards stores by a check of all indices against declared bounds.
///
///     with T.attr(B.data, "buffer_bound", T.tvm_tuple(16)):    if 0 <= i and i < 16: B[i] = 0
///         B[i] = 0                                   becomes    else: assert …, "OUT OF THE BOUNDS"
///
/// Place: after rewrite_unsafe_select; only with `tirx.instrument_bound_checkers`.
/// Leaves alone: buffers without the attribute; loads that are not part of a store; what comes after an
///        `if_then_else` in a store.
///
/// As in TVM, the check of a vector access is off: the index that is checked is one past the last lane, and
/// the first lane is not checked at all. Sound mode checks the first and the last lane.

#include "core/arith/analyzer.h"
#include "core/ir/visitor.h"
#include "passes/framework/arithmetic.h"
#include "passes/framework/pass.h"
#include "passes/framework/pass_mutator.h"
#include "passes/framework/tvm_defects.h"

#include <algorithm>
#include <unordered_map>

namespace tir::passes {
namespace {

using Bounds = std::unordered_map<const Var*, ExprList>;

class BoundFinder : public Visitor {
public:
    explicit BoundFinder(const Stmt& body) { visit(&body, Role::Scope); }
    Bounds take() { return std::move(m_bounds); }

private:
    using Visitor::visit;

    void visit(const AttrStmt& attr) override
    {
        const auto* var = as<Var>(attr.node.node());
        const auto* bound = as<Call>(attr.value);
        if (attr.key == "buffer_bound" && var && bound)
            m_bounds[var] = bound->args;
        visitChildren(attr);
    }

    Bounds m_bounds;
};

struct Access {
    ExprList indices;
    ExprList shape;
};

/// The accesses of one store that can be checked, up to the first `if_then_else`.
class AccessFinder : public Visitor {
public:
    AccessFinder(const BufferStore& store, const Bounds& bounds) : m_bounds(bounds)
    {
        visit(store.value, Role::Value);
        for (const Expr* index : store.indices)
            visit(index, Role::Value);
        add(*store.buffer, store.indices);
    }
    const std::vector<Access>& accesses() const { return m_accesses; }

private:
    using Visitor::visit;

    void visit(const BufferLoad& load) override
    {
        add(*load.buffer, load.indices);
        visitChildren(load);
    }
    void visit(const Call& call) override
    {
        m_hasChoice |= call.isOp(OpId::if_then_else);
        visitChildren(call);
    }

    void add(const Buffer& buffer, ExprList indices)
    {
        const auto found = m_bounds.find(buffer.data);
        if (found != m_bounds.end() && !m_hasChoice && std::ranges::all_of(indices, isCheckable))
            m_accesses.push_back({indices, found->second});
    }

    static bool isCheckable(const Expr* index)
    {
        return index->dtype.isScalar() || (as<Ramp>(index) && index->dtype.lanes > 0);
    }

    const Bounds& m_bounds;
    std::vector<Access> m_accesses;
    bool m_hasChoice = false;
};

class CheckInserter : public PassMutator {
public:
    CheckInserter(PassContext& context, Bounds bounds) : PassMutator(context), m_bounds(std::move(bounds)) {}

private:
    using Mutator::visit;

    /// An allocation is more precise than the attribute.
    const Stmt* visit(const AllocBuffer& alloc) override
    {
        const auto found = m_bounds.find(alloc.buffer->data);
        const auto isUsable = [](const Expr* extent) {
            const auto* number = as<IntImm>(extent);
            return extent->dtype.isScalar() && !(number && number->value < 0);
        };
        if (found != m_bounds.end() && std::ranges::all_of(alloc.buffer->shape, isUsable)) {
            std::vector<const Expr*> shape;
            for (const Expr* extent : alloc.buffer->shape)
                shape.push_back(mul(arena(), intImm(arena(), UInt64, alloc.buffer->dtype.lanes), extent));
            found->second = arena().copy(shape);
        }
        return &alloc;
    }

    const Stmt* visit(const BufferStore& store) override
    {
        const AccessFinder finder(store, m_bounds);
        const Expr* condition = nullptr;
        for (const Access& access : finder.accesses()) {
            if (access.indices.size() != access.shape.size()) {
                fail(std::to_string(access.indices.size()) + " indices are to be checked against " +
                         std::to_string(access.shape.size()) + " bounds",
                     store);
                return &store;
            }
            for (size_t i = 0; i < access.indices.size(); ++i)
                for (const Expr* index : checkedIndices(access.indices[i]))
                    condition = joined(condition, withinBounds(index, access.shape[i]));
        }
        if (!condition)
            return &store;
        const auto isVector = [](const Access& access) {
            return std::ranges::any_of(access.indices,
                                       [](const Expr* index) { return as<Ramp>(index) != nullptr; });
        };
        if (context().mode() == Mode::AsTvm && std::ranges::any_of(finder.accesses(), isVector))
            context().reportDefect(tvm_defect::VectorBounds,
                                   "in a vector access, only the index after the last lane is checked",
                                   &store);
        context().note("checks " + std::to_string(finder.accesses().size()) + " accesses of the store",
                       &store);
        const std::vector<const Expr*> message{stringImm(arena(), "OUT OF THE BOUNDS")};
        const Stmt* failure = makeFrom<AssertStmt>(store, condition, "RuntimeError", arena().copy(message));
        return makeFrom<IfThenElse>(store, condition, &store, failure);
    }

    std::vector<const Expr*> checkedIndices(const Expr* index)
    {
        const auto* ramp = as<Ramp>(index);
        if (!ramp)
            return {index};
        const bool isSound = context().mode() == Mode::Sound;
        const int64_t steps = isSound ? ramp->dtype.lanes - 1 : ramp->dtype.lanes;
        const Expr* last =
            add(arena(), ramp->base, mul(arena(), ramp->stride, intImm(arena(), ramp->stride->dtype, steps)));
        return isSound ? std::vector<const Expr*>{ramp->base, last} : std::vector<const Expr*>{last};
    }

    const Expr* withinBounds(const Expr* index, const Expr* extent)
    {
        const auto wide = [&](const Expr* expr) {
            return arena().make<Cast>(Int64, m_analyzer.simplify(expr));
        };
        const Expr* position = wide(index);
        const Expr* lower = arena().make<Binary>(BinaryOp::GE, position, intImm(arena(), Int64, 0));
        const Expr* upper = arena().make<Binary>(BinaryOp::LT, position, wide(extent));
        return arena().make<Binary>(BinaryOp::And, lower, upper);
    }

    const Expr* joined(const Expr* a, const Expr* b)
    {
        return a ? arena().make<Binary>(BinaryOp::And, a, b) : b;
    }

    arith::Analyzer m_analyzer{arena(), arithmeticOf(context())}; ///< knows no ranges
    Bounds m_bounds;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    Bounds bounds = BoundFinder(*function.body).take();
    if (bounds.empty()) {
        context.note("nothing to do: no buffer has a buffer_bound", &function);
        return &function;
    }
    CheckInserter inserter(context, std::move(bounds));
    const Stmt* body = inserter.mutate(function.body);
    if (inserter.error())
        return *inserter.error();
    if (body == function.body)
        context.note("nothing to do: no store accesses a buffer with a buffer_bound", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo instrumentBoundCheckers()
{
    return {.name = "InstrumentBoundCheckers",
            .summary = "Guard stores by a check of all indices against declared bounds",
            .required = {{ModuleProperty::FlatBuffers, "an index is checked against one extent"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
