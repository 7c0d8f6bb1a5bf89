#include "core/codegen/llvm_ir/part_marks.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <utility>

namespace tir::llvm_ir {

PartMarks::PartMarks(llvm::Module& output)
    : m_output(output),
      m_bytes(new llvm::GlobalVariable(
          output, llvm::ArrayType::get(llvm::Type::getInt8Ty(output.getContext()), 0), false,
          llvm::GlobalValue::ExternalLinkage, nullptr, ReachedPartsSymbol))
{}

void PartMarks::mark(llvm::IRBuilderBase& builder, ProgramPart part)
{
    builder.CreateStore(builder.getInt8(1), add(builder, part));
}

void PartMarks::markIf(llvm::IRBuilderBase& builder, ProgramPart part, llvm::Value* condition)
{
    llvm::Value* byte = add(builder, part);
    llvm::Value* before = builder.CreateLoad(builder.getInt8Ty(), byte);
    builder.CreateStore(builder.CreateOr(before, builder.CreateZExt(condition, builder.getInt8Ty())), byte);
}

/// The address of its byte.
llvm::Value* PartMarks::add(llvm::IRBuilderBase& builder, ProgramPart part)
{
    m_parts.push_back(part);
    return builder.CreateConstGEP1_64(builder.getInt8Ty(), m_bytes, m_parts.size() - 1);
}

std::vector<ProgramPart> PartMarks::finish()
{
    auto* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(m_output.getContext()), m_parts.size());
    auto* bytes = new llvm::GlobalVariable(m_output, type, false, llvm::GlobalValue::ExternalLinkage,
                                           llvm::Constant::getNullValue(type));
    m_bytes->replaceAllUsesWith(bytes);
    bytes->takeName(m_bytes);
    m_bytes->eraseFromParent();
    m_bytes = bytes;
    return std::move(m_parts);
}

} // namespace tir::llvm_ir
