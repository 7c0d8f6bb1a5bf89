#include "core/codegen/llvm_ir/function_emitter.h"

#include "core/codegen/llvm_ir/function/function_parts.h"
#include "core/codegen/llvm_ir/function/thread_launch.h"

namespace tir::llvm_ir {

FunctionEmitter::FunctionEmitter(ModuleEmitter& module, llvm::Function* function, Side side)
    : FunctionEmitter(module, function, side, {}, EmulatorParameters)
{}

FunctionEmitter::FunctionEmitter(ModuleEmitter& module, llvm::Function* function, Side side,
                                 const MakePlatform& makePlatform, unsigned firstParameter)
    : m_parts(std::make_unique<FunctionParts>(module, function, side, firstParameter, makePlatform))
{}

FunctionEmitter::~FunctionEmitter() = default;

void FunctionEmitter::emitFunction(const PrimFunc& function)
{
    m_parts->body.emitFunction(function);
}

void FunctionEmitter::emitEntry(const PrimFunc& function, llvm::Function* callee)
{
    m_parts->body.emitEntry(function, callee);
}

const Captures& FunctionEmitter::emitThread(const Stmt& body, ThreadLaunch launch)
{
    m_parts->body.emitThread(body, std::move(launch));
    return m_parts->bindings.captures();
}

void FunctionEmitter::emitOutlined(const Stmt& body, const std::vector<const Var*>& params,
                                   const FunctionContext& site)
{
    m_parts->body.emitOutlined(body, params, site);
}

} // namespace tir::llvm_ir
