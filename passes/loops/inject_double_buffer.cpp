/// inject_double_buffer: gives a buffer that a loop fills and uses a second half, so that the next iteration
/// is fetched while this one computes.
///
///     for i in range(8):                               S = alloc(2 * n)
///         S = alloc(n)                                 fill(S[0:n], 0)
///         with T.attr(S, "double_buffer_scope", 1):    for i_outer in range(7):
///             fill(S, i)                     becomes       if i_outer + 1 < 8:
///         use(S, i)                                            fill(S[(i_outer + 1) % 2 * n:], i_outer + 1)
///                                                          use(S[i_outer % 2 * n:], i_outer)
///                                                      if 7 < 8: use(S[7 % 2 * n:], 7)
///
/// Ends with SSA conversion.
/// Place: after vectorization, before storage_rewrite and thread_sync, which must see both halves.
/// Leaves alone: buffers that are used as pointers.
///
/// TVM's thread_sync considers the fill of the next iteration independent of the uses in this one, which is
/// correct only while the loop contains another barrier.

#include "core/ir/ssa.h"
#include "core/ir/substitute.h"
#include "core/ir/visitor.h"
#include "passes/framework/pass.h"
#include "passes/framework/pass_mutator.h"

#include <unordered_map>

namespace tir::passes {
namespace {

/// The data variables that carry the attribute, without those that are used other than by loads and stores.
class MarkedBuffers : public Visitor {
public:
    explicit MarkedBuffers(const Stmt& body)
    {
        visit(&body, Role::Scope);
        std::erase_if(m_marked, [this](const Var* var) { return m_usedAsPointer.contains(var); });
    }
    const std::vector<const Var*>& vars() const { return m_marked; }

private:
    using Visitor::visit;

    void visit(const AttrStmt& attr) override
    {
        const auto* var = as<Var>(attr.node.node());
        if (var && attr.key == "double_buffer_scope")
            m_marked.push_back(var);
        visit(attr.value, Role::Value);
        visit(attr.body, Role::Scope);
    }
    void visit(const DeclBuffer& decl) override
    {
        for (const Expr* extent : decl.buffer->shape)
            visit(extent, Role::Value);
    }
    void visit(const Var& var) override
    {
        if (role() == Role::Value)
            m_usedAsPointer.insert(&var);
    }

    std::vector<const Var*> m_marked;
    PointerSet<Var> m_usedAsPointer;
};

/// A producer of the next iteration that runs in the last ones needs no mark.
class MarkStripper : public Mutator {
public:
    using Mutator::Mutator;

private:
    using Mutator::visit;
    const Stmt* visit(const AttrStmt& attr) override
    {
        return attr.key == "double_buffer_write" ? mutate(attr.body) : Mutator::visit(attr);
    }
};

class DoubleBuffering : public PassMutator {
public:
    DoubleBuffering(PassContext& context, const std::vector<const Var*>& marked, int64_t splitFactor)
        : PassMutator(context),
          m_splitFactor(splitFactor)
    {
        for (const Var* var : marked)
            m_doubled.try_emplace(var);
    }

private:
    using Mutator::visit;

    /// A buffer that gets a second half.
    struct Doubled {
        const For* loop = nullptr;        ///< around the producer
        const Expr* stride = nullptr;     ///< elements of one half
        const Var* writeHalf = nullptr;   ///< the half that the producer fills
        const Expr* readHalf = nullptr;   ///< of the iteration
        const Stmt* allocation = nullptr; ///< doubled, for the front of the loop
    };
    /// Statements before a loop.
    struct Front {
        std::vector<const Var*> buffers;
        std::vector<const Stmt*> producers; ///< of the first iteration
    };

    Doubled* doubledOf(const Var* data)
    {
        const auto found = m_doubled.find(data);
        return found == m_doubled.end() ? nullptr : &found->second;
    }

    const Stmt* visit(const AllocBuffer& alloc) override
    {
        Doubled* doubled = doubledOf(alloc.buffer->data);
        if (!doubled)
            return Mutator::visit(alloc);
        if (alloc.buffer->shape.size() != 1)
            return refuse("'" + std::string(alloc.buffer->name) + "' has " +
                              std::to_string(alloc.buffer->shape.size()) +
                              " dimensions; only buffers of one dimension can be doubled",
                          alloc);
        doubled->stride = alloc.buffer->shape[0];
        doubled->allocation =
            makeFrom<AllocBuffer>(alloc, withTwoHalves(alloc.buffer, doubled->stride), alloc.annotations);
        context().note("'" + std::string(alloc.buffer->name) + "' gets a second half", &alloc);
        return noOp(arena());
    }

    const Buffer* withTwoHalves(const Buffer* buffer, const Expr* stride)
    {
        if (const Buffer* const* known = m_buffers.find(buffer))
            return *known;
        const std::vector<const Expr*> shape{mul(arena(), stride, intImm(arena(), stride->dtype, 2))};
        const Buffer* made = rebuilt(*buffer, buffer->data, arena().copy(shape), buffer->strides,
                                     buffer->elemOffset, buffer->layout);
        m_buffers.insert(buffer, made);
        return made;
    }

    const Stmt* visit(const DeclBuffer& decl) override
    {
        const Doubled* doubled = doubledOf(decl.buffer->data);
        if (!doubled || !doubled->stride)
            return Mutator::visit(decl);
        return makeFrom<DeclBuffer>(decl, withTwoHalves(decl.buffer, doubled->stride));
    }

    const Expr* visit(const BufferLoad& original) override
    {
        const Expr* made = Mutator::visit(original);
        const auto& load = to<BufferLoad>(*made);
        const Doubled* doubled = doubledOf(original.buffer->data);
        if (!doubled || !doubled->readHalf || load.indices.size() != 1)
            return made;
        return makeFrom<BufferLoad>(load, load.dtype, withTwoHalves(original.buffer, doubled->stride),
                                    inHalf(doubled->readHalf, *doubled, load.indices[0]), load.predicate);
    }

    const Stmt* visit(const BufferStore& original) override
    {
        const Stmt* made = Mutator::visit(original);
        const auto& store = to<BufferStore>(*made);
        const Doubled* doubled = doubledOf(original.buffer->data);
        if (!doubled || store.indices.size() != 1)
            return made;
        if (!m_isInProducer || !doubled->writeHalf)
            return refuse("'" + std::string(original.buffer->name) +
                              "' is doubled, but stored to outside of its double_buffer_scope",
                          original);
        return makeFrom<BufferStore>(store, withTwoHalves(original.buffer, doubled->stride), store.value,
                                     inHalf(doubled->writeHalf, *doubled, store.indices[0]), store.predicate);
    }

    ExprList inHalf(const Expr* half, const Doubled& doubled, const Expr* index)
    {
        const std::vector<const Expr*> indices{add(arena(), mul(arena(), half, doubled.stride), index)};
        return arena().copy(indices);
    }

    const Stmt* visit(const AttrStmt& attr) override
    {
        const auto* var = as<Var>(attr.node.node());
        if (attr.key != "double_buffer_scope" || !var)
            return Mutator::visit(attr);
        Doubled* doubled = doubledOf(var);
        if (!doubled) {
            context().note("'" + std::string(var->name) +
                               "' is used as a pointer: it stays as it is, and so does its producer",
                           &attr);
            return mutate(attr.body);
        }
        if (m_loops.empty() || !doubled->stride)
            return refuse("the double_buffer_scope of '" + std::string(var->name) +
                              "' is not in a loop after its allocation",
                          attr);
        return producer(attr, *var, *doubled);
    }

    /// Emits the first fill before the loop; returns the fill for the next iteration.
    const Stmt* producer(const AttrStmt& attr, const Var& var, Doubled& doubled)
    {
        const For& loop = *m_loops.back();
        const DType type = loop.loopVar->dtype;
        const auto number = [&](int64_t value) { return intImm(arena(), type, value); };
        const Expr* next = add(arena(), loop.loopVar, number(1));
        doubled.loop = &loop;
        doubled.writeHalf = arena().make<Var>(arena().intern(std::string(loop.loopVar->name) + ".db"),
                                              primType(arena(), type));
        doubled.readHalf = binary(arena(), BinaryOp::FloorMod, loop.loopVar, number(2));
        m_isInProducer = true;
        const Stmt* body = mutate(attr.body);
        m_isInProducer = false;

        VarValues first;
        first.insert(doubled.writeHalf, number(0));
        first.insert(loop.loopVar, number(0));
        Front& front = m_fronts[&loop];
        front.buffers.push_back(&var);
        front.producers.push_back(substitute(arena(), body, first));

        VarValues shifted;
        shifted.insert(doubled.writeHalf, binary(arena(), BinaryOp::FloorMod, next, number(2)));
        shifted.insert(loop.loopVar, next);
        const Stmt* fetch = makeFrom<AttrStmt>(attr, attr.node, "double_buffer_write", int32(arena(), 1),
                                               substitute(arena(), body, shifted));
        return makeFrom<IfThenElse>(attr, binary(arena(), BinaryOp::LT, next, loop.extent), fetch);
    }

    const Stmt* visit(const For& loop) override
    {
        m_loops.push_back(&loop);
        const Stmt* made = Mutator::visit(loop);
        m_loops.pop_back();
        const auto found = m_fronts.find(&loop);
        if (found == m_fronts.end() || error())
            return made;
        std::vector<const Stmt*> all;
        for (const Var* var : found->second.buffers)
            all.push_back(doubledOf(var)->allocation);
        all.insert(all.end(), found->second.producers.begin(), found->second.producers.end());
        if (m_splitFactor == 0)
            all.push_back(made);
        else if (!appendSplit(to<For>(*made), all))
            return made;
        return sequence(arena(), all);
    }

    /// The loop over all but the last iterations in steps of the factor, then the last ones one by one.
    bool appendSplit(const For& loop, std::vector<const Stmt*>& all)
    {
        const DType type = loop.loopVar->dtype;
        if (!isConstInt(loop.min, 0) || (m_splitFactor != 1 && m_splitFactor % 2 != 0)) {
            refuse(isConstInt(loop.min, 0) ? "split_loop must be 0, 1 or even"
                                           : "the loop around a double buffer must start at 0",
                   loop);
            return false;
        }
        const Expr* factor = intImm(arena(), type, m_splitFactor);
        const Expr* count =
            binary(arena(), BinaryOp::Sub, loop.extent, intImm(arena(), loop.extent->dtype, 1));
        const Expr* outerExtent = floorDiv(arena(), count, factor);
        const auto* outer = arena().make<Var>(arena().intern(std::string(loop.loopVar->name) + ".outer"),
                                              primType(arena(), type));
        const auto iteration = [&](const Stmt* body, const Expr* index) {
            VarValues values;
            values.insert(loop.loopVar, index);
            return substitute(arena(), body, values);
        };
        const auto step = [&](const Expr* first, int64_t i) {
            return add(arena(), first, intImm(arena(), type, i));
        };
        std::vector<const Stmt*> steps;
        for (int64_t i = 0; i < m_splitFactor; ++i)
            steps.push_back(iteration(loop.body, step(mul(arena(), outer, factor), i)));
        all.push_back(
            makeFrom<For>(loop, outer, loop.min, outerExtent, loop.forKind, sequence(arena(), steps)));
        const Stmt* last = MarkStripper(arena()).mutate(loop.body);
        const Expr* lastFirst = mul(arena(), outerExtent, factor);
        for (int64_t i = 0; i < m_splitFactor; ++i) {
            const Expr* index = step(lastFirst, i);
            all.push_back(makeFrom<IfThenElse>(loop, binary(arena(), BinaryOp::LT, index, loop.extent),
                                               iteration(last, index)));
        }
        return true;
    }

    const Stmt* refuse(std::string message, const Stmt& stmt)
    {
        fail(std::move(message), stmt);
        return &stmt;
    }

    int64_t m_splitFactor;
    std::unordered_map<const Var*, Doubled> m_doubled;
    std::unordered_map<const For*, Front> m_fronts;
    std::vector<const For*> m_loops;
    bool m_isInProducer = false;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const MarkedBuffers marked(*function.body);
    if (marked.vars().empty()) {
        context.note("nothing to do: no buffer is to be doubled", &function);
        return &function;
    }
    DoubleBuffering doubling(context, marked.vars(),
                             context.configNumber("s_tir.InjectDoubleBuffer.split_loop", 1));
    const Stmt* body = doubling.mutate(function.body);
    if (doubling.error())
        return *doubling.error();
    return SsaConverter(context.arena()).convert(*withBody(context.arena(), function, body));
}

} // namespace

PassInfo injectDoubleBuffer()
{
    return {.name = "InjectDoubleBuffer",
            .summary = "Fetch the next iteration into a second half while this one computes",
            .required = {{ModuleProperty::FlatBuffers, "a half is an offset"},
                         {ModuleProperty::OwnMemory,
                          "the next iteration is fetched while this one still uses the memory"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
