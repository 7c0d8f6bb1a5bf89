// Calls: pointers, bits, mathematics of the C library, functions of the module and external ones. Other operations are
// rejected by name.

#include "core/codegen/c_host/function_writer.h"
#include "core/support/text_format.h"

#include "core/analysis/calls.h"
#include "core/ir/integers.h"
#include "core/ir/make.h"

#include <algorithm>

namespace tir::c_host {
namespace {

struct LibraryFunction {
    std::string_view name;   ///< in TIR
    std::string_view symbol; ///< in the C library, for double
    size_t arity;
};

/// `round` is nearbyint, ties to even, as in TVM's generators.
constexpr LibraryFunction LibraryFunctions[] = {
    {"acos", "acos", 1},
    {"acosh", "acosh", 1},
    {"asin", "asin", 1},
    {"asinh", "asinh", 1},
    {"atan", "atan", 1},
    {"atan2", "atan2", 2},
    {"atanh", "atanh", 1},
    {"ceil", "ceil", 1},
    {"copysign", "copysign", 2},
    {"cos", "cos", 1},
    {"cosh", "cosh", 1},
    {"erf", "erf", 1},
    {"exp", "exp", 1},
    {"exp2", "exp2", 1},
    {"fabs", "fabs", 1},
    {"floor", "floor", 1},
    {"fma", "fma", 3},
    {"fmod", "fmod", 2},
    {"fmuladd", "fma", 3},
    {"hypot", "hypot", 2},
    {"ldexp", "ldexp", 2},
    {"log", "log", 1},
    {"log10", "log10", 1},
    {"log1p", "log1p", 1},
    {"log2", "log2", 1},
    {"nearbyint", "nearbyint", 1},
    {"nextafter", "nextafter", 2},
    {"pow", "pow", 2},
    {"round", "nearbyint", 1},
    {"sin", "sin", 1},
    {"sinh", "sinh", 1},
    {"sqrt", "sqrt", 1},
    {"tan", "tan", 1},
    {"tanh", "tanh", 1},
    {"trunc", "trunc", 1},
};

/// "exp" for "tirx.exp", "llvm.exp" and "llvm.exp.f32".
std::string_view plainName(std::string_view name)
{
    for (const std::string_view prefix : {"tirx.", "llvm."})
        if (name.starts_with(prefix))
            name.remove_prefix(prefix.size());
    return name.substr(0, name.find('.'));
}

/// Whether math.h declares the function, in its double or its float form.
bool isInMathHeader(std::string_view name)
{
    const auto is = [&](std::string_view symbol) {
        return std::any_of(std::begin(LibraryFunctions), std::end(LibraryFunctions),
                           [&](const LibraryFunction& entry) { return entry.symbol == symbol; });
    };
    return is(name) || (name.ends_with('f') && is(name.substr(0, name.size() - 1)));
}

std::string_view textOf(const Expr& arg)
{
    const auto* text = as<StringImm>(&arg);
    return text ? text->value : std::string_view();
}

} // namespace

std::string FunctionWriter::call(const Call& call, int lane)
{
    if (call.function)
        return functionCall(call);
    const std::string_view name = plainName(call.op->name);
    if (isExternCall(call))
        return externCall(call, lane);
    if (call.isOp(OpId::call_llvm_intrin) || call.isOp(OpId::call_llvm_pure_intrin)) {
        const std::string_view intrinsic = call.args.empty() ? "" : plainName(textOf(*call.args[0]));
        if (const auto text = mathCall(intrinsic, call.dtype,
                                       call.args.subspan(std::min<size_t>(call.args.size(), 1)), lane))
            return *text;
        return refuse("LLVM's intrinsic " + quoted(intrinsic) + " has no counterpart in C");
    }
    if (const auto text = pointerCall(call, lane))
        return *text;
    if (const auto text = bitCall(call, lane))
        return *text;
    if (const auto text = mathCall(name, call.dtype, call.args, lane))
        return *text;
    return refuse("operation " + quoted(call.op->printedName) + " has no counterpart on a host");
}

std::string FunctionWriter::arguments(ExprList args)
{
    std::string text;
    for (const Expr* arg : args)
        text += (text.empty() ? "" : ", ") + condition(*arg);
    return "(" + text + ")";
}

std::string FunctionWriter::functionCall(const Call& call)
{
    const std::string name(call.function->name);
    const ModuleEntry* entry = m_file.module().find(name);
    const auto* function = entry ? as<PrimFunc>(entry->function) : nullptr;
    if (!function)
        return refuse("function " + quoted(name) + " is not a TIR function of the module");
    const Target* target = targetOf(*function);
    if (callingConv(*function) == CallingConv::DeviceKernelLaunch ||
        (target && deviceType(*target) != DeviceType::CPU && !target->host))
        return refuse("the host calls kernel " + quoted(name) +
                      " directly; LowerDeviceKernelLaunch makes a launch of it");
    return m_file.functionName(*entry) + arguments(call.args);
}

/// By its C symbol; declared in this file unless math.h does.
std::string FunctionWriter::externCall(const Call& call, int lane)
{
    const std::string name(call.args.empty() ? "" : textOf(*call.args[0]));
    if (name.empty())
        return refuse("an external call needs the name of a function");
    if (!isUsableName(name))
        return refuse("an external function cannot be called " + quoted(name) + " in C");
    const ExprList args = call.args.subspan(1);
    std::string types;
    std::string values;
    for (const Expr* arg : args) {
        const bool isText = arg->kind == NodeKind::StringImm;
        types += (types.empty() ? "" : ", ") + (isText ? "const char*" : type(arg->dtype));
        values += (values.empty() ? "" : ", ") + expr(*arg, lane);
    }
    const bool isOurs =
        std::any_of(m_file.module().functions.begin(), m_file.module().functions.end(),
                    [&](const ModuleEntry& entry) { return globalSymbol(*entry.function) == name; });
    if (!isInMathHeader(name) && !isOurs &&
        !m_file.declareExtern(name,
                              type(call.dtype) + " " + name + "(" + (types.empty() ? "void" : types) + ");"))
        return refuse("external function " + quoted(name) + " is called with other types elsewhere");
    return name + "(" + values + ")";
}

std::optional<std::string> FunctionWriter::pointerCall(const Call& call, int lane)
{
    const auto has = [&](OpId op, size_t count) { return call.isOp(op) && call.args.size() >= count; };
    const auto arg = [&](size_t index) { return expr(*call.args[index], lane); };
    if (has(OpId::isnullptr, 1))
        return "(" + arg(0) + " == NULL)";
    if (has(OpId::handle_add_byte_offset, 2))
        return "((void*)((char*)" + arg(0) + " + " + arg(1) + "))";
    if (has(OpId::address_of, 1)) {
        if (const auto* load = as<BufferLoad>(call.args[0]))
            return "((void*)&" + expression(*load, [&] { return element(*load->buffer, load->indices, 0); }) +
                   ")";
        return arg(0);
    }
    if (has(OpId::tvm_access_ptr, 3))
        return "((void*)((" + type(call.args[0]->dtype) + "*)" + arg(1) + " + " + arg(2) + "))";
    if (has(OpId::tvm_struct_get, 3))
        return structField(call);
    if (has(OpId::TVMBackendAllocWorkspace, 5)) {
        m_file.useRuntime("TVMBackendAllocWorkspace");
        return "TVMBackendAllocWorkspace" + arguments(call.args);
    }
    if (has(OpId::TVMBackendFreeWorkspace, 3)) {
        m_file.useRuntime("TVMBackendFreeWorkspace");
        return "TVMBackendFreeWorkspace" + arguments(call.args);
    }
    return std::nullopt;
}

std::optional<std::string> FunctionWriter::bitCall(const Call& call, int lane)
{
    struct Infix {
        OpId op;
        const char* symbol;
    };
    static constexpr Infix Infixes[] = {
        {OpId::bitwise_and, "&"}, {OpId::bitwise_or, "|"},   {OpId::bitwise_xor, "^"},
        {OpId::shift_left, "<<"}, {OpId::shift_right, ">>"},
    };
    const auto arg = [&](size_t index) { return expr(*call.args[index], lane); };
    for (const Infix& entry : Infixes)
        if (call.isOp(entry.op) && call.args.size() == 2)
            return infix(call.dtype.element(), arg(0), entry.symbol, arg(1));
    if (call.isOp(OpId::bitwise_not) && call.args.size() == 1)
        return "((" + type(call.dtype) + ")~" + arg(0) + ")";
    if ((call.isOp(OpId::if_then_else)) && call.args.size() == 3)
        return "(" + expr(*call.args[0]) + " ? " + arg(1) + " : " + arg(2) + ")";
    if (call.args.size() == 1 && (call.isOp(OpId::likely) || call.isOp(OpId::ignore_loop_partition) ||
                                  call.isOp(OpId::tvm_thread_invariant)))
        return arg(0);
    if (const auto value = call.isOp(OpId::large_uint_imm) ? largeUInt(call) : std::nullopt)
        return "((uint64_t)" + std::to_string(*value) + "U)";
    if (call.isOp(OpId::reinterpret) && call.args.size() == 1) {
        const DType from = call.args[0]->dtype;
        if (from.vectorBytes() != call.dtype.vectorBytes() || from.lanes != call.dtype.lanes)
            return refuse("reinterpret from " + tir::toString(from) + " to " + tir::toString(call.dtype) +
                          " changes the number of bits, or that of lanes");
        return "(__extension__ ({ union { " + type(from) + " from; " + type(call.dtype) +
               " to; } bits; bits.from = " + arg(0) + "; bits.to; }))";
    }
    return std::nullopt;
}

/// Computed in float for types that are narrower than double, and rounded to the type.
std::optional<std::string> FunctionWriter::mathCall(std::string_view name, DType dtype, ExprList args,
                                                    int lane)
{
    if (args.empty())
        return std::nullopt;
    const DType operand = args[0]->dtype.element();
    const auto arg = [&](size_t index) { return expr(*args[index], lane); };
    if (name == "isnan" || name == "isinf" || name == "isfinite")
        return operand.isAnyFloat() ? "(" + std::string(name) + "(" + arg(0) + ") != 0)"
                                    : std::string(name == "isfinite" ? "true" : "false");
    if (operand.isIntegral()) {
        if (name == "popcount" || name == "ctpop")
            return "((" + type(dtype) + ")__builtin_popcountll((uint" + std::to_string(int(operand.bits)) +
                   "_t)" + arg(0) + "))";
        // Functions: the operand is evaluated once.
        const auto helper = [&](const std::string& word, const std::string& body) {
            const std::string helperName =
                "tir_" + word + "_" + tir::toString(operand) + "_" + tir::toString(dtype.element());
            m_file.addHelper(helperName, "static inline " + type(dtype) + " " + helperName + "(" +
                                             type(operand) + " a) {\n  return " + body + ";\n}\n");
            return helperName + "(" + arg(0) + ")";
        };
        const std::string bits = std::to_string(int(operand.bits));
        if (name == "clz" || name == "ctlz")
            return helper("clz", "a == 0 ? " + bits + " : __builtin_clzll((uint" + bits + "_t)a) - (64 - " +
                                     bits + ")");
        if (name == "fabs" || name == "abs")
            return operand.isUInt() ? arg(0) : helper("abs", "a < 0 ? -a : a");
        return std::nullopt;
    }
    if (!operand.isAnyFloat())
        return std::nullopt;
    const char* suffix = operand.bits == 64 ? "" : "f";
    const auto narrowed = [&](const std::string& text) {
        return operand.bits < 32 ? "((" + type(operand) + ")" + text + ")" : text;
    };
    const std::string one = operand.bits == 64 ? "1.0" : "1.0f";
    if (name == "rsqrt")
        return narrowed("(" + one + " / sqrt" + suffix + "(" + arg(0) + "))");
    if (name == "sigmoid")
        return narrowed("(" + one + " / (" + one + " + exp" + suffix + "(-" + arg(0) + ")))");
    if (name == "exp10") // not in C's own library
        return narrowed("pow" + std::string(suffix) + "(10.0" + suffix + ", " + arg(0) + ")");
    for (const LibraryFunction& function : LibraryFunctions) {
        if (function.name != name || function.arity != args.size())
            continue;
        std::string values;
        for (size_t index = 0; index < args.size(); ++index)
            values += (index > 0 ? ", " : "") + arg(index);
        return narrowed(std::string(function.symbol) + suffix + "(" + values + ")");
    }
    return std::nullopt;
}

} // namespace tir::c_host
