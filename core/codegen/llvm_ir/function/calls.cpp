#include "core/codegen/llvm_ir/function/calls.h"

#include "core/codegen/llvm_ir/function/collectives.h"
#include "core/codegen/llvm_ir/function/coroutine.h"
#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/codegen/llvm_ir/function/failures.h"
#include "core/codegen/llvm_ir/function/function_calls.h"
#include "core/codegen/llvm_ir/function/mathematics.h"
#include "core/codegen/llvm_ir/function/platform.h"
#include "core/support/text_format.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace tir::llvm_ir {
namespace {

/// The name of an operation from a name that LowerIntrin writes for CUDA, without CUDA's affixes for types: "__expf",
/// "hexp", "__habs", "__popcll". Fast functions are computed as exactly as the others.
std::string_view withoutCudaForm(std::string_view name, DType dtype)
{
    if (name.starts_with("__"))
        name.remove_prefix(2);
    if (dtype.isIntegral() && name.ends_with("ll"))
        name.remove_suffix(2);
    if (dtype.bits == 16 && dtype.isAnyFloat() && name.starts_with("h"))
        name.remove_prefix(1);
    return name == "popc" ? "popcount" : name == "abs" ? "fabs" : name;
}

} // namespace

llvm::Value* Calls::emitCall(const Call& call)
{
    if (call.function) {
        const ModuleEntry* callee = m_module.module().find(call.function->name);
        return callee ? m_functions.emitFunctionCall(call, *callee)
                      : refuse(call, "function " + quoted(call.function->name) + " is not in the module",
                               call.dtype);
    }
    if (const auto own = m_platform.emitOperation(call))
        return *own;
    std::string_view scope;
    if (isBarrier(call, scope)) {
        m_coroutine.emitBarrier(call, scope);
        return undefined(call.dtype);
    }
    if (const auto shuffle = warpShuffle(call))
        return m_collectives.emitShuffle(call, *shuffle);
    for (CallPart* part : m_parts)
        if (const auto value = part->emitOperation(call))
            return *value;
    if (const auto value = emitOperation(call))
        return *value;

    bool isKnown = false;
    std::string_view name = call.op->name;
    name.remove_prefix(name.starts_with("tirx.") ? 5 : 0);
    Value* result = m_mathematics.emitMath(call, name, isKnown);
    if (isKnown)
        return result;
    const bool isKept = call.op->name.starts_with(UnknownOpPrefix);
    return refuse(call,
                  "operation " + quoted(call.op->printedName) + " " +
                      (isKept ? "is not known here, at least not with these arguments, and " : "") +
                      std::string(m_module.cannot()),
                  call.dtype);
}

std::optional<llvm::Value*> Calls::emitOperation(const Call& call)
{
    static constexpr Handler<Calls> Handlers[] = {
        {OpId::TVMBackendAllocWorkspace, 3, &Calls::emitWorkspaceCall},
        {OpId::TVMBackendFreeWorkspace, 0, &Calls::emitNothing}, // ends with the run
        {OpId::assume, 0, &Calls::emitAssumption},
        {OpId::call_extern, 1, &Calls::emitForeignCall},
        {OpId::call_llvm_intrin, 1, &Calls::emitLlvmIntrinsic},
        {OpId::call_llvm_pure_intrin, 1, &Calls::emitLlvmIntrinsic},
        {OpId::call_pure_extern, 1, &Calls::emitForeignCall},
        {OpId::end_profile_intrinsic, 0, &Calls::emitNothing},
        {OpId::ignore_loop_partition, 1, &Calls::emitFirstArgument},
        {OpId::likely, 1, &Calls::emitFirstArgument},
        {OpId::prefetch, 0, &Calls::emitNothing},
        {OpId::start_profile_intrinsic, 0, &Calls::emitNothing},
        {OpId::tvm_thread_invariant, 1, &Calls::emitFirstArgument},
        {OpId::tvm_throw_last_error, 0, &Calls::emitLastError},
        {OpId::type_annotation, 0, &Calls::emitNothing},
        {OpId::undef, 0, &Calls::emitNothing}, // any value will do
    };
    return emitListed(*this, Handlers, call);
}

llvm::Value* Calls::emitFirstArgument(const Call& call)
{
    return m_expressions.emit(*call.args[0]);
}

/// As a statement, it is passed over.
llvm::Value* Calls::emitAssumption(const Call& call)
{
    return refuse(call, "operation 'assume' is a statement: it has no value", call.dtype);
}

/// (device type, device, bytes, …): a pointer that lives as long as the run.
llvm::Value* Calls::emitWorkspaceCall(const Call& call)
{
    llvm::IRBuilderBase& b = m_builder;
    if (!m_context.emulator)
        return refuse(call, "memory of the runtime is not known here", call.dtype);
    llvm::Function* allocate =
        m_module.external("tirscope_allocate", b.getPtrTy(), {b.getPtrTy(), b.getInt64Ty(), b.getInt64Ty()});
    return b.CreateCall(allocate, {m_context.emulator, m_expressions.emitAs(*call.args[2], Int64),
                                   int64Value(Buffer::DefaultAlignment)});
}

/// A function of the module by its name, or one of the C library.
llvm::Value* Calls::emitForeignCall(const Call& call)
{
    const auto* symbol = call.args.empty() ? nullptr : as<StringImm>(call.args[0]);
    const std::string_view name = symbol ? symbol->value : std::string_view();
    if (const ModuleEntry* callee = m_module.module().find(name))
        return m_functions.emitFunctionCall(Call(call.dtype, callee->var, call.args.subspan(1)), *callee);
    bool isKnown = false;
    Value* result = m_mathematics.emitMath(call, name, isKnown);
    if (!isKnown && call.args.size() > 1)
        result = m_mathematics.emitMath(call, withoutCudaForm(name, call.args[1]->dtype), isKnown);
    return isKnown ? result
                   : refuse(call, "external function " + quoted(name) + " is not known here", call.dtype);
}

/// "llvm.exp", "llvm.exp.f32": intrinsics that TIR has operations for.
llvm::Value* Calls::emitLlvmIntrinsic(const Call& call)
{
    constexpr std::string_view Prefix = "llvm.";
    const auto* text = as<StringImm>(call.args[0]);
    std::string_view name = text ? text->value : std::string_view();
    name.remove_prefix(name.starts_with(Prefix) ? Prefix.size() : 0);
    name = name.substr(0, name.find('.'));
    bool isKnown = false;
    Value* result = m_mathematics.emitMath(call, name == "fmuladd" ? "fma" : name, isKnown);
    if (name == "assume")
        return undefined(call.dtype);
    return isKnown ? result
                   : refuse(call, "LLVM's intrinsic " + quoted(name) + " " + std::string(m_module.cannot()),
                            call.dtype);
}

/// The error has been set before.
llvm::Value* Calls::emitLastError(const Call& call)
{
    m_failures.fail("RuntimeError", "a function that was called has failed");
    m_builder.SetInsertPoint(newBlock("unreached"));
    return undefined(call.dtype);
}

} // namespace tir::llvm_ir
