// Calls: packed functions, shapes and tensor descriptions on the stack, methods of devices.

#include "passes/lowering/lower_tvm_builtin/lowerer.h"

#include "core/ir/target.h"

namespace tir::passes {

const Expr* BuiltinLowerer::visit(const Call& call)
{
    if (!call.op)
        return Mutator::visit(call);
    if (call.isOp(OpId::tvm_call_packed))
        return packedCall(call, 0, OpId::tvm_call_packed_lowered);
    if (call.isOp(OpId::tvm_call_cpacked))
        return packedCall(call, 0, OpId::tvm_call_cpacked_lowered);
    if (call.isOp(OpId::tvm_call_trace_packed))
        return tracedCall(call);
    if (call.isOp(OpId::anylist_setitem_call_packed))
        return callIntoList(call, OpId::tvm_call_packed_lowered);
    if (call.isOp(OpId::anylist_setitem_call_cpacked))
        return callIntoList(call, OpId::tvm_call_cpacked_lowered);
    if (call.isOp(OpId::tvm_stack_make_shape))
        return makeShape(call);
    if (call.isOp(OpId::tvm_stack_make_array))
        return makeArray(call);
    if (call.isOp(OpId::tvm_context_id))
        return constant(arena(), call.dtype, 0);
    if (call.isUnlistedOp("tirx.mem_copy"))
        return mutate(deviceApi(call, "mem_copy", 3));
    if (call.isOp(OpId::dma_copy))
        return mutate(deviceApi(call, "dma_copy", 5));
    if (call.isOp(OpId::dma_wait))
        return mutate(deviceApi(call, "dma_wait", 2));
    if (call.isOp(OpId::dma_start_group))
        return mutate(deviceApi(call, "dma_start_group", 1));
    if (call.isOp(OpId::dma_end_group))
        return mutate(deviceApi(call, "dma_end_group", 1));
    return Mutator::visit(call);
}

/// Arguments follow the name at `nameAt`. The slots are free again when the call has them all.
const Expr* BuiltinLowerer::packedCall(const Call& call, size_t nameAt, OpId loweredOp)
{
    if (call.args.size() <= nameAt)
        return refuse("a packed call has no callee", call);
    const Sizes before = frame().now;
    const int64_t begin = before.values;
    const int64_t count = int64_t(call.args.size() - nameAt) - 1;
    frame().now.values += count + 1;
    grow();
    const ExprList args = mutate(call.args.subspan(nameAt));
    for (int64_t i = 0; i < count; ++i)
        setArgument(args[size_t(i) + 1], begin + i, call);
    // TVM does not count from the first slot of the call; that matters for a call inside of another one.
    const int64_t result = context().mode() == Mode::Sound ? begin + count : count;
    setTypeIndex(result, TypeIndex::None);
    setValue(result, intImm(arena(), Int64, 0));
    frame().now = before;
    const auto* name = as<StringImm>(args[0]);
    context().note("'" + (name ? std::string(name->value) : "?") + "' is called with " +
                       std::to_string(count) + " values, from slot " + std::to_string(begin) + " on",
                   &call);
    const std::vector<const Expr*> lowered{args[0], frame().values, int32(arena(), begin),
                                           int32(arena(), begin + count)};
    return makeFrom<Call>(call, call.dtype, opOf(loweredOp), arena().copy(lowered));
}

/// The last argument is the value that the call may replace.
const Expr* BuiltinLowerer::tracedCall(const Call& call)
{
    if (call.args.size() < 2)
        return refuse("a traced call has no value to trace", call);
    const Sizes before = frame().now;
    const int64_t begin = before.values;
    const int64_t end = begin + int64_t(call.args.size()) - 1;
    frame().now.values = end;
    grow();
    const ExprList args = mutate(call.args);
    for (int64_t slot = begin; slot < end; ++slot)
        setArgument(args[size_t(slot - begin) + 1], slot, call);
    frame().now = before;
    const std::vector<const Expr*> lowered{args[0], frame().values, int32(arena(), begin),
                                           int32(arena(), end), args.back()};
    return makeFrom<Call>(call, call.dtype, opOf(OpId::tvm_call_trace_packed_lowered), arena().copy(lowered));
}

/// (list, index, name, arguments …): the result of the call becomes an item of the list.
const Expr* BuiltinLowerer::callIntoList(const Call& call, OpId loweredOp)
{
    if (call.args.size() < 3)
        return refuse("a call into a list has a list, an index and a callee", call);
    const Expr* list = mutate(call.args[0]);
    const Expr* index = mutate(call.args[1]);
    return callOp(arena(), Int32, OpId::TVMBackendAnyListMoveFromPackedReturn,
                  {list, index, packedCall(call, 2, loweredOp)});
}

const Expr* BuiltinLowerer::makeShape(const Call& call)
{
    const int64_t begin = frame().now.extents;
    frame().now.extents += std::max<int64_t>(1, int64_t(call.args.size()));
    grow();
    const ExprList extents = mutate(call.args);
    const Buffer* stack = frame().extents;
    const auto at = [&](int64_t index) {
        return arena().copy(std::vector<const Expr*>{int32(arena(), index)});
    };
    for (size_t i = 0; i < extents.size(); ++i)
        m_preparation.push_back(
            makeFrom<BufferStore>(call, stack, cast(arena(), Int64, extents[i]), at(begin + int64_t(i))));
    return callOp(arena(), Handle, OpId::address_of, {makeFrom<BufferLoad>(call, Int64, stack, at(begin))});
}

/// (data, shape, strides, rank, a value of the element type, offset in elements).
const Expr* BuiltinLowerer::makeArray(const Call& call)
{
    if (call.args.size() != 6)
        return refuse("a tensor description has 6 parts, here it has " + std::to_string(call.args.size()),
                      call);
    if (!m_deviceType || !m_deviceId)
        return refuse("a tensor is described, but nothing says which device it is on", call);
    const int64_t index = frame().now.arrays++;
    grow();
    const ExprList args = mutate(call.args);
    const auto fill = [&](StructField field, const Expr* value) { set(frame().arrays, index, field, value); };
    const DType element = args[4]->dtype;
    fill(StructField::Data, args[0]);
    fill(StructField::Shape, args[1]);
    fill(StructField::Strides, isConstInt(args[2], 0) ? nullHandle() : args[2]);
    fill(StructField::Rank, args[3]);
    fill(StructField::TypeCode, intImm(arena(), UInt8, int64_t(element.code)));
    fill(StructField::TypeBits, intImm(arena(), UInt8, element.bits));
    fill(StructField::TypeLanes, intImm(arena(), {TypeCode::UInt, 16, 1}, element.lanes));
    const Expr* bytes = mul(arena(), args[5], intImm(arena(), args[5]->dtype, element.vectorBytes()));
    fill(StructField::ByteOffset, cast(arena(), UInt64, bytes));
    fill(StructField::DeviceId, cast(arena(), Int32, m_deviceId));
    fill(StructField::DeviceType, cast(arena(), Int32, m_deviceType));
    return callOp(arena(), Handle, OpId::tvm_struct_get,
                  {frame().arrays, int32(arena(), index), int32(arena(), int(StructField::TensorAddress))});
}

/// A method of the device becomes a packed call; the builtin's first arguments are the call's.
const Call* BuiltinLowerer::deviceApi(const Call& call, std::string_view method, size_t argumentCount)
{
    std::vector<const Expr*> args{stringImm(arena(), deviceApiName(method, call))};
    if (call.args.size() < argumentCount)
        refuse(std::string(method) + " has " + std::to_string(argumentCount) + " arguments, here it has " +
                   std::to_string(call.args.size()),
               call);
    else
        args.insert(args.end(), call.args.begin(), call.args.begin() + std::ptrdiff_t(argumentCount));
    return callOp(arena(), Int32, OpId::tvm_call_packed, args);
}

std::string BuiltinLowerer::deviceApiName(std::string_view method, const Node& asking)
{
    const auto* device = as<IntImm>(m_deviceType);
    if (!device)
        refuse("a method of the device is called, but nothing says which device it is", asking);
    return "device_api." + (device ? std::string(deviceName(tir::DeviceType(device->value))) : "") + "." +
           std::string(method);
}

/// Writes one packed value: its type index, its padding, its content.
void BuiltinLowerer::setArgument(const Expr* argument, int64_t slot, const Call& call)
{
    const DType type = argument->dtype;
    const auto* inner = as<Call>(argument);
    if (inner && inner->isOp(OpId::anylist_getitem)) {
        m_preparation.push_back(arena().make<Evaluate>(
            callOp(arena(), Int32, OpId::TVMBackendAnyListSetPackedArg,
                   {inner->args[0], inner->args[1], frame().values, int32(arena(), slot)})));
        return;
    }
    if (type.isHandle()) {
        const bool isTensor = inner && inner->isOp(OpId::tvm_struct_get) && inner->args.size() == 3 &&
                              isConstInt(inner->args[2], int(StructField::TensorAddress));
        const auto index = [&](TypeIndex kind) {
            return setStatement(frame().values, slot, StructField::AnyTypeIndex, int32(arena(), int(kind)));
        };
        if (as<StringImm>(argument) || as<OpaqueExpr>(argument))
            setTypeIndex(slot, TypeIndex::RawString);
        else if (isTensor)
            setTypeIndex(slot, TypeIndex::TensorPointer);
        else
            m_preparation.push_back(
                arena().make<IfThenElse>(callOp(arena(), Bool, OpId::isnullptr, {argument}),
                                         index(TypeIndex::None), index(TypeIndex::OpaquePointer)));
        setValue(slot, argument);
        return;
    }
    if (!type.isScalar() || !(type.isIntegral() || type.code == TypeCode::Float)) {
        refuse("a packed call cannot pass a value of type " + toString(type), call);
        return;
    }
    const bool isReal = type.code == TypeCode::Float;
    setTypeIndex(slot, isReal ? TypeIndex::Float : type.isBool() ? TypeIndex::Bool : TypeIndex::Int);
    const DType content = isReal ? Float64 : Int64;
    setValue(slot, type == content ? argument : arena().make<Cast>(content, argument));
}

void BuiltinLowerer::setTypeIndex(int64_t slot, TypeIndex kind)
{
    set(frame().values, slot, StructField::AnyTypeIndex, int32(arena(), int(kind)));
}

void BuiltinLowerer::setValue(int64_t slot, const Expr* value)
{
    set(frame().values, slot, StructField::AnyZeroPadding, int32(arena(), 0));
    set(frame().values, slot, StructField::AnyValue, value);
}

void BuiltinLowerer::set(const Var* stack, int64_t index, StructField field, const Expr* value)
{
    m_preparation.push_back(setStatement(stack, index, field, value));
}

const Stmt* BuiltinLowerer::setStatement(const Var* stack, int64_t index, StructField field,
                                         const Expr* value)
{
    return arena().make<Evaluate>(callOp(arena(), Int32, OpId::tvm_struct_set,
                                         {stack, int32(arena(), index), int32(arena(), int(field)), value}));
}

const Expr* BuiltinLowerer::nullHandle()
{
    return callOp(arena(), Handle, OpId::reinterpret, {intImm(arena(), UInt64, 0)});
}

} // namespace tir::passes
