// Copies that a program asks for by name: guarded ones, and asynchronous ones (cp.async), which happen when
// the thread waits for them.

#include "core/codegen/llvm_ir/check_sites.h"
#include "core/codegen/llvm_ir/function_emitter.h"
#include "core/ir/make.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace tir::llvm_ir {

/// ptx_ldg32(destination, guard, load, offset): the element is replaced where the guard holds.
llvm::Value* FunctionEmitter::emitGuardedLoad(const Call& call)
{
    llvm::BasicBlock* read = newBlock("read");
    llvm::BasicBlock* after = newBlock("after");
    m_builder->CreateCondBr(emitBool(*call.args[1]), read, after);
    m_builder->SetInsertPoint(read);
    const DType dtype = call.args[2]->dtype;
    Value* value = toMemory(dtype, emit(*call.args[2]));
    const Pointer target = moved(pointerTo(*call.args[0]), dtype, emitAs(*call.args[3], Int64));
    m_builder->CreateAlignedStore(value, checkedPointer(SiteKind::Write, call, target, dtype.vectorBytes()),
                                  llvm::Align(elementAlignment(dtype)));
    continueIn(after);
    return undefined(call.dtype);
}

/// (destination, offset, source, offset, bytes[, predicate]): offsets count elements of the pointers' types.
/// What the predicate leaves out becomes zero. A program that never waits gets its data at once, whether or
/// not a GPU would have been so fast.
llvm::Value* FunctionEmitter::emitCopyAsync(const Call& call)
{
    llvm::IRBuilderBase& b = *m_builder;
    const bool hasPredicate = call.args.size() == 6;
    const auto* size = call.args.size() == 5 || hasPredicate ? as<IntImm>(call.args[4]) : nullptr;
    if (!size)
        return refuse(call, "ptx_cp_async is known with 5 or 6 arguments, the fifth a constant", call.dtype);
    const auto pointer = [&](size_t index) {
        const auto* var = as<Var>(call.args[index]);
        return offsetPointer(call, index, var ? pointeeDType(var).value_or(Int8) : Int8);
    };
    const Pointer destination = pointer(0);
    const Pointer source = pointer(2);
    Value* bytes = int64Value(size->value);
    Value* isTaken = hasPredicate ? emitBool(*call.args[5]) : b.getTrue();
    Value* copied = b.CreateSelect(isTaken, bytes, int64Value(0));
    Value* from = guardedPointer(isTaken, call, source, size->value);
    uint32_t site = NoSite;
    if (CheckSites* checks = m_module.checks())
        site = checks->copy(call, m_statement, {destination.buffer, size->value, size->value});
    Value* into = site == NoSite ? addressOf(destination) : checkedPointer(site, destination);
    if (!m_copiesLate) {
        const llvm::Align alignment(1);
        b.CreateMemSet(into, b.getInt8(0), bytes, alignment);
        b.CreateMemCpy(into, alignment, from, alignment, copied);
        return undefined(call.dtype);
    }
    llvm::Type* type = b.getPtrTy();
    llvm::Function* copy =
        m_module.external("tirscope_copy_async", b.getVoidTy(),
                          {type, type, type, type, b.getInt64Ty(), b.getInt64Ty(), b.getInt32Ty()});
    b.CreateCall(copy, {m_emulator, m_thread, into, from, bytes, copied, int32Value(site)});
    return undefined(call.dtype);
}

/// Where `bytes` are read when the condition holds; a checked program looks at them only then.
llvm::Value* FunctionEmitter::guardedPointer(Value* condition, const Node& node, const Pointer& pointer,
                                             int64_t bytes, int64_t alignment)
{
    if (!m_module.checks())
        return addressOf(pointer);
    llvm::IRBuilderBase& b = *m_builder;
    Value* plain = addressOf(pointer);
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

void FunctionEmitter::commitCopies()
{
    llvm::Type* pointer = m_builder->getPtrTy();
    if (m_copiesLate)
        m_builder->CreateCall(
            m_module.external("tirscope_copy_commit", m_builder->getVoidTy(), {pointer, pointer}),
            {m_emulator, m_thread});
}

void FunctionEmitter::waitForCopies(const Expr& groupsLeft)
{
    llvm::IRBuilderBase& b = *m_builder;
    llvm::Type* pointer = b.getPtrTy();
    if (m_copiesLate)
        b.CreateCall(
            m_module.external("tirscope_copy_wait", b.getVoidTy(), {pointer, pointer, b.getInt64Ty()}),
            {m_emulator, m_thread, emitAs(groupsLeft, Int64)});
}

llvm::Value* FunctionEmitter::emitCopyCommit(const Call& call)
{
    commitCopies();
    return undefined(call.dtype);
}

llvm::Value* FunctionEmitter::emitCopyWait(const Call& call)
{
    if (call.args.empty())
        return refuse(call, "ptx_cp_async_wait_group needs a number of groups", call.dtype);
    waitForCopies(*call.args[0]);
    return undefined(call.dtype);
}

} // namespace tir::llvm_ir
