// The packed convention: fields of values and tensors, memory for them, calls through the runtime.

#include "core/codegen/c_host/function_writer.h"
#include "core/support/text_format.h"

#include "core/ir/packed_fields.h"

#include <algorithm>

namespace tir::c_host {
namespace {

/// The member for a field in the structures of the prologue; empty if there is none.
std::string_view memberOf(StructField field)
{
    switch (field) {
    case StructField::Data:
        return "data";
    case StructField::Shape:
        return "shape";
    case StructField::Strides:
        return "strides";
    case StructField::Rank:
        return "ndim";
    case StructField::TypeCode:
        return "dtype.code";
    case StructField::TypeBits:
        return "dtype.bits";
    case StructField::TypeLanes:
        return "dtype.lanes";
    case StructField::ByteOffset:
        return "byte_offset";
    case StructField::DeviceId:
        return "device.device_id";
    case StructField::DeviceType:
        return "device.device_type";
    case StructField::AnyTypeIndex:
        return "type_index";
    case StructField::AnyZeroPadding:
        return "zero_padding";
    case StructField::TensorAddress:
    case StructField::AnyValue:
    case StructField::Int64Element:
        break;
    }
    return {};
}

bool isOfTensor(StructField field)
{
    return field < StructField::AnyTypeIndex;
}

/// The member of a value's union that holds the type.
std::string contentMember(DType dtype)
{
    return dtype.isHandle() ? "v_ptr" : dtype.isAnyFloat() ? "v_float64" : "v_int64";
}

} // namespace

std::string FunctionWriter::structField(const Call& call)
{
    const auto* number = as<IntImm>(call.args[2]);
    const StructField field = StructField(number ? number->value : -1);
    const std::string base = expr(*call.args[0]);
    const std::string index = "[" + condition(*call.args[1]) + "]";
    const auto as = [&](const std::string& text, DType from) { return cast(call.dtype, from, text); };
    if (field == StructField::Int64Element)
        return as("((int64_t*)" + base + ")" + index, Int64);
    if (field == StructField::TensorAddress)
        return "((void*)&((DLTensor*)" + base + ")" + index + ")";
    if (field == StructField::AnyValue) {
        const DType content = contentType(call.dtype);
        return as("((TVMFFIAny*)" + base + ")" + index + "." + contentMember(call.dtype), content);
    }
    const std::string_view member = memberOf(field);
    if (member.empty())
        return refuse("tvm_struct_get of field " + (number ? std::to_string(number->value) : "?") +
                      " has no counterpart on a host");
    const std::string text = std::string("((") + (isOfTensor(field) ? "DLTensor" : "TVMFFIAny") + "*)" +
                             base + ")" + index + "." + std::string(member);
    // Pointers of a tensor are typed in the prologue.
    return call.dtype.isHandle() ? "((void*)" + text + ")" : "((" + type(call.dtype) + ")" + text + ")";
}

bool FunctionWriter::writeStructSet(const Call& call)
{
    if (!call.isOp(OpId::tvm_struct_set) || call.args.size() != 4)
        return false;
    const auto* number = as<IntImm>(call.args[2]);
    const StructField field = StructField(number ? number->value : -1);
    const c_like::FunctionLines::Inside inside(lines(), call);
    const std::string base = expr(*call.args[0]);
    const std::string index = "[" + condition(*call.args[1]) + "]";
    const Expr& value = *call.args[3];
    if (field == StructField::Int64Element) {
        line("((int64_t*)" + base + ")" + index + " = " + condition(value) + ";");
        return true;
    }
    if (field == StructField::AnyValue) {
        const std::string place = "((TVMFFIAny*)" + base + ")" + index;
        // A pointer may be narrower than the union: no bits of an older content stay.
        if (value.dtype.isHandle())
            line(place + ".v_int64 = 0;");
        const std::string member = value.kind == NodeKind::StringImm ? "v_c_str" : contentMember(value.dtype);
        line(place + "." + member + " = " + condition(value) + ";");
        return true;
    }
    const std::string_view member = memberOf(field);
    if (member.empty())
        refuse("tvm_struct_set of field " + (number ? std::to_string(number->value) : "?") +
               " has no counterpart on a host");
    else
        line(std::string("((") + (isOfTensor(field) ? "DLTensor" : "TVMFFIAny") + "*)" + base + ")" + index +
             "." + std::string(member) + " = " + condition(value) + ";");
    return true;
}

/// tvm_stack_alloca(kind, count): an array of the function; the variable is its name.
bool FunctionWriter::writeStackMemory(const Var& var, const Call& call)
{
    if (!call.isOp(OpId::tvm_stack_alloca) || call.args.size() != 2)
        return false;
    const auto* kind = as<StringImm>(call.args[0]);
    const auto* count = as<IntImm>(call.args[1]);
    const std::string_view word = kind ? kind->value : std::string_view();
    const std::string element = word == "shape"         ? "int64_t"
                                : word == "array"       ? "DLTensor"
                                : word == "tvm_ffi_any" ? "TVMFFIAny"
                                                        : "";
    const std::string name = define(var);
    const std::string number = std::to_string(count ? std::max<int64_t>(count->value, 1) : 1);
    if (word == "tensormap")
        line("_Alignas(64) char " + name + "[" + number + " * 128];");
    else if (element.empty() || !count)
        refuse("tvm_stack_alloca of " + std::string(word) + " needs a known kind and a constant count");
    else
        line(element + " " + name + "[" + number + "];");
    if (!m_used.contains(&var))
        line("(void)" + name + ";");
    return true;
}

/// The arguments as tagged values in a separate array; returns its name.
std::string FunctionWriter::packedArguments(ExprList args)
{
    const std::string values = m_names.fresh("arguments");
    line("TVMFFIAny " + values + "[" + std::to_string(std::max<size_t>(args.size(), 1)) + "];");
    for (size_t index = 0; index < args.size(); ++index) {
        const Expr& arg = *args[index];
        const std::string place = values + "[" + std::to_string(index) + "]";
        const std::string text = expr(arg);
        const bool isText = arg.kind == NodeKind::StringImm;
        const auto tag = [](TypeIndex type) { return std::to_string(int32_t(type)); };
        const std::string type = isText                 ? tag(TypeIndex::RawString)
                                 : arg.dtype.isHandle() ? text + " == NULL ? " + tag(TypeIndex::None) +
                                                              " : " + tag(TypeIndex::OpaquePointer)
                                 : arg.dtype.isBool()     ? tag(TypeIndex::Bool)
                                 : arg.dtype.isAnyFloat() ? tag(TypeIndex::Float)
                                                          : tag(TypeIndex::Int);
        line(place + ".type_index = " + type + ";");
        line(place + ".zero_padding = 0;");
        if (arg.dtype.isHandle() && !isText)
            line(place + ".v_int64 = 0;");
        line(place + "." + (isText ? "v_c_str" : contentMember(arg.dtype)) + " = " + text + ";");
    }
    return values;
}

bool FunctionWriter::writePackedCall(const Call& call, const std::string& target)
{
    const bool isLowered =
        call.isOp(OpId::tvm_call_packed_lowered) || call.isOp(OpId::tvm_call_cpacked_lowered);
    const bool isC = call.isOp(OpId::tvm_call_cpacked) || call.isOp(OpId::tvm_call_cpacked_lowered);
    if (!isLowered && !isC && !call.isOp(OpId::tvm_call_packed))
        return false;
    const auto* symbol = call.args.empty() ? nullptr : as<StringImm>(call.args[0]);
    if (!symbol || (isLowered && call.args.size() < 4)) {
        refuse("a packed call needs the name of a function");
        return true;
    }
    if (isC && !isUsableName("__tvm_ffi_" + std::string(symbol->value))) {
        refuse("a packed function cannot be called " + quoted(symbol->value) + " in C");
        return true;
    }
    const c_like::FunctionLines::Inside inside(lines(), call);
    line("{");
    lines().indent();
    std::string values;
    std::string count;
    if (isLowered) { // (name, stack, begin, end)
        const std::string begin = expr(*call.args[2]);
        const auto* first = as<IntImm>(call.args[2]);
        const auto* last = as<IntImm>(call.args[3]);
        values = "(TVMFFIAny*)" + expr(*call.args[1]) + (first && first->value == 0 ? "" : " + " + begin);
        count = first && last ? std::to_string(last->value - first->value)
                              : "(int32_t)(" + expr(*call.args[3]) + " - " + begin + ")";
    } else {
        values = packedArguments(call.args.subspan(1));
        count = std::to_string(call.args.size() - 1);
    }
    const std::string result = m_names.fresh("result");
    line("TVMFFIAny " + result + " = {0};");
    if (isC) {
        const std::string name = "__tvm_ffi_" + std::string(symbol->value);
        const bool isOurs =
            std::any_of(m_file.module().functions.begin(), m_file.module().functions.end(),
                        [&](const ModuleEntry& entry) { return globalSymbol(*entry.function) == name; });
        if (!isOurs)
            m_file.declareExtern(name, "int32_t " + name + "(void*, void*, int32_t, void*);");
        line("if (" + name + "(NULL, " + values + ", " + count + ", &" + result + ") != 0) " + failure());
    } else {
        const std::string handle = m_file.packedHandle(symbol->value);
        line("if (" + handle + " == NULL && TVMBackendGetFuncFromEnv(__tvm_ffi__library_ctx, " +
             stringLiteral(symbol->value) + ", &" + handle + ") != 0) " + failure());
        line("if (TVMFFIFunctionCall(" + handle + ", " + values + ", " + count + ", &" + result + ") != 0) " +
             failure());
    }
    if (!target.empty()) {
        const DType content = contentType(call.dtype);
        line(target + " = " + cast(call.dtype, content, result + "." + contentMember(call.dtype)) + ";");
    }
    lines().outdent();
    line("}");
    return true;
}

} // namespace tir::c_host
