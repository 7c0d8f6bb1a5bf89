// Calls: control, functions, bits, memory. Mathematics, threads and matrices have separate files.

#include "core/codegen/cuda_c/function_writer.h"
#include "core/ir/integers.h"
#include "core/support/text_format.h"

namespace tir::cuda_c {
namespace {

constexpr std::string_view OpPrefix = "tirx.";

std::string_view shortName(const Op& op)
{
    return op.name.starts_with(OpPrefix) ? op.name.substr(OpPrefix.size()) : op.name;
}

/// The element type of a typed pointer; null for everything else.
const PrimType* pointee(const Var& param)
{
    const auto* pointer = as<PointerType>(param.type);
    const auto* element = pointer ? as<PrimType>(pointer->element) : nullptr;
    return element && !element->dtype.isVoid() ? element : nullptr;
}

} // namespace

std::string_view FunctionWriter::stringOf(const Expr& arg)
{
    const auto* text = as<StringImm>(&arg);
    return text ? text->value : std::string_view();
}

int FunctionWriter::pointeeBytes(const Expr& arg) const
{
    if (const auto* var = as<Var>(&arg)) {
        const auto known = m_elements.find(var);
        return known == m_elements.end() ? 1 : known->second.vectorBytes();
    }
    const auto* call = as<Call>(&arg);
    if (call && call->isOp(OpId::tvm_access_ptr) && call->args[0]->dtype.bits > 0)
        return call->args[0]->dtype.vectorBytes();
    const auto* load = call && call->isOp(OpId::address_of) ? as<BufferLoad>(call->args[0]) : nullptr;
    return load ? load->buffer->dtype.vectorBytes() : 1;
}

std::string FunctionWriter::callOf(const std::string& name, ExprList args)
{
    std::string text = name + "(";
    for (size_t at = 0; at < args.size(); ++at)
        text += (at == 0 ? "" : ", ") + expr(*args[at]);
    return text + ")";
}

std::string FunctionWriter::pureCall(const std::string& name, DType dtype, ExprList args)
{
    if (dtype.lanes <= 1)
        return callOf(name, args);
    // Lane by lane; a scalar operand is the same for all lanes.
    return laneByLane(dtype, {args.begin(), args.end()}, OwnScope::No,
                      [&](const std::vector<std::string>& lanes) {
                          std::string text = name + "(";
                          for (size_t at = 0; at < lanes.size(); ++at)
                              text += (at == 0 ? "" : ", ") + lanes[at];
                          return text + ")";
                      });
}

std::optional<std::string> FunctionWriter::bitwise(const Call& call)
{
    static const std::unordered_map<std::string_view, const char*> Symbols = {
        {"bitwise_and", " & "}, {"bitwise_or", " | "},   {"bitwise_xor", " ^ "},
        {"shift_left", " << "}, {"shift_right", " >> "},
    };
    const std::string_view name = shortName(*call.op);
    const DType element = call.dtype.element();
    const bool isNarrow = element.bits < 32 && !element.isBool();
    const auto cut = [&](const std::string& text, bool isNeeded) {
        return isNeeded ? "((" + type(element) + ")" + text + ")" : text;
    };
    if (name == "bitwise_not") {
        const auto write = [&](const std::string& value) {
            return element.isBool() ? "(!" + value + ")" : cut("(~" + value + ")", isNarrow);
        };
        if (call.dtype.lanes == 1)
            return write(expr(*call.args[0]));
        return laneByLane(call.dtype, {call.args[0]}, OwnScope::Yes,
                          [&](const std::vector<std::string>& lanes) { return write(lanes[0]); });
    }
    const auto symbol = Symbols.find(name);
    if (symbol == Symbols.end())
        return std::nullopt;
    const auto write = [&](const std::string& a, const std::string& b) {
        return cut("(" + a + symbol->second + b + ")", isNarrow && name == "shift_left");
    };
    if (call.dtype.lanes == 1) {
        const std::string a = expr(*call.args[0]);
        return write(a, expr(*call.args[1]));
    }
    return laneByLane(call.dtype, {call.args[0], call.args[1]}, OwnScope::Yes,
                      [&](const std::vector<std::string>& lanes) { return write(lanes[0], lanes[1]); });
}

std::optional<std::string> FunctionWriter::memoryCall(const Call& call)
{
    const std::string_view name = shortName(*call.op);
    if (name == "address_of") {
        const auto* load = as<BufferLoad>(call.args[0]);
        const Expr* index = load ? indexOf(*load->buffer, load->indices) : nullptr;
        if (!index) {
            refuse(call, "only the address of an element can be taken");
            return "0";
        }
        const auto* ramp = as<Ramp>(index);
        const DType dtype = load->dtype.withLanes(load->buffer->dtype.lanes);
        return "(&(" +
               expression(*load,
                          [&] { return element(*load->buffer, dtype, ramp ? base(*ramp) : expr(*index)); }) +
               "))";
    }
    if (name == "tvm_access_ptr") {
        const std::string pointee = storage(call.args[0]->dtype);
        return "(&(((" + pointee + "*)" + expr(*call.args[1]) + ")[" + expr(*call.args[2]) + "]))";
    }
    if (name == "handle_add_byte_offset")
        return "((void*)((char*)" + expr(*call.args[0]) + " + " + expr(*call.args[1]) + "))";
    if (name == "isnullptr")
        return "(" + expr(*call.args[0]) + " == nullptr)";
    if (name == "reinterpret")
        return reinterpreted(call);
    return std::nullopt;
}

std::string FunctionWriter::call(const Call& call)
{
    if (call.function) {
        const ModuleEntry* callee = m_file.module().find(call.function->name);
        const std::string_view symbol = callee ? globalSymbol(*callee->function) : std::string_view();
        std::string text = c_like::identifier(symbol.empty() ? call.function->name : symbol) + "(";
        const auto* function = callee ? as<PrimFunc>(callee->function) : nullptr;
        for (size_t at = 0; at < call.args.size(); ++at) {
            const Expr& arg = *call.args[at];
            // A computed address has no type.
            const PrimType* element = function && at < function->params.size() && arg.kind == NodeKind::Call
                                          ? pointee(*function->params[at])
                                          : nullptr;
            text += (at == 0 ? "" : ", ") + (element ? "(" + storage(element->dtype) + "*)" : "") + expr(arg);
        }
        return text + ")";
    }
    const std::string_view name = shortName(*call.op);
    if (name == "if_then_else" && !call.dtype.isVoid())
        return chosen(call.dtype, *call.args[0], *call.args[1], *call.args[2]);
    if (name == "likely" || name == "ignore_loop_partition" || name == "tvm_thread_invariant")
        return expr(*call.args[0]);
    if (name == "assume")
        return "";
    if (name == "tvm_thread_allreduce" || name == "undef") {
        refuse(call, quoted(call.op->printedName) + " is not lowered yet");
        return "0";
    }
    if (name == "ret") {
        const bool isKernel = callingConv(m_function) == CallingConv::DeviceKernelLaunch;
        return isKernel || call.args.empty() || isVoidType(m_function.retType)
                   ? "return"
                   : "return " + expr(*call.args[0]);
    }
    if (name == "thread_return")
        return "return";
    if (name == "break_loop")
        return "break";
    if (name == "continue_loop")
        return "continue";
    if (name == "large_uint_imm") {
        if (const std::optional<uint64_t> value = largeUInt(call))
            return constant(IntImm(UInt64, int64_t(*value)));
    }
    if (name == "call_extern" || name == "call_pure_extern") {
        const std::string callee(stringOf(*call.args[0]));
        if (callee.empty()) {
            refuse(call, "the name of the function is missing from the text");
            return "0";
        }
        if (!isQualifiedName(callee)) {
            refuse(call, "an external function cannot be called " + quoted(callee) + " in CUDA C");
            return "0";
        }
        m_file.use(featuresOf(call.dtype));
        return name == "call_extern" ? callOf(callee, call.args.subspan(1))
                                     : pureCall(callee, call.dtype, call.args.subspan(1));
    }
    for (const auto topic : {&FunctionWriter::bitwise, &FunctionWriter::mathCall, &FunctionWriter::memoryCall,
                             &FunctionWriter::threadCall, &FunctionWriter::asyncCall,
                             &FunctionWriter::wmmaCall, &FunctionWriter::ptxCall})
        if (std::optional<std::string> text = (this->*topic)(call))
            return *std::move(text);
    refuse(call, quoted(call.op->printedName) + " has no meaning in CUDA C that is known here");
    return "0";
}

} // namespace tir::cuda_c
