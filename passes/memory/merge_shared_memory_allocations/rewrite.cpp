#include "passes/memory/merge_shared_memory_allocations/rewrite.h"

#include "core/ir/contains.h"
#include "passes/framework/tvm_defects.h"

namespace tir::passes {

const Var* AccessRewriter::makeMergedVar()
{
    const bool isDynamic = m_kind == SharedKind::Dynamic;
    m_redirected.clear();
    return arena().make<Var>(isDynamic ? "buf_dyn_shmem" : "buf_shmem",
                             pointerType(arena(), UInt8, isDynamic ? "shared.dyn" : "shared"));
}

const AllocBuffer* AccessRewriter::makeMergedAllocation(const AttrStmt& launch) const
{
    const Expr* total = m_plan->totalBytes;
    auto* buffer = arena().make<Buffer>(m_merged, UInt8, arena().copy(ExprList(&total, 1)),
                                        intImm(arena(), total->dtype, 0), m_merged->name);
    buffer->origin = &launch;
    Dict annotations;
    if (m_sawVolatile)
        annotations = withEntry(arena(), annotations, attr::Volatile, AttrValue::ofBool(true));
    auto* alloc = arena().make<AllocBuffer>(buffer, annotations);
    alloc->origin = &launch;
    return alloc;
}

const Stmt* AccessRewriter::visit(const AllocBuffer& alloc)
{
    if (!isMerged(alloc.buffer->data))
        return Mutator::visit(alloc);
    if (const AttrValue* mark = find(alloc.annotations, attr::Volatile); mark && mark->isTrue())
        m_sawVolatile = true;
    // TVM leaves the accesses without a declaration.
    if (m_mode == Mode::Sound && m_plan && m_plan->byteOffset(alloc.buffer->data))
        return makeFrom<DeclBuffer>(alloc, mutateBufferUse(alloc.buffer));
    return noOp(arena());
}

const Stmt* AccessRewriter::visit(const DeclBuffer& decl)
{
    if (!isMerged(decl.buffer->data))
        return Mutator::visit(decl);
    return makeFrom<DeclBuffer>(decl, mutateBufferUse(decl.buffer));
}

const Expr* AccessRewriter::visit(const BufferLoad& load)
{
    if (!isMerged(load.buffer->data))
        return Mutator::visit(load);
    const Buffer* buffer = mutateBufferUse(load.buffer);
    const ExprList indices = shifted(load.indices, *load.buffer, load);
    return makeFrom<BufferLoad>(load, load.dtype, buffer, indices, mutate(load.predicate));
}

const Stmt* AccessRewriter::visit(const BufferStore& store)
{
    if (!isMerged(store.buffer->data))
        return Mutator::visit(store);
    const Buffer* buffer = mutateBufferUse(store.buffer);
    const Expr* value = mutate(store.value);
    const ExprList indices = shifted(store.indices, *store.buffer, store);
    return makeFrom<BufferStore>(store, buffer, value, indices, mutate(store.predicate));
}

const Buffer* AccessRewriter::mutateBufferUse(const Buffer* buffer)
{
    if (!isMerged(buffer->data))
        return Mutator::mutateBufferUse(buffer);
    const Buffer*& made = m_redirected[buffer];
    if (!made)
        made = rebuilt(*buffer, m_merged, buffer->shape, buffer->strides, buffer->elemOffset, buffer->layout);
    return made;
}

const Expr* AccessRewriter::visit(const Call& call)
{
    if (call.isOp(OpId::tvm_access_ptr))
        return visitAccessPointer(call);
    if (call.isOp(OpId::ptx_cp_async))
        return visitAsyncCopy(call);
    return Mutator::visit(call);
}

/// TVM does not rewrite a variable that is passed on: it names an allocation that is gone.
const Expr* AccessRewriter::visit(const Var& var)
{
    if (!isMerged(&var) || !m_plan)
        return &var;
    if (m_mode == Mode::AsTvm) {
        context().reportDefect(tvm_defect::VariablePassedOn,
                               "'" + std::string(var.name) + "' is passed on, but its allocation is gone",
                               &var);
        return &var;
    }
    const Expr* offset = m_plan->byteOffset(&var);
    TIR_CHECK(offset) << "a variable in use has no place";
    return isConstInt(offset, 0) ? static_cast<const Expr*>(m_merged)
                                 : callOp(arena(), Handle, OpId::handle_add_byte_offset, {m_merged, offset});
}

const Expr* AccessRewriter::visitAccessPointer(const Call& call)
{
    const auto* data = call.args.size() == 5 ? as<Var>(call.args[1]) : nullptr;
    if (!data || !isMerged(data))
        return Mutator::visit(call);
    const Expr* offset = add(arena(), elementShift(data, call.args[0]->dtype, call), mutate(call.args[2]));
    const std::vector<const Expr*> args{call.args[0], m_merged, offset, mutate(call.args[3]), call.args[4]};
    return makeFrom<Call>(call, call.dtype, call.op, arena().copy(args), call.annotations);
}

const Expr* AccessRewriter::visitAsyncCopy(const Call& call)
{
    if (call.args.size() != 5 && call.args.size() != 6) {
        fail({.message = "an asynchronous copy has 5 or 6 arguments, but " +
                         std::to_string(call.args.size()) + " are given",
              .node = &call});
        return &call;
    }
    const auto* data = as<Var>(call.args[0]);
    if (!data || !isMerged(data))
        return Mutator::visit(call);
    // The offset counts elements of the original buffer, and the merged one consists of bytes.
    const DType element = pointeeDType(data).value_or(call.dtype);
    const Expr* offset = add(arena(), elementShift(data, element, call), mutate(call.args[1]));
    std::vector<const Expr*> args(call.args.begin(), call.args.end());
    args[0] = m_merged;
    args[1] = mul(arena(), offset, int32(arena(), elementBytes(element, m_mode)));
    for (size_t i = 2; i < args.size(); ++i)
        args[i] = sourceOfCopy(args[i]);
    return makeFrom<Call>(call, element, call.op, arena().copy(args), call.annotations);
}

/// TVM does not look at where the bytes come from.
const Expr* AccessRewriter::sourceOfCopy(const Expr* argument)
{
    if (m_mode == Mode::Sound)
        return mutate(argument);
    const auto isMergedUse = [&](const Node& node) {
        const auto* load = as<BufferLoad>(&node);
        const auto* var = load ? load->buffer->data : as<Var>(&node);
        return var && isMerged(var);
    };
    if (contains(*argument, isMergedUse))
        context().reportDefect(tvm_defect::VariablePassedOn,
                               "the source of an asynchronous copy names a buffer whose allocation is gone",
                               argument);
    return argument;
}

ExprList AccessRewriter::shifted(ExprList indices, const Buffer& buffer, const Node& access)
{
    if (indices.size() != 1) {
        fail({.message = "buffer '" + std::string(buffer.name) + "' has " + std::to_string(indices.size()) +
                         " dimensions; merging takes buffers with one, which FlattenBuffer makes",
              .node = &access});
        return mutate(indices);
    }
    const Expr* index = mutate(indices[0]);
    const Expr* moved = add(arena(), index, elementShift(buffer.data, buffer.dtype, access));
    return arena().copy(ExprList(&moved, 1));
}

const Expr* AccessRewriter::elementShift(const Var* data, DType element, const Node& access)
{
    const auto none = int32(arena(), 0);
    if (!m_plan) {
        fail({.message =
                  "'" + std::string(data->name) + "' is used before the launch that the allocation goes into",
              .node = &access});
        return none;
    }
    const Expr* offset = m_plan->byteOffset(data);
    if (!offset) {
        fail({.message =
                  "'" + std::string(data->name) +
                  "' has no place in the merged allocation: it is tiny, shares a free entry of symbolic "
                  "size, or is used only through its address",
              .node = &access});
        return none;
    }
    return floorDiv(arena(), offset, int32(arena(), elementBytes(element, m_mode)));
}

} // namespace tir::passes
