#include "core/codegen/cuda_c/function/pointer_writer.h"

#include "core/codegen/cuda_c/function/function_names.h"
#include "core/codegen/cuda_c/function/memory_writer.h"

namespace tir::cuda_c {

std::optional<std::string> PointerWriter::operation(const Call& call)
{
    switch (call.opId()) {
    case OpId::address_of:
        return address(call);
    case OpId::tvm_access_ptr: {
        const std::string pointee = storage(call.args[0]->dtype);
        return "(&(((" + pointee + "*)" + expr(*call.args[1]) + ")[" + expr(*call.args[2]) + "]))";
    }
    case OpId::handle_add_byte_offset:
        return "((void*)((char*)" + expr(*call.args[0]) + " + " + expr(*call.args[1]) + "))";
    case OpId::isnullptr:
        return "(" + expr(*call.args[0]) + " == nullptr)";
    case OpId::reinterpret:
        return reinterpreted(call);
    default:
        return std::nullopt;
    }
}

std::string PointerWriter::address(const Call& call)
{
    const auto* load = as<BufferLoad>(call.args[0]);
    const Expr* index = load ? m_memory.indexOf(*load->buffer, load->indices) : nullptr;
    if (!index) {
        refuse(call, "only the address of an element can be taken");
        return "0";
    }
    const auto* ramp = as<Ramp>(index);
    const DType dtype = load->dtype.withLanes(load->buffer->dtype.lanes);
    const auto write = [&] {
        return m_memory.element(*load->buffer, dtype, ramp ? m_expressions.base(*ramp) : expr(*index));
    };
    return "(&(" + expression(*load, write) + "))";
}

std::string PointerWriter::reinterpreted(const Call& call)
{
    const Expr& value = *call.args[0];
    const DType from = value.dtype;
    if (from == call.dtype)
        return expr(value);
    if (call.dtype.isHandle() || from.isHandle())
        return "((" + type(call.dtype) + ")" + expr(value) + ")";
    if (from.bits * from.lanes != call.dtype.bits * call.dtype.lanes) {
        refuse(call, "reinterpret of " + toString(from) + " as " + toString(call.dtype) +
                         ": they have different sizes");
        return "0";
    }
    const std::string name = m_names.fresh("v_");
    line(type(from) + " " + name + " = " + expr(value) + ";");
    return "(*(" + type(call.dtype) + " *)(&(" + name + ")))";
}

} // namespace tir::cuda_c
