#include "core/script/reading/buffer_fields.h"

#include "core/ir/make.h"
#include "core/script/reading/call_site.h"
#include "core/script/reading/conversions.h"

#include <algorithm>

namespace tir::script {

BufferFieldReader::BufferFieldReader(ReadContext& context, Conversions& values, CallSite& site,
                                     size_t firstPosition)
    : ReaderPart(context),
      m_values(values)
{
    static constexpr std::array<std::string_view, ArgumentCount> Names{
        "shape", "dtype",         "data",        "strides",         "elem_offset", "byte_offset",   "scope",
        "align", "offset_factor", "buffer_type", "axis_separators", "layout",      "allocated_addr"};
    const bool hasByteOffset = site.path != "match_buffer" && site.path != "sblock_alloc_buffer";
    size_t position = firstPosition;
    for (size_t i = 0; i < ArgumentCount; ++i) {
        if (i == ByteOffset && !hasByteOffset)
            continue;
        const Value* value = site.argument(Names[i], position++);
        if (value && (i == LayoutOf || !value->is(Value::Kind::None)))
            m_given[i] = {value, site.spanOf(value)};
    }
}

bool BufferFieldReader::read(BufferFields& fields)
{
    const auto& [dtype, dtypeSpan] = m_given[ElementType];
    return readShape(fields) && (!dtype || m_values.toDType(*dtype, dtypeSpan, fields.dtype)) &&
           readData(fields) && readText(Scope, "the storage scope", fields.scope) && readStrides(fields) &&
           readOffset(fields) && readInt(Align, "the alignment", fields.align) &&
           readInt(OffsetFactor, "the offset factor", fields.offsetFactor) && readType(fields) &&
           readSeparators(fields) && readLayout(fields) && readAddress(fields);
}

bool BufferFieldReader::readShape(BufferFields& fields)
{
    const auto& [shape, span] = m_given[Shape];
    if (!shape)
        return true;
    for (const Value& extent : m_values.toSequence(*shape))
        fields.shape.push_back(m_values.toExpr(extent, span));
    for (const Expr* extent : fields.shape) {
        if (!extent)
            return false;
        if (!extent->dtype.isIntegral() || !extent->dtype.isScalar()) {
            fail(span, "bad-shape",
                 "an extent has type " + toString(extent->dtype) + ", expected an integer");
            return false;
        }
    }
    return true;
}

bool BufferFieldReader::readData(BufferFields& fields)
{
    const auto& [data, span] = m_given[Data];
    if (!data)
        return true;
    const Expr* pointer = m_values.toExpr(*data, span);
    if (!pointer)
        return false;
    fields.data = as<Var>(pointer);
    if (!fields.data || !as<PointerType>(fields.data->type)) {
        fail(span, "bad-data", "the data of a buffer must be a variable of a pointer type");
        return false;
    }
    return true;
}

bool BufferFieldReader::readStrides(BufferFields& fields)
{
    const auto& [strides, span] = m_given[Strides];
    if (!strides)
        return true;
    for (const Value& stride : m_values.toSequence(*strides)) {
        if (stride.is(Value::Kind::String))
            fields.strides.push_back(m_arena.make<Var>(stride.text, primType(m_arena, Int32)));
        else
            fields.strides.push_back(m_values.toExpr(stride, span));
        if (!fields.strides.back())
            return false;
    }
    return true;
}

bool BufferFieldReader::readOffset(BufferFields& fields)
{
    if (const auto& [elements, span] = m_given[ElemOffset]; elements) {
        fields.elemOffset = m_values.toExpr(*elements, span);
        return fields.elemOffset != nullptr;
    }
    if (!m_given[ByteOffset].value)
        return true;
    int64_t bytes = 0;
    if (!readInt(ByteOffset, "the byte offset", bytes))
        return false;
    int64_t bits = 0;
    if (__builtin_mul_overflow(bytes, 8, &bits)) {
        fail(m_given[ByteOffset].span, "number-too-large", "the byte offset is too large");
        return false;
    }
    fields.elemOffset = intImm(m_arena, fields.indexType(), bits / std::max(1, int(fields.dtype.bits)));
    return true;
}

bool BufferFieldReader::readType(BufferFields& fields)
{
    std::string_view name;
    if (!readText(Type, "the buffer type", name))
        return false;
    fields.isAutoBroadcast = name == "auto";
    return true;
}

bool BufferFieldReader::readSeparators(BufferFields& fields)
{
    const auto& [separators, span] = m_given[AxisSeparators];
    if (!separators)
        return true;
    for (const Value& item : m_values.toSequence(*separators)) {
        int64_t number = 0;
        if (!m_values.toInt(item, span, "an axis separator", number))
            return false;
        fields.axisSeparators.push_back(number);
    }
    return true;
}

bool BufferFieldReader::readLayout(BufferFields& fields)
{
    const auto& [layout, span] = m_given[LayoutOf];
    if (!layout || (layout->is(Value::Kind::String) && layout->text == "default"))
        return true;
    fields.hasDefaultLayout = false;
    fields.layout = layout->is(Value::Kind::Node) ? asLayout(layout->node) : nullptr;
    if (!fields.layout && !layout->is(Value::Kind::None)) {
        fail(span, "bad-layout",
             "found " + std::string(describe(layout->kind)) + ", expected a layout or None");
        return false;
    }
    return true;
}

bool BufferFieldReader::readAddress(BufferFields& fields)
{
    const auto& [address, span] = m_given[AllocatedAddr];
    if (!address)
        return true;
    for (const Value& item : m_values.toSequence(*address))
        fields.allocatedAddr.push_back(m_values.toExpr(item, span));
    return std::ranges::find(fields.allocatedAddr, nullptr) == fields.allocatedAddr.end();
}

/// Leaves `text` as it is without the argument.
bool BufferFieldReader::readText(Argument argument, std::string_view what, std::string_view& text)
{
    const auto& [value, span] = m_given[argument];
    return !value || m_values.toText(*value, span, what, text);
}

bool BufferFieldReader::readInt(Argument argument, std::string_view what, int64_t& number)
{
    const auto& [value, span] = m_given[argument];
    return !value || m_values.toInt(*value, span, what, number);
}

} // namespace tir::script
