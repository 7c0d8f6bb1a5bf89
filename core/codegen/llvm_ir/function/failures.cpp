#include "core/codegen/llvm_ir/function/failures.h"

#include "core/codegen/llvm_ir/function/platform.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace tir::llvm_ir {

void Failures::fail(std::string_view kind, std::string_view message)
{
    if (m_platform.fail(kind, message))
        return;
    llvm::Type* pointer = m_builder.getPtrTy();
    llvm::Function* failure =
        m_module.external("tirscope_fail", m_builder.getVoidTy(), {pointer, pointer, pointer});
    failure->addFnAttr(llvm::Attribute::NoReturn);
    failure->addFnAttr(llvm::Attribute::Cold);
    m_builder.CreateCall(failure, {m_context.emulator, textValue(kind), textValue(message)});
    m_builder.CreateUnreachable();
}

void Failures::failUnless(Value* condition, std::string_view kind, std::string_view message)
{
    llvm::BasicBlock* good = newBlock("good");
    llvm::BasicBlock* bad = newBlock("bad");
    m_builder.CreateCondBr(condition, good, bad);
    m_builder.SetInsertPoint(bad);
    fail(kind, message);
    m_builder.SetInsertPoint(good);
}

} // namespace tir::llvm_ir
