/// inject_ptx_ldg32: loads that a condition guards become one predicated instruction.
///
///     C[i] = if_then_else(p, A[i], 0)    becomes    addr = (i, i); predicate = p
///                                                   C[i] = 0
///                                                   ptx_ldg32(C, predicate, A[i], i)
///
/// Place: after unroll_loop and simplify, which bring conditions to this
/// form, and a second time after lower_thread_allreduce; only with `tirx.ptx_ldg32`.
/// Leaves alone: targets other than cuda, conditions without a load.
///
/// Sound mode: each load has buffers for its predicate and addresses (TVM has one pair per function: before the
/// next allocation, which is after their first use, or at the start of the function, where all threads share
/// it). Only elements of 32 bits in global memory are loaded so, and only next to a constant (TVM evaluates the
/// other value even where the condition holds).

#include "core/ir/mutator.h"
#include "passes/framework/pass.h"
#include "passes/framework/tvm_defects.h"

namespace tir::passes {
namespace {

class GuardedLoads : public Mutator {
public:
    explicit GuardedLoads(PassContext& context) : Mutator(context.arena()), m_context(context) { allocate(); }

    const Stmt* inject(const Stmt* body)
    {
        const Stmt* made = mutate(body);
        if (isSound() || !m_isNeeded || m_isAllocated)
            return made;
        if (m_firstInLaunch)
            report("they are allocated outside of the launch", m_firstInLaunch);
        return sequence(arena(), {allocations(), made});
    }

    bool isNeeded() const { return m_isNeeded; }

private:
    /// `load` where `condition` holds, else `other`.
    struct Guarded {
        const Expr* condition;
        const BufferLoad* load;
        const Expr* other;
    };

    const Buffer* local(std::string_view name, DType type, int64_t count)
    {
        // In memory a boolean is a byte.
        const DType element = type.isBool() ? Int8 : type;
        const auto* pointer = arena().make<Var>(name, pointerType(arena(), element, "local"));
        const std::vector<const Expr*> shape{int32(arena(), count)};
        return arena().make<Buffer>(pointer, type, arena().copy(shape), int32(arena(), 0), name);
    }

    bool isSound() const { return m_context.mode() == Mode::Sound; }

    void report(const std::string& why, const Node* node)
    {
        m_context.reportDefect(
            tvm_defect::MisplacedRegisters,
            "threads need an address and a predicate of their own for this load, but " + why, node);
    }

    void allocate()
    {
        m_predicate = local("predicate", Bool, 1);
        m_address = local("addr", Int32, 2);
    }

    const Stmt* allocations()
    {
        return sequence(arena(),
                        {arena().make<AllocBuffer>(m_predicate), arena().make<AllocBuffer>(m_address)});
    }

    const Stmt* visit(const AllocBuffer& alloc) override
    {
        const Stmt* made = Mutator::visit(alloc);
        if (!m_isNeeded || m_isAllocated || isSound())
            return made;
        m_isAllocated = true;
        report("they are allocated after it", made);
        return sequence(arena(), {allocations(), made});
    }

    const Stmt* visit(const AttrStmt& attr) override
    {
        const bool wasInLaunch = m_isInLaunch;
        m_isInLaunch = m_isInLaunch || attr.key == attr::ThreadExtent;
        const Stmt* made = Mutator::visit(attr);
        m_isInLaunch = wasInLaunch;
        return made;
    }

    const Stmt* visit(const BufferStore& store) override
    {
        const std::optional<Guarded> guarded = guardedLoad(store);
        if (!guarded)
            return Mutator::visit(store);
        m_isNeeded = true;
        if (isSound())
            allocate();
        m_context.note("the load from '" + std::string(guarded->load->buffer->name) +
                           "' becomes one predicated instruction",
                       &store);
        const auto set = [&](const Buffer* buffer, int64_t slot, const Expr* value) {
            return makeFrom<BufferStore>(store, buffer, value, at(int32(arena(), slot)));
        };
        const auto stored = [&](const Buffer* buffer, int64_t slot) {
            return arena().make<BufferLoad>(buffer->dtype, buffer, at(int32(arena(), slot)));
        };
        const Expr* from =
            arena().make<BufferLoad>(guarded->load->dtype, guarded->load->buffer, at(stored(m_address, 0)));
        const Expr* loaded = callOp(arena(), store.buffer->dtype, OpId::ptx_ldg32,
                                    {store.buffer->data, stored(m_predicate, 0), from, stored(m_address, 1)});
        const Stmt* made = sequence(
            arena(), {set(m_address, 0, cast(arena(), Int32, guarded->load->indices[0])),
                      set(m_address, 1, cast(arena(), Int32, store.indices[0])),
                      set(m_predicate, 0, guarded->condition),
                      makeFrom<BufferStore>(store, store.buffer, guarded->other, at(stored(m_address, 1))),
                      makeFrom<Evaluate>(store, loaded)});
        if (isSound())
            return sequence(arena(), {allocations(), made});
        if (m_isInLaunch && !m_firstInLaunch)
            m_firstInLaunch = made;
        return made;
    }

    std::optional<Guarded> guardedLoad(const BufferStore& store)
    {
        const auto* choice = as<Call>(store.value);
        if (!choice || !choice->isOp(OpId::if_then_else) || store.indices.size() != 1 ||
            !store.indices[0]->dtype.isScalar() || store.predicate)
            return std::nullopt;
        const auto* whenTrue = as<BufferLoad>(choice->args[1]);
        const auto* whenFalse = as<BufferLoad>(choice->args[2]);
        const BufferLoad* load = whenTrue ? whenTrue : whenFalse;
        const Expr* other = choice->args[whenTrue ? 2 : 1];
        if (!load || load->indices.size() != 1 || !load->indices[0]->dtype.isScalar())
            return std::nullopt;
        // The other value is evaluated regardless of the condition, which is safe for constants.
        const bool isConstant = as<IntImm>(other) || as<FloatImm>(other);
        const bool isGlobalWord = load->dtype.bits == 32 && load->buffer->scope().rank == StorageRank::Global;
        if (isSound() && (!isConstant || !isGlobalWord))
            return std::nullopt;
        const Expr* condition = choice->args[0];
        return Guarded{whenTrue ? condition : arena().make<Not>(condition), load, other};
    }

    ExprList at(const Expr* index) { return arena().copy(std::vector<const Expr*>{index}); }

    PassContext& m_context;
    const Buffer* m_predicate = nullptr;
    const Buffer* m_address = nullptr;
    bool m_isNeeded = false;
    bool m_isAllocated = false;
    bool m_isInLaunch = false;
    const Stmt* m_firstInLaunch = nullptr; ///< guarded load
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const Target* target = targetOf(function);
    if (!target || target->kindName != "cuda") {
        context.note("nothing to do: the instruction is one of CUDA", &function);
        return &function;
    }
    if (!context.flagArgument("enable", 0, true)) {
        context.note("nothing to do: the pass is switched off", &function);
        return &function;
    }
    GuardedLoads loads(context);
    const Stmt* body = loads.inject(function.body);
    if (!loads.isNeeded())
        context.note("nothing to do: no store takes a load or a constant by a condition", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo injectPtxLdg32()
{
    return {.name = "InjectPTXLDG32",
            .summary = "Make guarded loads predicated instructions",
            .options = {{.name = "enable",
                         .values = "True, False",
                         .summary = "False: do nothing",
                         .choices = {"True", "False"}}},
            .required = {{ModuleProperty::FlatBuffers, "an address is one number"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
