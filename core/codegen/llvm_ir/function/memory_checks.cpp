#include "core/codegen/llvm_ir/function/memory_checks.h"

#include "core/codegen/llvm_ir/check_sites.h"
#include "core/codegen/llvm_ir/function/pointers.h"
#include "core/codegen/llvm_ir/part_marks.h"
#include "core/ir/contains.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

namespace tir::llvm_ir {

/// The statement begins.
void MemoryChecks::noteStatement(const Stmt& stmt)
{
    CheckSites* checks = m_module.checks();
    const Place place = checks ? checks->placeOf(stmt) : NoPlace;
    if (place == NoPlace)
        return;
    llvm::Constant* note = m_module.output().getOrInsertGlobal("tirscope_statement", m_builder.getInt32Ty());
    m_builder.CreateStore(int32Value(place), note, true);
}

/// Branches and the code of threads run often: without checks, they take no time to be noted.
void MemoryChecks::notePart(ProgramPart::Kind kind, const Node& node)
{
    PartMarks* parts = m_module.parts();
    const bool isWhole = kind == ProgramPart::Kind::Function || kind == ProgramPart::Kind::Launch;
    const bool isCheap = m_context.side == Side::Host && isWhole;
    if (!parts || !(isCheap || m_module.checks()))
        return;
    if (const Place place = m_module.placeOf(node); place != NoPlace)
        parts->mark(m_builder, {kind, place});
}

void MemoryChecks::noteValues(const Node& node, Value* condition)
{
    notePartIf(ProgramPart::Kind::TrueValue, node, condition);
    notePartIf(ProgramPart::Kind::FalseValue, node, m_builder.CreateNot(condition));
}

void MemoryChecks::noteLimit(const Binary& node, Value* isLeft, Value* isRight)
{
    notePartIf(ProgramPart::Kind::LeftValue, node, isLeft);
    notePartIf(ProgramPart::Kind::RightValue, node, isRight);
}

bool MemoryChecks::notesLimit(const Binary& node) const
{
    const auto isLoad = [](const Node& part) { return part.kind == NodeKind::BufferLoad; };
    const bool isOfData = contains(*node.a, isLoad) != contains(*node.b, isLoad);
    const Expr& limit = contains(*node.a, isLoad) ? *node.b : *node.a;
    const auto isVariable = [](const Node& part) { return part.kind == NodeKind::Var; };
    const bool isStored = m_context.statement && m_context.statement->kind == NodeKind::BufferStore;
    return m_module.checks() && isStored && !m_context.isInIndex && isOfData && !contains(limit, isVariable);
}

void MemoryChecks::notePartIf(ProgramPart::Kind kind, const Node& node, Value* condition)
{
    PartMarks* parts = m_module.parts();
    const Place place = parts && m_module.checks() ? m_module.placeOf(node) : NoPlace;
    if (place != NoPlace)
        parts->markIf(m_builder, {kind, place},
                      isVector(condition) ? m_builder.CreateOrReduce(condition) : condition);
}

void MemoryChecks::noteParallel(ParallelEvent event)
{
    if (!m_module.checks())
        return;
    llvm::IRBuilderBase& b = m_builder;
    llvm::Function* note =
        m_module.external("tirscope_check_parallel", b.getVoidTy(), {b.getPtrTy(), b.getInt32Ty()});
    b.CreateCall(note, {m_context.emulator, int32Value(uint32_t(event))});
}

bool MemoryChecks::checksOverflow(const Binary& node) const
{
    constexpr int LeastBits = 32; // narrower integers wrap
    const DType type = node.a->dtype;
    const bool isReported = !m_context.isInIndex || m_module.checksIndices();
    return m_module.checks() && isReported && type.isInt() && type.bits >= LeastBits;
}

llvm::Value* MemoryChecks::checkedArithmetic(const Binary& node, Value* left, Value* right)
{
    llvm::IRBuilderBase& b = m_builder;
    const auto operation = node.op == BinaryOp::Add   ? llvm::Intrinsic::sadd_with_overflow
                           : node.op == BinaryOp::Sub ? llvm::Intrinsic::ssub_with_overflow
                                                      : llvm::Intrinsic::smul_with_overflow;
    Value* both = b.CreateBinaryIntrinsic(operation, left, right);
    Value* result = b.CreateExtractValue(both, 0);
    Value* overflows = b.CreateExtractValue(both, 1);
    report("tirscope_check_overflow", SiteKind::Arithmetic, node,
           isVector(result) ? b.CreateOrReduce(overflows) : overflows);
    return result;
}

/// Calls the function of the runtime if the condition holds.
void MemoryChecks::report(const char* function, SiteKind kind, const Binary& node, Value* condition)
{
    llvm::IRBuilderBase& b = m_builder;
    llvm::BasicBlock* bad = newBlock("report");
    llvm::BasicBlock* after = newBlock("after");
    b.CreateCondBr(condition, bad, after);
    b.SetInsertPoint(bad);
    llvm::Type* pointer = b.getPtrTy();
    llvm::Function* check =
        m_module.external(function, b.getVoidTy(), {pointer, pointer, pointer, b.getInt32Ty()});
    const uint32_t site = m_module.checks()->at(kind, node, m_context.statement);
    b.CreateCall(check, {m_context.emulator, m_context.block, m_context.thread, int32Value(site)});
    continueIn(after);
}

/// The divisor with every zero, which is reported, replaced by 1.
llvm::Value* MemoryChecks::checkedDivisor(const Binary& node, Value* divisor)
{
    llvm::IRBuilderBase& b = m_builder;
    llvm::Type* type = divisor->getType();
    Value* isZero = b.CreateICmpEQ(divisor, llvm::Constant::getNullValue(type));
    report("tirscope_check_division", SiteKind::Division, node,
           type->isVectorTy() ? b.CreateOrReduce(isZero) : isZero);
    return b.CreateSelect(isZero, llvm::ConstantInt::get(type, 1), divisor);
}

void MemoryChecks::checkDomain(const IterVar& axis, const SBlockRealize& node, Value* value, Value* isInside)
{
    llvm::IRBuilderBase& b = m_builder;
    llvm::BasicBlock* bad = newBlock("outside");
    llvm::BasicBlock* after = newBlock("inside");
    b.CreateCondBr(isInside, after, bad);
    b.SetInsertPoint(bad);
    llvm::Type* pointer = b.getPtrTy();
    llvm::Function* check = m_module.external("tirscope_check_domain", b.getVoidTy(),
                                              {pointer, pointer, pointer, b.getInt32Ty(), b.getInt64Ty()});
    b.CreateCall(check, {m_context.emulator, m_context.block, m_context.thread,
                         int32Value(m_module.checks()->binding(axis, node)), value});
    continueIn(after);
}

/// Where `bytes` at the pointer are to be accessed: there, or in checked programs where it does no harm.
llvm::Value* MemoryChecks::checkedPointer(SiteKind kind, const Node& node, const Pointer& pointer,
                                          int64_t bytes, int64_t alignment)
{
    CheckSites* checks = m_module.checks();
    if (!checks)
        return m_pointers.addressOf(pointer);
    return checkedPointer(
        checks->pointerAccess(kind, node, m_context.statement, {pointer.buffer, bytes, alignment}), pointer);
}

llvm::Value* MemoryChecks::checkedPointer(uint32_t site, const Pointer& pointer)
{
    llvm::IRBuilderBase& b = m_builder;
    llvm::Type* type = b.getPtrTy();
    llvm::Function* check = m_module.external("tirscope_check_access", type,
                                              {type, type, type, b.getInt32Ty(), type, b.getInt64Ty()});
    return b.CreateCall(check, {m_context.emulator, m_context.block, m_context.thread, int32Value(site),
                                pointer.base, pointer.offset});
}

/// Where `bytes` are read when the condition holds; a checked program looks at them only then.
llvm::Value* MemoryChecks::guardedPointer(Value* condition, const Node& node, const Pointer& pointer,
                                          int64_t bytes, int64_t alignment)
{
    if (!m_module.checks())
        return m_pointers.addressOf(pointer);
    llvm::IRBuilderBase& b = m_builder;
    Value* plain = m_pointers.addressOf(pointer);
    llvm::BasicBlock* from = b.GetInsertBlock();
    llvm::BasicBlock* read = newBlock("read");
    llvm::BasicBlock* after = newBlock("after");
    b.CreateCondBr(condition, read, after);
    b.SetInsertPoint(read);
    Value* checked = checkedPointer(SiteKind::Read, node, pointer, bytes, alignment);
    continueIn(after);
    llvm::PHINode* address = b.CreatePHI(b.getPtrTy(), 2);
    address->addIncoming(plain, from);
    address->addIncoming(checked, read);
    return address;
}

} // namespace tir::llvm_ir
