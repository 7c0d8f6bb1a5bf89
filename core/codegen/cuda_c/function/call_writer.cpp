#include "core/codegen/cuda_c/function/call_writer.h"

#include "core/codegen/cuda_c/function/constant_writer.h"
#include "core/codegen/cuda_c/function/vector_writer.h"
#include "core/codegen/cuda_c/names.h"
#include "core/codegen/cuda_c/types.h"
#include "core/ir/integers.h"
#include "core/support/text_format.h"

namespace tir::cuda_c {
namespace {

/// The element type of a typed pointer; null for everything else.
const PrimType* pointee(const Var& param)
{
    const auto* pointer = as<PointerType>(param.type);
    const auto* element = pointer ? as<PrimType>(pointer->element) : nullptr;
    return element && !element->dtype.isVoid() ? element : nullptr;
}

} // namespace

std::string CallWriter::functionCall(const Call& call)
{
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

std::string CallWriter::externCall(const Call& call)
{
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
    const ExprList args = call.args.subspan(1);
    return call.isOp(OpId::call_extern) ? callOf(callee, args) : m_vectors.pureCall(callee, call.dtype, args);
}

std::optional<std::string> CallWriter::operation(const Call& call)
{
    const PrimFunc& function = m_context.function;
    switch (call.opId()) {
    case OpId::if_then_else:
        if (call.dtype.isVoid())
            return std::nullopt;
        return m_expressions.chosen(call.dtype, *call.args[0], *call.args[1], *call.args[2]);
    case OpId::likely:
    case OpId::ignore_loop_partition:
    case OpId::tvm_thread_invariant:
        return expr(*call.args[0]);
    case OpId::assume:
        return "";
    case OpId::tvm_thread_allreduce:
    case OpId::undef:
        refuse(call, quoted(call.op->printedName) + " is not lowered yet");
        return "0";
    case OpId::ret: {
        const bool isKernel = callingConv(function) == CallingConv::DeviceKernelLaunch;
        return isKernel || call.args.empty() || isVoidType(function.retType)
                   ? "return"
                   : "return " + expr(*call.args[0]);
    }
    case OpId::thread_return:
        return "return";
    case OpId::break_loop:
        return "break";
    case OpId::continue_loop:
        return "continue";
    case OpId::large_uint_imm:
        if (const std::optional<uint64_t> value = largeUInt(call))
            return m_constants.constant(IntImm(UInt64, int64_t(*value)));
        return std::nullopt;
    case OpId::call_extern:
    case OpId::call_pure_extern:
        return externCall(call);
    default:
        return std::nullopt;
    }
}

std::string CallWriter::call(const Call& call)
{
    if (call.function)
        return functionCall(call);
    if (std::optional<std::string> text = operation(call))
        return *std::move(text);
    for (CallPart* topic : m_topics)
        if (std::optional<std::string> text = topic->operation(call))
            return *std::move(text);
    refuse(call, quoted(call.op->printedName) + " has no meaning in CUDA C that is known here");
    return "0";
}

} // namespace tir::cuda_c
