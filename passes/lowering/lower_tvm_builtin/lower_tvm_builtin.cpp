/// lower_tvm_builtin: expands calls of packed functions, tensor descriptors, and allocations for the host.
///
///     call_packed("kernel", X, 32)    becomes    the arguments, written one by one into stack memory,
///                                                call_packed_lowered("kernel", stack, 0, 2)
///
/// Place: first on the host module after the split; before lower_intrin, so that the arithmetic
///        of sizes and offsets that it creates is lowered as well.
/// Leaves alone: functions for anything but a CPU, allocations that fit on the stack.
///
/// Sound mode: a call inside of another one has a separate return slot (TVM uses a slot of the outer
/// call), and a buffer whose allocation became a call is declared over the pointer.

#include "passes/lowering/lower_tvm_builtin/lowerer.h"

#include "core/ir/target.h"

#include <algorithm>

namespace tir::passes {
namespace {

/// Allocations below it stay on the stack.
constexpr int64_t MaxStackBytes = 1024;

/// Attributes that name the device whose memory a body works on.
constexpr std::string_view DeviceIdKey = "device_id";
constexpr std::string_view DeviceTypeKey = "device_type";

} // namespace

const Stmt* BuiltinLowerer::lowerFrame(const Stmt* body)
{
    Frame opened;
    opened.values = arena().make<Var>("stack_ffi_any", primType(arena(), Handle));
    opened.arrays = arena().make<Var>("stack_array", primType(arena(), Handle));
    const Var* extents = arena().make<Var>("stack_shape", pointerType(arena(), Int64, ""));
    opened.extents =
        arena().make<Buffer>(extents, Int64, ExprList(), intImm(arena(), Int64, 0), "stack_shape");
    m_frames.push_back(opened);
    const Stmt* lowered = mutate(body);
    const Frame closed = m_frames.back();
    m_frames.pop_back();

    std::vector<const Stmt*> statements;
    const auto allocate = [&](const Var* var, std::string_view kind, int64_t count) {
        if (count > 0)
            statements.push_back(
                arena().make<Bind>(var, callOp(arena(), Handle, OpId::tvm_stack_alloca,
                                               {stringImm(arena(), kind), int32(arena(), count)})));
    };
    allocate(closed.values, "tvm_ffi_any", closed.most.values);
    allocate(closed.arrays, "array", closed.most.arrays);
    allocate(closed.extents->data, "shape", closed.most.extents);
    if (closed.most.extents > 0) {
        const Expr* size = intImm(arena(), Int64, closed.most.extents);
        closed.extents->shape = arena().copy(std::vector<const Expr*>{size});
        statements.push_back(arena().make<DeclBuffer>(closed.extents));
    }
    if (statements.empty())
        return lowered;
    statements.push_back(lowered);
    return sequence(arena(), statements);
}

void BuiltinLowerer::grow()
{
    Sizes& most = frame().most;
    const Sizes& now = frame().now;
    most.values = std::max(most.values, now.values);
    most.arrays = std::max(most.arrays, now.arrays);
    most.extents = std::max(most.extents, now.extents);
}

const Expr* BuiltinLowerer::refuse(std::string message, const Node& node)
{
    fail(std::move(message), node);
    return int32(arena(), 0);
}

/// The device of a body is known by its attributes, which have done their duty here.
const Stmt* BuiltinLowerer::lower(const AttrStmt& attr)
{
    const bool isId = attr.key == DeviceIdKey;
    if (!isId && attr.key != DeviceTypeKey)
        return Mutator::visit(attr);
    const Expr*& known = isId ? m_deviceId : m_deviceType;
    const Expr* outer = known;
    known = mutate(attr.value);
    const Stmt* body = mutate(attr.body);
    known = outer;
    return body;
}

/// Iterations of a parallel loop run side by side: they cannot share the stack memory around the loop.
const Stmt* BuiltinLowerer::lower(const For& loop)
{
    if (loop.forKind != ForKind::Parallel)
        return Mutator::visit(loop);
    const Expr* min = mutate(loop.min);
    const Expr* extent = mutate(loop.extent);
    const Stmt* body = lowerFrame(loop.body);
    if (min == loop.min && extent == loop.extent && body == loop.body)
        return &loop;
    return makeFrom<For>(loop, loop.loopVar, min, extent, loop.forKind, body, loop.threadBinding,
                         loop.annotations, loop.step);
}

const Stmt* BuiltinLowerer::lower(const SeqStmt& statements)
{
    std::vector<const Stmt*> made;
    for (const Stmt* statement : statements.seq) {
        m_nextIsMember = true;
        made.push_back(mutate(statement));
    }
    if (std::ranges::equal(made, statements.seq))
        return &statements;
    const Stmt* joined = sequence(arena(), made);
    const auto* several = as<SeqStmt>(joined);
    return several ? makeFrom<SeqStmt>(statements, *several) : joined;
}

const Stmt* BuiltinLowerer::lower(const Bind& bind)
{
    const auto* call = as<Call>(bind.value);
    if (call && call->isOp(OpId::nd_mem_alloc_with_scope))
        return allocateWithScope(bind, *call);
    return Mutator::visit(bind);
}

bool BuiltinLowerer::staysOnStack(const AllocBuffer& alloc)
{
    const AttrValue* isKept = find(alloc.annotations, "disable_lower_builtin");
    if (isKept && isKept->isTrue())
        return true;
    const Buffer& buffer = *alloc.buffer;
    if (!m_deviceType || !isConstInt(m_deviceType, int64_t(tir::DeviceType::CPU)))
        return false;
    const int64_t count = constantElementCount(buffer);
    return buffer.scope().rank != StorageRank::Global ||
           (count > 0 && count * buffer.dtype.vectorBytes() < MaxStackBytes);
}

const Stmt* BuiltinLowerer::lower(const AllocBuffer& alloc)
{
    const std::string name(alloc.buffer->name);
    if (staysOnStack(alloc)) {
        context().note("'" + name + "' stays on the stack", &alloc);
        return Mutator::visit(alloc);
    }
    if (!m_deviceType || !m_deviceId) {
        refuse("'" + name +
                   "' needs memory, but nothing says which device it is on: no tensor is a "
                   "parameter of the function",
               alloc);
        return &alloc;
    }
    context().note("'" + name +
                       "' is too large for the stack or is elsewhere: the runtime allocates it, "
                       "and it is freed at the end of its scope",
                   &alloc);
    return allocateWorkspace(alloc);
}

const Stmt* BuiltinLowerer::allocateWorkspace(const AllocBuffer& alloc)
{
    const auto* made = as<AllocBuffer>(Mutator::visit(alloc));
    const Buffer& buffer = *made->buffer;
    const Expr* bytes = intImm(arena(), UInt64, buffer.dtype.vectorBytes());
    for (const Expr* extent : buffer.shape)
        bytes = mul(arena(), bytes, extent);
    const Var* pointer = buffer.data;
    const Expr* call = callOp(arena(), Handle, OpId::TVMBackendAllocWorkspace,
                              {cast(arena(), Int32, m_deviceType), cast(arena(), Int32, m_deviceId), bytes,
                               int32(arena(), int(buffer.dtype.code)), int32(arena(), buffer.dtype.bits)});
    const Expr* freed =
        callOp(arena(), Int32, OpId::TVMBackendFreeWorkspace,
               {cast(arena(), Int32, m_deviceType), cast(arena(), Int32, m_deviceId), pointer});
    m_cleanup.push_back(throwIf(arena().make<Binary>(BinaryOp::NE, freed, int32(arena(), 0))));
    return sequence(arena(),
                    {makeFrom<Bind>(alloc, pointer, call),
                     throwIf(callOp(arena(), Bool, OpId::isnullptr, {pointer})),
                     context().mode() == Mode::Sound ? makeFrom<DeclBuffer>(alloc, &buffer) : nullptr});
}

/// Memory of more than one dimension comes from the device itself.
const Stmt* BuiltinLowerer::allocateWithScope(const Bind& bind, const Call& call)
{
    const std::optional<DType> element = pointeeDType(bind.var);
    if (!m_deviceType || !m_deviceId || !element || call.args.empty()) {
        refuse("'" + std::string(bind.var->name) +
                   "' can be allocated with a scope when its element type and the device are known",
               bind);
        return &bind;
    }
    std::vector<const Expr*> args{stringImm(arena(), deviceApiName("AllocNd", bind)), m_deviceType,
                                  m_deviceId, int32(arena(), int(element->code)),
                                  int32(arena(), element->bits)};
    args.insert(args.end(), call.args.begin(), call.args.end());
    const Expr* allocated = mutate(callOp(arena(), Handle, OpId::tvm_call_packed, args));
    std::vector<const Stmt*> outer;
    outer.swap(m_preparation);
    const Expr* freed = mutate(callOp(arena(), Int32, OpId::tvm_call_packed,
                                      {stringImm(arena(), deviceApiName("FreeNd", bind)), m_deviceType,
                                       m_deviceId, call.args[0], bind.var}));
    m_preparation.push_back(throwIf(arena().make<Binary>(BinaryOp::NE, freed, int32(arena(), 0))));
    m_cleanup.push_back(sequence(arena(), m_preparation));
    m_preparation.swap(outer);
    return sequence(arena(), {makeFrom<Bind>(bind, bind.var, allocated),
                              throwIf(callOp(arena(), Bool, OpId::isnullptr, {bind.var}))});
}

const Stmt* BuiltinLowerer::throwIf(const Expr* condition)
{
    return arena().make<IfThenElse>(
        condition, arena().make<Evaluate>(callOp(arena(), Handle, OpId::tvm_throw_last_error, {})));
}

namespace {

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    const Target* target = targetOf(function);
    const AttrValue* isHost = find(function.attrs, attr::IsHostFunc);
    if (!(target && hasKey(*target, "cpu")) && !(isHost && isHost->isTrue())) {
        context.note("nothing to lower: the function is not for the host", &function);
        return &function;
    }
    BuiltinLowerer lowerer(context);
    const Stmt* body = lowerer.lowerFrame(function.body);
    if (lowerer.error())
        return *lowerer.error();
    if (body == function.body)
        context.note("nothing to lower: the function makes no packed call and allocates nothing on a device",
                     &function);
    return withBody(context.arena(), function, body);
}

} // namespace

PassInfo lowerTvmBuiltin()
{
    return {.name = "LowerTVMBuiltin",
            .summary = "Spell out packed calls and allocations of host functions",
            .required = {{ModuleProperty::Packed,
                          "only what the host runs is lowered, so the host must be complete"}},
            .established = {{ModuleProperty::HostCalls,
                             "packed calls pass their arguments through stack memory"}},
            .run = functionPass(run)};
}

} // namespace tir::passes
