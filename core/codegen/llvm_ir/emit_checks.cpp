// Checked programs: every access asks the runtime for the address it is to use, so that one that goes astray
// is told of and does no harm. In other programs an access computes its address and nothing else.

#include "core/codegen/llvm_ir/check_sites.h"
#include "core/codegen/llvm_ir/function_emitter.h"
#include "core/codegen/llvm_ir/part_marks.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace tir::llvm_ir {
namespace {

llvm::Value* laneOf(llvm::IRBuilderBase& b, llvm::Value* value, int lane)
{
    return value->getType()->isVectorTy() ? b.CreateExtractElement(value, uint64_t(lane)) : value;
}

} // namespace

/// The statement begins.
void FunctionEmitter::noteStatement(const Stmt& stmt)
{
    CheckSites* checks = m_module.checks();
    const Place place = checks ? checks->placeOf(stmt) : NoPlace;
    if (place == NoPlace)
        return;
    llvm::Constant* note = m_module.output().getOrInsertGlobal("tirscope_statement", m_builder->getInt32Ty());
    m_builder->CreateStore(int32Value(place), note, true);
}

/// Branches and the code of threads run often: without checks, they take no time to be noted.
void FunctionEmitter::notePart(ProgramPart::Kind kind, const Node& node)
{
    PartMarks* parts = m_module.parts();
    const bool isBranch = kind == ProgramPart::Kind::Branch || kind == ProgramPart::Kind::Rest;
    const bool isCheap = m_side == Side::Host && !isBranch;
    if (!parts || !(isCheap || m_module.checks()))
        return;
    if (const Place place = m_module.placeOf(node); place != NoPlace)
        parts->mark(*m_builder, {kind, place});
}

/// `accessed`: what is touched at a time.
FunctionEmitter::Access FunctionEmitter::startAccess(SiteKind kind, const Node& node, const Buffer& buffer,
                                                     ExprList indices, DType accessed)
{
    CheckSites* checks = m_module.checks();
    Access access{buffer, dataPointer(node, buffer), nullptr, {}, NoSite, 1};
    access.index = elementIndex(buffer, indices, checks ? &access.parts : nullptr);
    access.elements = accessed.lanes / buffer.dtype.lanes;
    if (checks)
        access.site = checks->access(kind, node, m_statement, buffer, accessed);
    return access;
}

/// Null where the shape says nothing that the memory does not. Extents that this function does not know are
/// not compared with.
llvm::Value* FunctionEmitter::insideShape(const Access& access, int lane)
{
    llvm::IRBuilderBase& b = *m_builder;
    // Flat buffers are parts of merged memory: their shape is that of the part, their index counts from the
    // start of all.
    if (access.parts.size() < 2)
        return nullptr;
    Value* inside = nullptr;
    for (size_t axis = 0; axis < access.parts.size(); ++axis) {
        const Expr& shape = *access.buffer.shape[axis];
        const auto* var = as<Var>(&shape);
        if (shape.kind != NodeKind::IntImm && !(var && lookup(var)))
            continue;
        Value* last = laneOf(b, access.parts[axis], lane);
        Value* extent = emitAs(shape, Int64);
        Value* isInside = b.CreateICmpULT(last, extent);
        if (axis + 1 == access.parts.size() && access.elements > 1) {
            last = b.CreateAdd(last, int64Value(access.elements - 1));
            isInside = b.CreateAnd(isInside, b.CreateICmpULT(last, extent));
        }
        inside = inside ? b.CreateAnd(inside, isInside) : isInside;
    }
    return inside;
}

llvm::Value* FunctionEmitter::accessAddress(const Access& access, int lane)
{
    llvm::IRBuilderBase& b = *m_builder;
    Value* index = laneOf(b, access.index, lane);
    if (!m_module.checks() || m_module.checks()->isSettled(access.buffer.data))
        return elementAddress(access.data, access.buffer.dtype, index);

    llvm::Type* pointer = b.getPtrTy();
    llvm::Type* number = b.getInt32Ty();
    Value* site = int32Value(access.site);
    Value* inside = insideShape(access, lane);
    llvm::BasicBlock* good = inside ? newBlock("inside") : nullptr;
    llvm::BasicBlock* bad = inside ? newBlock("outside") : nullptr;
    llvm::BasicBlock* after = inside ? newBlock("access") : nullptr;
    if (inside) {
        b.CreateCondBr(inside, good, bad);
        b.SetInsertPoint(good);
    }
    Value* offset = b.CreateMul(index, int64Value(std::max(access.buffer.dtype.vectorBytes(), 1)));
    llvm::Function* check = m_module.external("tirscope_check_access", pointer,
                                              {pointer, pointer, pointer, number, pointer, b.getInt64Ty()});
    Value* address = b.CreateCall(check, {m_emulator, m_block, m_thread, site, access.data, offset});
    if (!inside)
        return address;
    b.CreateBr(after);

    b.SetInsertPoint(bad);
    Value* indices = stackMemory(int64_t(access.parts.size() * sizeof(int64_t)), alignof(int64_t));
    for (size_t axis = 0; axis < access.parts.size(); ++axis)
        b.CreateStore(laneOf(b, access.parts[axis], lane),
                      b.CreateConstGEP1_64(b.getInt64Ty(), indices, axis));
    llvm::Function* outside =
        m_module.external("tirscope_check_outside", pointer, {pointer, pointer, pointer, number, pointer});
    Value* harmless = b.CreateCall(outside, {m_emulator, m_block, m_thread, site, indices});
    continueIn(after);
    llvm::PHINode* chosen = b.CreatePHI(pointer, 2);
    chosen->addIncoming(address, good);
    chosen->addIncoming(harmless, bad);
    return chosen;
}

/// The divisor with every zero, which is reported, replaced by 1.
llvm::Value* FunctionEmitter::checkedDivisor(const Binary& node, Value* divisor)
{
    llvm::IRBuilderBase& b = *m_builder;
    llvm::Type* type = divisor->getType();
    Value* isZero = b.CreateICmpEQ(divisor, llvm::Constant::getNullValue(type));
    llvm::BasicBlock* bad = newBlock("zero");
    llvm::BasicBlock* after = newBlock("divide");
    b.CreateCondBr(type->isVectorTy() ? b.CreateOrReduce(isZero) : isZero, bad, after);
    b.SetInsertPoint(bad);
    llvm::Type* pointer = b.getPtrTy();
    llvm::Function* check = m_module.external("tirscope_check_division", b.getVoidTy(),
                                              {pointer, pointer, pointer, b.getInt32Ty()});
    const uint32_t site = m_module.checks()->at(SiteKind::Division, node, m_statement);
    b.CreateCall(check, {m_emulator, m_block, m_thread, int32Value(site)});
    continueIn(after);
    return b.CreateSelect(isZero, llvm::ConstantInt::get(type, 1), divisor);
}

} // namespace tir::llvm_ir
