/// The loop variable becomes a ramp, and everything that it reaches a vector. A statement that needs an operation
/// without a vector form becomes a loop over lanes around its scalar form.

#include "passes/loops/vectorize_loop/vectorizer.h"

#include "core/analysis/text.h"
#include "core/arith/analyzer.h"
#include "core/ir/contains.h"
#include "core/ir/substitute.h"
#include "core/support/text_format.h"
#include "passes/framework/arithmetic.h"
#include "passes/framework/pass_mutator.h"
#include "passes/framework/tvm_defects.h"
#include "passes/loops/vectorize_loop/lanes.h"

#include <algorithm>

namespace tir::passes {
namespace {

class Vectorizer : public PassMutator {
public:
    Vectorizer(PassContext& context, const VectorLoop& loop)
        : PassMutator(context),
          m_loop(loop),
          m_ramp(arena().make<Ramp>(intImm(arena(), loop.var->dtype, 0), intImm(arena(), loop.var->dtype, 1),
                                    loop.lanes)),
          m_analyzer(arena(), arithmeticOf(context))
    {}

private:
    using Mutator::visit;

    // ---- statements

#define TIR_STMT(Name)                                                    \
    const Stmt* visit(const Name& stmt) override                          \
    {                                                                     \
        const Stmt* made = onVectors(stmt);                               \
        return std::exchange(m_needsLoop, false) ? laneLoop(stmt) : made; \
    }
#include "core/ir/node_list.def"

    /// `stmt`, of the original program, lane by lane.
    const Stmt* laneLoop(const Stmt& stmt)
    {
        const auto* index = arena().make<Var>(arena().intern(std::string(m_loop.var->name) + ".s"),
                                              primType(arena(), m_loop.var->dtype));
        VarValues values;
        values.insert(m_loop.var, index);
        std::vector<const Stmt*> parts;
        // Variables that were bound to vectors are bound to their lane.
        for (const auto& [var, value] : m_boundValues) {
            if (!contains(
                    stmt, [var = var](const Node& node) { return &node == var; }, Role::Stmt))
                continue;
            const auto* scalar = arena().make<Var>(var->name, var->type, var->isSize);
            parts.push_back(arena().make<Bind>(scalar, substitute(arena(), value, values)));
            values.insert(var, scalar);
        }
        parts.push_back(substitute(arena(), &stmt, values));
        context().explain([&stmt](NoteWriter& notes) {
            notes.note("'" + shortText(stmt, 40) + "' has no vector form: it is done lane by lane", &stmt);
        });
        return makeFrom<For>(stmt, index, intImm(arena(), index->dtype, 0), m_loop.extent, ForKind::Serial,
                             sequence(arena(), parts));
    }

    template <class Other>
    const Stmt* onVectors(const Other& stmt)
    {
        return Mutator::visit(stmt);
    }

    /// Allocations keep their size.
    const Stmt* onVectors(const AllocBuffer& alloc)
    {
        return &alloc;
    }

    const Stmt* onVectors(const BufferStore& store)
    {
        const ExprList visited = mutate(store.indices);
        const Expr* value = mutate(store.value);
        if (visited.data() == store.indices.data() && value == store.value)
            return &store;
        std::vector<const Expr*> indices(visited.begin(), visited.end());
        int otherLanes = store.buffer->dtype.lanes;
        for (size_t i = 0; i + 1 < indices.size(); ++i)
            otherLanes *= indices[i]->dtype.lanes;
        const int indexLanes = indices.empty() ? otherLanes : otherLanes * indices.back()->dtype.lanes;
        const int lanes = moreLanes(indexLanes, value->dtype.lanes);
        if (!indices.empty())
            indices.back() = broadcastTo(arena(), indices.back(), lanes / otherLanes);
        return makeFrom<BufferStore>(store, store.buffer, broadcastTo(arena(), value, lanes),
                                     arena().copy(indices), store.predicate);
    }

    const Stmt* onVectors(const Bind& bind)
    {
        const Expr* value = mutate(bind.value);
        if (value->dtype.lanes == bind.value->dtype.lanes)
            return value == bind.value ? &bind : makeFrom<Bind>(bind, bind.var, value);
        return makeFrom<Bind>(bind, widened(*bind.var, *value, bind.value), value);
    }

    const Var* widened(const Var& var, const Expr& value, const Expr* original)
    {
        const Var* vector = makeFrom<Var>(var, var.name, primType(arena(), value.dtype), var.isSize);
        m_vectors.insert(&var, vector);
        m_boundValues.emplace_back(&var, original);
        return vector;
    }

    const Stmt* onVectors(const For& loop)
    {
        if (!isConstInt(loop.min, 0))
            fail("a loop in a vectorized one must start at 0", loop);
        if (loop.forKind == ForKind::Vectorized)
            context().note("the inner vectorized loop over " + quoted(loop.loopVar->name) + " runs serially",
                           &loop);
        if (isVarying(loop.extent))
            return laneLoop(loop);
        const Expr* extent = mutate(loop.extent);
        const Stmt* body = mutate(loop.body);
        if (extent == loop.extent && body == loop.body)
            return &loop;
        return makeFrom<For>(loop, loop.loopVar, loop.min, extent, loop.forKind, body, loop.threadBinding,
                             loop.annotations, loop.step);
    }

    const Stmt* onVectors(const IfThenElse& branch)
    {
        const Expr* condition = mutate(branch.condition);
        if (m_needsLoop)
            return &branch;
        const bool isVarying = isVector(condition);
        if (isVarying && (branch.elseCase || !m_loop.predicatesAccesses))
            return laneLoop(branch);
        const Stmt* thenCase = mutate(branch.thenCase);
        if (isVarying) {
            const std::optional<const Stmt*> predicated = withPredicates(arena(), thenCase, condition);
            return predicated ? *predicated : laneLoop(branch);
        }
        const Stmt* elseCase = mutate(branch.elseCase);
        if (condition == branch.condition && thenCase == branch.thenCase && elseCase == branch.elseCase)
            return &branch;
        return makeFrom<IfThenElse>(branch, condition, thenCase, elseCase);
    }

    const Stmt* onVectors(const AssertStmt& check)
    {
        const Expr* condition = mutate(check.condition);
        if (isVector(condition))
            return laneLoop(check);
        return condition == check.condition
                   ? &check
                   : makeFrom<AssertStmt>(check, condition, check.errorKind, check.messageParts);
    }

    /// Whether the expression of a statement around others differs from lane to lane.
    bool isVarying(const Expr* expr)
    {
        const Expr* made = mutate(expr);
        return std::exchange(m_needsLoop, false) || isVector(made);
    }

    const Stmt* onVectors(const AttrStmt& attr)
    {
        if (isVarying(attr.value))
            return laneLoop(attr);
        return Mutator::visit(attr);
    }

    const Stmt* onVectors(const While& loop)
    {
        fail("a while loop in a vectorized loop is not supported", loop);
        return &loop;
    }

    // ---- expressions

    const Expr* visit(const Var& var) override
    {
        if (&var == m_loop.var)
            return m_ramp;
        const Var* const* vector = m_vectors.find(&var);
        return vector ? *vector : &var;
    }

    const Expr* visit(const Binary& node) override
    {
        const Expr* a = mutate(node.a);
        const Expr* b = mutate(node.b);
        if (a == node.a && b == node.b)
            return &node;
        if (node.op == BinaryOp::Add || node.op == BinaryOp::Sub)
            return sum(arena(), node.op, a, b);
        if (node.op == BinaryOp::Mul)
            if (const Expr* ramp = product(arena(), m_analyzer, a, b))
                return ramp;
        equalize(arena(), a, b);
        return makeFrom<Binary>(node, node.op, a, b);
    }

    const Expr* visit(const Ramp& ramp) override
    {
        const Expr* base = mutate(ramp.base);
        const Expr* stride = mutate(ramp.stride);
        if (base == ramp.base && stride == ramp.stride)
            return &ramp;
        const auto* baseRamp = as<Ramp>(base);
        if (baseRamp && stride->dtype.isScalar() && isOneRamp(ramp, *baseRamp, stride))
            return makeFrom<Ramp>(ramp, baseRamp->base, stride, ramp.dtype.lanes * baseRamp->dtype.lanes);
        if (base->dtype.isScalar() && stride->dtype.isScalar())
            return makeFrom<Ramp>(ramp, base, stride, ramp.dtype.lanes);
        return concatenated(ramp, base, stride);
    }

    /// Whether a ramp for each lane of `base` is one long ramp. TVM looks at the lanes of `base` for the distance
    /// that the other ramp covers.
    bool isOneRamp(const Ramp& ramp, const Ramp& base, const Expr* stride)
    {
        const auto covers = [&](int lanes) {
            const Expr* distance = mul(arena(), stride, intImm(arena(), stride->dtype, lanes));
            return m_analyzer.canProveEqual(base.stride, distance);
        };
        const bool isAdjacent = covers(ramp.dtype.lanes);
        if (context().mode() == Mode::Sound)
            return isAdjacent;
        const bool isJoined = covers(base.dtype.lanes);
        if (isJoined && !isAdjacent)
            context().reportDefect(tvm_defect::MergedRamps,
                                   "the vectors of the lanes overlap, and become one vector without overlap",
                                   &ramp);
        return isJoined;
    }

    /// A ramp for each lane, one after another.
    const Expr* concatenated(const Ramp& ramp, const Expr* base, const Expr* stride)
    {
        equalize(arena(), base, stride);
        std::vector<const Expr*> ramps;
        std::vector<const Expr*> all;
        for (int i = 0; i < base->dtype.lanes; ++i)
            ramps.push_back(
                arena().make<Ramp>(lane(arena(), base, i), lane(arena(), stride, i), ramp.dtype.lanes));
        for (int i = 0; i < base->dtype.lanes * ramp.dtype.lanes; ++i)
            all.push_back(int32(arena(), i));
        return makeFrom<Shuffle>(ramp, arena().copy(ramps), arena().copy(all));
    }

    const Expr* visit(const Broadcast& broadcast) override
    {
        const Expr* value = mutate(broadcast.value);
        m_needsLoop |= isVector(value);
        return value == broadcast.value || isVector(value)
                   ? &broadcast
                   : makeFrom<Broadcast>(broadcast, value, broadcast.dtype.lanes);
    }

    const Expr* visit(const Select& select) override
    {
        const Expr* condition = mutate(select.condition);
        const Expr* whenTrue = mutate(select.trueValue);
        const Expr* whenFalse = mutate(select.falseValue);
        if (condition == select.condition && whenTrue == select.trueValue && whenFalse == select.falseValue)
            return &select;
        const int lanes =
            moreLanes(condition->dtype.lanes, moreLanes(whenTrue->dtype.lanes, whenFalse->dtype.lanes));
        return makeFrom<Select>(select, broadcastTo(arena(), condition, lanes),
                                broadcastTo(arena(), whenTrue, lanes),
                                broadcastTo(arena(), whenFalse, lanes));
    }

    const Expr* visit(const Cast& cast) override
    {
        const Expr* value = mutate(cast.value);
        return value == cast.value ? &cast
                                   : makeFrom<Cast>(cast, cast.dtype.withLanes(value->dtype.lanes), value);
    }

    const Expr* visit(const BufferLoad& load) override
    {
        const ExprList indices = mutate(load.indices);
        if (indices.data() == load.indices.data())
            return &load;
        const int lanes = load.buffer->dtype.lanes * indices.back()->dtype.lanes;
        return makeFrom<BufferLoad>(load, load.buffer->dtype.withLanes(lanes), load.buffer, indices,
                                    load.predicate);
    }

    const Expr* visit(const Let& let) override
    {
        const Expr* value = mutate(let.value);
        const Var* var =
            value->dtype.lanes == let.value->dtype.lanes ? let.var : widened(*let.var, *value, let.value);
        const Expr* body = mutate(let.body);
        return value == let.value && body == let.body ? &let : makeFrom<Let>(let, var, value, body);
    }

    const Expr* visit(const Call& call) override
    {
        if (call.isOp(OpId::if_then_else))
            return choice(call);
        if (call.isOp(OpId::reinterpret)) {
            const ExprList args = mutate(call.args);
            return args.data() == call.args.data()
                       ? &call
                       : withArgs(call, {args.begin(), args.end()}, args[0]->dtype.lanes);
        }
        if (call.isOp(OpId::texture2d_load))
            return lastArgument(call, 4);
        if (call.isOp(OpId::texture2d_store))
            return lastArgument(call, 0);
        if (call.op && isVectorizable(*call.op))
            return laneByLane(call);
        const ExprList args = mutate(call.args);
        m_needsLoop |= std::ranges::any_of(args, isVector);
        return args.data() == call.args.data() || m_needsLoop
                   ? &call
                   : withArgs(call, {args.begin(), args.end()}, call.dtype.lanes);
    }

    const Expr* withArgs(const Call& call, const std::vector<const Expr*>& args, int lanes)
    {
        const DType type = call.dtype.withLanes(lanes);
        if (call.function)
            return makeFrom<Call>(call, type, call.function, arena().copy(args), call.annotations);
        return makeFrom<Call>(call, type, call.op, arena().copy(args), call.annotations);
    }

    const Expr* choice(const Call& call)
    {
        const Expr* condition = mutate(call.args[0]);
        if (isVector(condition)) {
            m_needsLoop = true;
            return &call;
        }
        const Expr* whenTrue = mutate(call.args[1]);
        const Expr* whenFalse = mutate(call.args[2]);
        if (condition == call.args[0] && whenTrue == call.args[1] && whenFalse == call.args[2])
            return &call;
        equalize(arena(), whenTrue, whenFalse);
        return withArgs(call, {condition, whenTrue, whenFalse}, whenTrue->dtype.lanes);
    }

    /// Textures are read and written with four lanes together: only the last argument is a vector.
    const Expr* lastArgument(const Call& call, int lanes)
    {
        std::vector<const Expr*> args(call.args.begin(), call.args.end());
        args.back() = mutate(args.back());
        return withArgs(call, args, lanes != 0 ? lanes : args.back()->dtype.lanes);
    }

    const Expr* laneByLane(const Call& call)
    {
        const size_t first = call.isOp(OpId::call_llvm_pure_intrin) ? 1 : 0; // the number of the intrinsic
        std::vector<const Expr*> args(call.args.begin(), call.args.end());
        int lanes = 0;
        for (size_t i = first; i < args.size(); ++i) {
            args[i] = mutate(args[i]);
            lanes = moreLanes(lanes, args[i]->dtype.lanes);
        }
        for (size_t i = first; i < args.size(); ++i)
            args[i] = broadcastTo(arena(), args[i], lanes);
        return std::ranges::equal(args, call.args) ? &call : withArgs(call, args, lanes);
    }

    VectorLoop m_loop;
    const Expr* m_ramp;
    arith::Analyzer m_analyzer;
    bool m_needsLoop = false;              ///< the statement around the current expression has no vector form
    PointerMap<Var, const Var*> m_vectors; ///< by scalar variable
    std::vector<std::pair<const Var*, const Expr*>> m_boundValues; ///< of those, before vectorization
};

} // namespace

std::variant<const Stmt*, PassError> vectorized(PassContext& context, const Stmt* body,
                                                const VectorLoop& loop)
{
    Vectorizer vectorizer(context, loop);
    const Stmt* made = vectorizer.mutate(body);
    if (vectorizer.error())
        return *vectorizer.error();
    return made;
}

} // namespace tir::passes
