/// inject_ptx_async_copy: plain copies from global to shared memory in an asynchronous scope become cp.async.
///
///     with T.attr(0, "async_scope", 1):
///         S[i] = A[i]                      becomes    ptx_cp_async(S, i, A, i, 4)
///
/// Place: after lower_thread_allreduce, before merge_shared_memory_allocations, which moves the destinations;
///        only with `tirx.use_async_copy`.
/// Leaves alone: copies of other sizes than 4, 8 and 16 bytes, and everything that is not a copy (noted). The
///        scope is removed in any case.

#include "core/support/text_format.h"
#include "passes/framework/pass.h"
#include "passes/framework/pass_mutator.h"

namespace tir::passes {
namespace {

class AsyncCopies : public PassMutator {
public:
    using PassMutator::PassMutator;

private:
    using Mutator::visit;

    struct Copy {
        const BufferLoad* source;
        const Expr* condition; ///< null: always
    };

    const Stmt* visit(const AttrStmt& attr) override
    {
        if (attr.key != "async_scope") {
            const Stmt* body = mutate(attr.body);
            return body == attr.body ? &attr
                                     : makeFrom<AttrStmt>(attr, attr.node, attr.key, attr.value, body);
        }
        if (m_isAsync)
            return refuse("an asynchronous scope is nested in another one", attr);
        m_isAsync = true;
        const Stmt* body = mutate(attr.body);
        m_isAsync = false;
        return body;
    }

    const Stmt* visit(const BufferStore& store) override
    {
        const std::string_view scope = store.buffer->scopeText();
        if (!m_isAsync || (scope != "shared" && scope != "shared.dyn"))
            return &store;
        const std::optional<Copy> copy = copyOf(store);
        if (!copy)
            return kept(store, "its value is not a load from global memory");
        const BufferLoad& load = *copy->source;
        if (load.indices.size() != 1 || store.indices.size() != 1 ||
            load.indices[0]->dtype.lanes != store.indices[0]->dtype.lanes)
            return refuse("an asynchronous copy needs one index on both sides, of the same number of lanes",
                          store);
        const int lanes = store.indices[0]->dtype.lanes;
        const int bytes = lanes * load.buffer->dtype.bytes();
        if (bytes != 4 && bytes != 8 && bytes != 16)
            return kept(store, std::to_string(bytes) + " bytes are copied; cp.async copies 4, 8 or 16");
        const std::optional<DType> from = pointeeDType(load.buffer->data);
        const std::optional<DType> into = pointeeDType(store.buffer->data);
        if (!from || !into || (*from != *into && (scope != "shared.dyn" || *into != UInt8)))
            return refuse("the pointers of an asynchronous copy have different element types, and the target "
                          "is not a dynamic byte buffer",
                          store);
        const int factor = *from == *into ? 1 : from->bytes();
        const Expr* fromOffset = sourceOffset(load.indices[0], lanes);
        const Expr* intoOffset = targetOffset(store.indices[0], lanes);
        if (!fromOffset || !intoOffset)
            return kept(store, "the elements of a vector are not side by side in an index that can be read");
        intoOffset = mul(arena(), intoOffset, intImm(arena(), intoOffset->dtype.element(), factor));
        std::vector<const Expr*> args{store.buffer->data, intoOffset, load.buffer->data, fromOffset,
                                      int32(arena(), bytes)};
        if (copy->condition)
            args.push_back(copy->condition);
        context().note("the copy to " + quoted(store.buffer->name) + " becomes cp.async of " +
                           std::to_string(bytes) + " bytes",
                       &store);
        return makeFrom<Evaluate>(store, callOp(arena(), store.buffer->dtype, OpId::ptx_cp_async, args));
    }

    /// A load from global memory, or the same under a condition with zero otherwise.
    static std::optional<Copy> copyOf(const BufferStore& store)
    {
        const auto* load = as<BufferLoad>(store.value);
        const Expr* condition = nullptr;
        const auto* choice = as<Call>(store.value);
        if (choice && choice->isOp(OpId::if_then_else) && isZero(choice->args[2])) {
            load = as<BufferLoad>(choice->args[1]);
            condition = choice->args[0];
        }
        return load && isGlobal(*load->buffer) ? std::optional(Copy{load, condition}) : std::nullopt;
    }

    static bool isGlobal(const Buffer& buffer)
    {
        return buffer.scopeText().empty() || buffer.scopeText() == "global";
    }

    static bool isZero(const Expr* expr)
    {
        const auto* broadcast = as<Broadcast>(expr);
        const auto* number = as<FloatImm>(broadcast ? broadcast->value : expr);
        return number && number->value == 0;
    }

    static const Expr* sourceOffset(const Expr* index, int lanes)
    {
        if (lanes == 1)
            return index;
        const auto* ramp = as<Ramp>(index);
        return ramp ? ramp->base : nullptr;
    }

    const Expr* targetOffset(const Expr* index, int lanes)
    {
        if (lanes == 1)
            return index;
        if (const auto* ramp = as<Ramp>(index))
            return ramp->base;
        const auto* sum = as<Binary>(index);
        if (!sum || sum->op != BinaryOp::Add)
            return nullptr;
        const auto* ramp = as<Ramp>(sum->a);
        const auto* shift = as<Broadcast>(sum->b);
        return ramp && shift ? arena().make<Binary>(BinaryOp::Add, ramp->base, shift->value) : nullptr;
    }

    const Stmt* kept(const BufferStore& store, const std::string& why)
    {
        context().note("the store to " + quoted(store.buffer->name) + " stays: " + why, &store);
        return &store;
    }

    const Stmt* refuse(std::string message, const Stmt& stmt)
    {
        fail(std::move(message), stmt);
        return &stmt;
    }

    bool m_isAsync = false;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    AsyncCopies copies(context);
    const Stmt* body = copies.mutate(function.body);
    if (copies.error())
        return *copies.error();
    if (body == function.body)
        context.note("nothing to do: no statement is in an asynchronous scope", &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo injectPtxAsyncCopy()
{
    return {
        .name = "InjectPTXAsyncCopy",
        .summary = "Make copies from global to shared memory in asynchronous scopes cp.async",
        .required = {{ModuleProperty::FlatBuffers, "an offset is one number"},
                     {ModuleProperty::Unmerged,
                      "merging rewrites the destinations of asynchronous copies, so these must be there"}},
        .run = functionPass(run)};
}

} // namespace tir::passes
