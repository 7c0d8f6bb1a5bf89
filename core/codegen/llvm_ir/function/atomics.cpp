#include "core/codegen/llvm_ir/function/atomics.h"

#include "core/codegen/llvm_ir/function/conversions.h"
#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/codegen/llvm_ir/function/memory_checks.h"
#include "core/codegen/llvm_ir/function/pointers.h"
#include "core/codegen/llvm_ir/function/value_forms.h"
#include "core/codegen/llvm_ir/function/work_counting.h"
#include "core/support/text_format.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <bit>

namespace tir::llvm_ir {
namespace {

llvm::AtomicRMWInst::BinOp instructionOf(AtomicKind kind, DType dtype)
{
    using Instruction = llvm::AtomicRMWInst;
    switch (kind) {
    case AtomicKind::Add:
        return dtype.isAnyFloat() ? Instruction::FAdd : Instruction::Add;
    case AtomicKind::Sub:
        return Instruction::Sub;
    case AtomicKind::Min:
        return dtype.isInt() ? Instruction::Min : Instruction::UMin;
    case AtomicKind::Max:
        return dtype.isInt() ? Instruction::Max : Instruction::UMax;
    case AtomicKind::And:
        return Instruction::And;
    case AtomicKind::Or:
        return Instruction::Or;
    case AtomicKind::Xor:
        return Instruction::Xor;
    case AtomicKind::Exchange:
    case AtomicKind::CompareExchange:
        break;
    }
    return Instruction::Xchg;
}

} // namespace

std::optional<llvm::Value*> Atomics::emitOperation(const Call& call)
{
    const auto operation = m_context.emulator ? atomicOperation(call) : std::nullopt;
    if (!operation)
        return std::nullopt;
    return emitAtomic(call, *operation);
}

/// The value before.
llvm::Value* Atomics::emitAtomic(const Call& call, const AtomicOperation& operation)
{
    llvm::IRBuilderBase& b = m_builder;
    const DType dtype = operation.args[1]->dtype;
    const bool isFloatToo = operation.kind == AtomicKind::Add || operation.kind == AtomicKind::Exchange;
    const bool isKnown = dtype.isScalar() && !dtype.isBool() && dtype.bits >= 16 &&
                         std::has_single_bit(unsigned(dtype.bits)) &&
                         (dtype.isIntegral() || (isFloatToo && dtype.isAnyFloat()));
    if (!isKnown)
        return refuse(call,
                      "operation " + quoted(call.op->printedName) + " cannot be executed on " +
                          tir::toString(dtype),
                      call.dtype);
    Value* address = m_checks.checkedPointer(SiteKind::Update, call, m_pointers.pointerTo(*operation.args[0]),
                                             dtype.bytes(), dtype.bytes());
    const auto finish = [&](Value* old) {
        return call.dtype.isHandle() ? undefined(Handle)
               : call.dtype.isVoid() ? nullptr
                                     : m_conversions.emitCast(call.dtype, dtype, old);
    };
    m_work.countBytes(CountedWork::Kind::LoadedBytes, *operation.args[0], dtype.bytes());
    m_work.countBytes(CountedWork::Kind::StoredBytes, *operation.args[0], dtype.bytes());
    if (operation.kind < AtomicKind::And)
        m_work.countOperations(dtype);
    const llvm::Align alignment{uint64_t(dtype.bytes())};
    const auto order = llvm::AtomicOrdering::SequentiallyConsistent;
    Value* value = m_expressions.emit(*operation.args[1]);
    if (operation.kind == AtomicKind::CompareExchange) {
        Value* pair = b.CreateAtomicCmpXchg(address, value, m_expressions.emitAs(*operation.args[2], dtype),
                                            alignment, order, order);
        return finish(b.CreateExtractValue(pair, 0));
    }
    if (dtype.isIntegral() || dtype.bits >= 32) {
        Value* stored = operation.kind == AtomicKind::Exchange ? m_forms.toMemory(dtype, value) : value;
        Value* old =
            b.CreateAtomicRMW(instructionOf(operation.kind, dtype), address, stored, alignment, order);
        return finish(operation.kind == AtomicKind::Exchange ? m_forms.fromMemory(dtype, old) : old);
    }
    // Blocks with atomic operations run one after the other, and so do their threads.
    Value* old =
        m_forms.fromMemory(dtype, b.CreateAlignedLoad(m_forms.memoryType(dtype), address, alignment));
    Value* sum = operation.kind == AtomicKind::Add ? m_forms.rounded(dtype, b.CreateFAdd(old, value)) : value;
    b.CreateAlignedStore(m_forms.toMemory(dtype, sum), address, alignment);
    return finish(old);
}

} // namespace tir::llvm_ir
