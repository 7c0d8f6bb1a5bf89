#include "core/codegen/llvm_ir/function/copies.h"

#include "core/codegen/llvm_ir/check_sites.h"
#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/codegen/llvm_ir/function/memory_checks.h"
#include "core/codegen/llvm_ir/function/platform.h"
#include "core/codegen/llvm_ir/function/pointers.h"
#include "core/codegen/llvm_ir/function/value_forms.h"
#include "core/codegen/llvm_ir/function/work_counting.h"
#include "core/ir/make.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace tir::llvm_ir {

std::optional<llvm::Value*> Copies::emitOperation(const Call& call)
{
    static constexpr Handler<Copies> Handlers[] = {
        {OpId::ptx_cp_async, 5, &Copies::emitCopyAsync},
        {OpId::ptx_cp_async_commit_group, 0, &Copies::emitCopyCommit},
        {OpId::ptx_cp_async_wait_group, 0, &Copies::emitCopyWait},
        {OpId::ptx_ldg32, 4, &Copies::emitGuardedLoad},
    };
    return emitListed(*this, Handlers, call);
}

/// ptx_ldg32(destination, guard, load, offset): the element is replaced where the guard holds.
llvm::Value* Copies::emitGuardedLoad(const Call& call)
{
    llvm::BasicBlock* read = newBlock("read");
    llvm::BasicBlock* after = newBlock("after");
    m_builder.CreateCondBr(m_expressions.emitBool(*call.args[1]), read, after);
    m_builder.SetInsertPoint(read);
    const DType dtype = call.args[2]->dtype;
    m_work.countBytes(CountedWork::Kind::StoredBytes, *call.args[0], dtype.vectorBytes());
    Value* value = m_forms.toMemory(dtype, m_expressions.emit(*call.args[2]));
    const Pointer target = m_pointers.moved(m_pointers.pointerTo(*call.args[0]), dtype,
                                            m_expressions.emitAs(*call.args[3], Int64));
    m_builder.CreateAlignedStore(value,
                                 m_checks.checkedPointer(SiteKind::Write, call, target, dtype.vectorBytes()),
                                 llvm::Align(m_platform.elementAlignment(dtype)));
    continueIn(after);
    return undefined(call.dtype);
}

/// (destination, offset, source, offset, bytes[, predicate]): offsets count elements of the pointers' types. Bytes
/// without the predicate become zero. In a program that never waits, the data arrives immediately, whether or not a GPU
/// would be so fast.
llvm::Value* Copies::emitCopyAsync(const Call& call)
{
    llvm::IRBuilderBase& b = m_builder;
    const bool hasPredicate = call.args.size() == 6;
    const auto* size = call.args.size() == 5 || hasPredicate ? as<IntImm>(call.args[4]) : nullptr;
    if (!size)
        return refuse(call, "ptx_cp_async is known with 5 or 6 arguments, the fifth a constant", call.dtype);
    const auto pointer = [&](size_t index) {
        const auto* var = as<Var>(call.args[index]);
        return m_pointers.offsetPointer(call, index, var ? pointeeDType(var).value_or(Int8) : Int8);
    };
    const Pointer destination = pointer(0);
    const Pointer source = pointer(2);
    Value* bytes = int64Value(size->value);
    Value* isTaken = hasPredicate ? m_expressions.emitBool(*call.args[5]) : b.getTrue();
    Value* copied = b.CreateSelect(isTaken, bytes, int64Value(0));
    m_work.countBytes(CountedWork::Kind::LoadedBytes, *call.args[2], copied);
    m_work.countBytes(CountedWork::Kind::StoredBytes, *call.args[0], size->value);
    Value* from = m_checks.guardedPointer(isTaken, call, source, size->value);
    uint32_t site = NoSite;
    if (CheckSites* checks = m_module.checks())
        site = checks->copy(call, m_context.statement, {destination.buffer, size->value, size->value});
    Value* into =
        site == NoSite ? m_pointers.addressOf(destination) : m_checks.checkedPointer(site, destination);
    if (!m_areLate) {
        const llvm::Align alignment(1);
        b.CreateMemSet(into, b.getInt8(0), bytes, alignment);
        b.CreateMemCpy(into, alignment, from, alignment, copied);
        return undefined(call.dtype);
    }
    llvm::Type* type = b.getPtrTy();
    llvm::Function* copy =
        m_module.external("tirscope_copy_async", b.getVoidTy(),
                          {type, type, type, type, b.getInt64Ty(), b.getInt64Ty(), b.getInt32Ty()});
    b.CreateCall(copy, {m_context.emulator, m_context.thread, into, from, bytes, copied, int32Value(site)});
    return undefined(call.dtype);
}

void Copies::commitCopies()
{
    llvm::Type* pointer = m_builder.getPtrTy();
    if (m_areLate)
        m_builder.CreateCall(
            m_module.external("tirscope_copy_commit", m_builder.getVoidTy(), {pointer, pointer}),
            {m_context.emulator, m_context.thread});
}

void Copies::waitForCopies(const Expr& groupsLeft)
{
    llvm::IRBuilderBase& b = m_builder;
    llvm::Type* pointer = b.getPtrTy();
    if (m_areLate)
        b.CreateCall(
            m_module.external("tirscope_copy_wait", b.getVoidTy(), {pointer, pointer, b.getInt64Ty()}),
            {m_context.emulator, m_context.thread, m_expressions.emitAs(groupsLeft, Int64)});
}

llvm::Value* Copies::emitCopyCommit(const Call& call)
{
    commitCopies();
    return undefined(call.dtype);
}

llvm::Value* Copies::emitCopyWait(const Call& call)
{
    if (call.args.empty())
        return refuse(call, "ptx_cp_async_wait_group needs a number of groups", call.dtype);
    waitForCopies(*call.args[0]);
    return undefined(call.dtype);
}

} // namespace tir::llvm_ir
