#include "core/codegen/llvm_ir/host_errors.h"

#include "core/codegen/llvm_ir/function/function_parts.h"
#include "core/codegen/llvm_ir/host_module.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace tir::llvm_ir {

HostErrors::HostErrors(HostModuleEmitter& module, FunctionParts& parts)
    : FunctionPart(parts.context),
      m_host(module),
      m_conversions(parts.conversions),
      m_control(parts.control)
{}

void HostErrors::returnCode(Value* code)
{
    const Return& exit = m_control.returnTarget();
    if (exit.result)
        m_builder.CreateStore(m_conversions.emitCast(exit.dtype, Int32, code), exit.result);
    m_builder.CreateBr(exit.block);
}

void HostErrors::returnUnlessZero(Value* code)
{
    llvm::BasicBlock* good = newBlock("good");
    llvm::BasicBlock* bad = newBlock("bad");
    m_builder.CreateCondBr(m_builder.CreateICmpEQ(code, int32Value(0)), good, bad);
    m_builder.SetInsertPoint(bad);
    returnCode(code);
    m_builder.SetInsertPoint(good);
}

/// In a separate block, which leaves the function.
void HostErrors::raise(std::string_view kind, const std::vector<std::string_view>& parts)
{
    std::vector<Value*> args = {textValue(kind)};
    for (const std::string_view part : parts)
        args.push_back(textValue(part));
    m_builder.CreateCall(m_host.raise(parts.size()), args);
    returnCode(m_builder.getInt32(uint32_t(-1)));
}

} // namespace tir::llvm_ir
