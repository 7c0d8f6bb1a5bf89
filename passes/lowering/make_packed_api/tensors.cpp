/// Second phase of reading packed arguments: the content of a tensor, checked against the description
/// of its buffer. Whatever the description leaves open (a variable extent, stride, offset) is defined here.

#include "core/ir/make.h"
#include "core/support/text_format.h"
#include "passes/lowering/make_packed_api/arguments.h"

namespace tir::passes {
namespace {

/// DLPack has no types below a byte: callers pass them as another type.
bool isLooselyTyped(DType type)
{
    return (type.isIntegral() && type.bits == 4) || (type.isInt() && type.bits == 1);
}

} // namespace

void ArgumentReader::readTensor(size_t argument, const Buffer& buffer)
{
    const Var* tensor = m_function.params[argument];
    const std::string name(buffer.name);
    m_prologue.checkNow(m_arena.make<Not>(isNull(tensor)), "TypeError",
                        m_words.parts(name, "be a tensor", argument));
    m_prologue.checkNow(binary(m_arena, BinaryOp::EQ, m_constants.number(int64_t(buffer.shape.size())),
                               field(tensor, 0, StructField::Rank, Int32)),
                        "ValueError",
                        m_words.parts(name + ".ndim", "be " + std::to_string(buffer.shape.size()), argument));
    if (!isLooselyTyped(buffer.dtype))
        checkType(argument, tensor, buffer);
    readShape(argument, tensor, buffer);
    readStrides(argument, tensor, buffer);
    readOffset(argument, tensor, buffer);
    readDevice(argument, tensor, buffer);
    readData(argument, tensor, buffer);
}

void ArgumentReader::checkType(size_t argument, const Var* tensor, const Buffer& buffer)
{
    const auto isEqual = [&](StructField part, DType type, int64_t expected) {
        return binary(m_arena, BinaryOp::EQ, field(tensor, 0, part, type), intImm(m_arena, type, expected));
    };
    constexpr DType UInt16{TypeCode::UInt, 16, 1};
    const DType type = buffer.dtype;
    const Expr* code = isEqual(StructField::TypeCode, UInt8, int64_t(type.code));
    const Expr* bits = isEqual(StructField::TypeBits, UInt8, type.bits);
    const Expr* lanes = isEqual(StructField::TypeLanes, UInt16, type.lanes);
    m_prologue.checkNow(binary(m_arena, BinaryOp::And, binary(m_arena, BinaryOp::And, code, bits), lanes),
                        "TypeError",
                        m_words.parts(std::string(buffer.name) + ".dtype", "be " + toString(type), argument));
}

void ArgumentReader::readShape(size_t argument, const Var* tensor, const Buffer& buffer)
{
    const Var* shape =
        bindNew(std::string(globalSymbol(m_function)) + "." + std::string(tensor->name) + "_shape", Handle,
                field(tensor, 0, StructField::Shape, Handle), buffer);
    if (isLooselyTyped(buffer.dtype))
        return;
    for (size_t i = 0; i < buffer.shape.size(); ++i)
        bindOrCheck(buffer.shape[i], element(shape, i, buffer.shape[i]->dtype),
                    std::string(buffer.name) + ".shape[" + std::to_string(i) + "]", argument, buffer);
}

void ArgumentReader::readStrides(size_t argument, const Var* tensor, const Buffer& buffer)
{
    const Var* strides =
        bindNew(std::string(globalSymbol(m_function)) + "." + std::string(tensor->name) + "_strides", Handle,
                field(tensor, 0, StructField::Strides, Handle), buffer);
    if (buffer.strides.empty()) {
        checkCompact(argument, strides, buffer);
        return;
    }
    // A tensor without strides is compact: they follow from its extents, innermost first.
    const Expr* compact = intImm(m_arena, indexDType(buffer), 1);
    for (size_t i = buffer.strides.size(); i-- > 0;) {
        const DType type = buffer.strides[i]->dtype;
        const Expr* value =
            callOp(m_arena, type, OpId::if_then_else,
                   {isNull(strides), cast(m_arena, type, compact), element(strides, i, type)});
        if (buffer.bufferType == BufferType::AutoBroadcast) {
            const Expr* isOne =
                binary(m_arena, BinaryOp::EQ, buffer.shape[i], intImm(m_arena, buffer.shape[i]->dtype, 1));
            value = callOp(m_arena, type, OpId::if_then_else, {isOne, intImm(m_arena, type, 0), value});
        }
        bindOrCheck(buffer.strides[i], value,
                    std::string(buffer.name) + ".strides[" + std::to_string(i) + "]", argument, buffer);
        compact = mul(m_arena, compact, buffer.shape[i]);
    }
}

/// The stride of a dimension of extent 1 does not matter.
void ArgumentReader::checkCompact(size_t argument, const Var* strides, const Buffer& buffer)
{
    if (buffer.shape.empty())
        return;
    const DType type = indexDType(buffer);
    const Expr* condition = boolImm(m_arena, true);
    const Expr* expected = intImm(m_arena, type, 1);
    for (size_t i = buffer.shape.size(); i-- > 0;) {
        const Expr* extent = buffer.shape[i];
        const Expr* isCompact = binary(m_arena, BinaryOp::EQ, expected, element(strides, i, type));
        const Expr* isOne = binary(m_arena, BinaryOp::EQ, extent, intImm(m_arena, extent->dtype, 1));
        condition =
            binary(m_arena, BinaryOp::And, condition, binary(m_arena, BinaryOp::Or, isOne, isCompact));
        expected = mul(m_arena, expected, extent);
    }
    m_prologue.checkAfterBindings(
        condition,
        m_words.parts(std::string(buffer.name) + ".strides", "be those of a compact tensor", argument),
        m_arena.make<Not>(isNull(strides)));
}

void ArgumentReader::readOffset(size_t argument, const Var* tensor, const Buffer& buffer)
{
    constexpr auto Field = StructField::ByteOffset;
    const std::string name(buffer.name);
    const Expr* bytes = field(tensor, 0, Field, UInt64);
    if (const auto* constant = as<IntImm>(buffer.elemOffset)) {
        const int64_t expected = constant->value * buffer.dtype.vectorBytes();
        m_prologue.checkLast(
            binary(m_arena, BinaryOp::EQ, intImm(m_arena, UInt64, expected), bytes),
            m_words.parts(name + ".byte_offset", "be " + std::to_string(expected), argument));
        return;
    }
    const auto* var = as<Var>(buffer.elemOffset);
    const bool isDefinedHere = var && !m_bound.contains(var);
    const DType type = buffer.elemOffset->dtype;
    const Expr* elements =
        binary(m_arena, BinaryOp::Div, bytes, intImm(m_arena, UInt64, buffer.dtype.vectorBytes()));
    bindOrCheck(buffer.elemOffset, cast(m_arena, type, elements), name + ".elem_offset", argument, buffer);
    if (isDefinedHere && buffer.offsetFactor > 1) {
        const Expr* rest = binary(m_arena, BinaryOp::Mod, var, intImm(m_arena, type, buffer.offsetFactor));
        m_prologue.checkNow(binary(m_arena, BinaryOp::EQ, rest, intImm(m_arena, type, 0)), "ValueError",
                            m_words.parts(name + ".elem_offset",
                                          "be a multiple of " + std::to_string(buffer.offsetFactor),
                                          argument));
    }
}

void ArgumentReader::readDevice(size_t argument, const Var* tensor, const Buffer& buffer)
{
    const std::string name(buffer.name);
    m_prologue.checkNow(
        binary(m_arena, BinaryOp::EQ, field(tensor, 0, StructField::DeviceType, Int32),
               m_constants.number(int(m_device))),
        "ValueError",
        m_words.parts(name + ".device_type", "be " + std::string(deviceName(m_device)), argument));
    if (!m_deviceId)
        m_deviceId = m_arena.make<Var>("dev_id", primType(m_arena, Int32));
    bindOrCheck(m_deviceId, field(tensor, 0, StructField::DeviceId, Int32), name + ".device_id", argument,
                buffer);
}

void ArgumentReader::readData(size_t argument, const Var* tensor, const Buffer& buffer)
{
    const std::string path = std::string(buffer.name) + ".data";
    bindOrCheck(buffer.data, field(tensor, 0, StructField::Data, Handle), path, argument, buffer);
    const Expr* count = nullptr;
    for (const Expr* extent : buffer.shape)
        count = count ? mul(m_arena, count, extent) : extent;
    const Expr* isThere = m_arena.make<Not>(isNull(buffer.data));
    if (count) {
        const Expr* isEmpty = binary(m_arena, BinaryOp::EQ, count, intImm(m_arena, count->dtype, 0));
        isThere = binary(m_arena, BinaryOp::Or, isEmpty, isThere);
    }
    m_prologue.checkAfterBindings(isThere, m_words.parts(path, "not be null", argument));
    m_prologue.align(buffer.data, buffer.alignment);
}

} // namespace tir::passes
