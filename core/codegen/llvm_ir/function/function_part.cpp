#include "core/codegen/llvm_ir/function/function_part.h"

#include "core/codegen/llvm_ir/function/value_forms.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace tir::llvm_ir {

bool FunctionPart::isVector(const Value* value)
{
    return value->getType()->isVectorTy();
}

llvm::BasicBlock* FunctionPart::newBlock(const char* name)
{
    return llvm::BasicBlock::Create(m_module.context(), name, m_context.function);
}

void FunctionPart::continueIn(llvm::BasicBlock* block)
{
    m_builder.CreateBr(block);
    m_builder.SetInsertPoint(block);
}

void FunctionPart::emitCount(Value* begin, Value* end, const std::function<void(Value*)>& body)
{
    llvm::IRBuilderBase& b = m_builder;
    llvm::BasicBlock* head = newBlock("head");
    llvm::BasicBlock* inside = newBlock("body");
    llvm::BasicBlock* after = newBlock("after");
    llvm::BasicBlock* from = b.GetInsertBlock();
    continueIn(head);
    llvm::PHINode* index = b.CreatePHI(b.getInt64Ty(), 2);
    index->addIncoming(begin, from);
    b.CreateCondBr(b.CreateICmpSLT(index, end), inside, after);
    b.SetInsertPoint(inside);
    body(index);
    index->addIncoming(b.CreateAdd(index, int64Value(1)), b.GetInsertBlock());
    b.CreateBr(head);
    b.SetInsertPoint(after);
}

llvm::Type* FunctionPart::valueType(DType dtype)
{
    return llvm_ir::valueType(m_module.context(), dtype);
}

llvm::Value* FunctionPart::undefined(DType dtype)
{
    llvm::Type* type = valueType(dtype);
    return type->isVoidTy() ? nullptr : llvm::UndefValue::get(type);
}

llvm::Value* FunctionPart::int32Value(uint32_t value)
{
    return m_builder.getInt32(value);
}

llvm::Value* FunctionPart::int64Value(int64_t value)
{
    return m_builder.getInt64(uint64_t(value));
}

llvm::Value* FunctionPart::textValue(std::string_view text)
{
    return m_module.text(text);
}

llvm::Value* FunctionPart::stackMemory(int64_t bytes, int64_t alignment)
{
    llvm::BasicBlock& first = m_context.function->getEntryBlock();
    llvm::IRBuilder<> entry(&first, first.begin());
    llvm::AllocaInst* memory = entry.CreateAlloca(entry.getInt8Ty(), entry.getInt64(uint64_t(bytes)));
    memory->setAlignment(llvm::Align(uint64_t(alignment)));
    return memory;
}

llvm::Value* FunctionPart::refuse(const Node& node, std::string message, DType dtype)
{
    m_module.refuse(node, m_context.statement, std::move(message));
    return undefined(dtype);
}

llvm::Value* FunctionPart::emitNothing(const Call& call)
{
    return call.dtype.isVoid() ? nullptr : llvm::Constant::getNullValue(valueType(call.dtype));
}

} // namespace tir::llvm_ir
