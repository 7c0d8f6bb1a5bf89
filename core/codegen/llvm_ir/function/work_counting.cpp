#include "core/codegen/llvm_ir/function/work_counting.h"

#include "core/analysis/pointer_memory.h"
#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/codegen/llvm_ir/work_slots.h"
#include "core/ir/make.h"
#include "core/ir/visitor.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <cstddef>

namespace tir::llvm_ir {
namespace {

class ArithmeticFinder : public Visitor {
public:
    std::vector<const Binary*> operations;

private:
    void visit(const Binary& node) override
    {
        if (isArithmetic(node.op))
            operations.push_back(&node);
        visitChildren(node);
    }
};

} // namespace

/// Hosts compute sizes and positions, which cost nothing.
bool WorkCounting::isCounted() const
{
    return m_module.work() && !m_isPaused && m_context.side == Side::Device && m_context.block;
}

void WorkCounting::countBytes(Kind kind, const Buffer& buffer, int64_t bytes)
{
    if (isCounted())
        countMoved(kind, buffer.scope().rank, int64Value(bytes));
}

void WorkCounting::countBytes(Kind kind, const Expr& pointer, int64_t bytes)
{
    countBytes(kind, pointer, int64Value(bytes));
}

void WorkCounting::countBytes(Kind kind, const Expr& pointer, Value* bytes)
{
    if (isCounted())
        countMoved(kind, memoryOfPointer(pointer), bytes);
}

void WorkCounting::countMoved(Kind kind, StorageRank memory, Value* bytes)
{
    if (memory == StorageRank::Global || memory == StorageRank::Shared)
        add({.kind = kind, .memory = memory}, bytes);
}

void WorkCounting::countOperations(DType dtype, int64_t ofLane)
{
    if (isCounted())
        add({.kind = Kind::Operations, .dtype = dtype.element()}, int64Value(ofLane * dtype.lanes));
}

void WorkCounting::countBinary(const Binary& node)
{
    if (isCounted() && isArithmetic(node.op) && (node.dtype.isAnyFloat() || m_module.work()->isOnData(node)))
        countOperations(node.dtype);
}

void WorkCounting::countMatrixOperations(DType factors, int64_t count)
{
    if (isCounted())
        add({.kind = Kind::MatrixOperations, .dtype = factors.element()}, int64Value(count));
}

void WorkCounting::countCombination(const Expr& combination)
{
    if (!isCounted())
        return;
    ArithmeticFinder finder;
    static_cast<Visitor&>(finder).visit(&combination);
    for (const Binary* operation : finder.operations)
        countOperations(operation->dtype);
}

void WorkCounting::add(const CountedWork& work, Value* amount)
{
    llvm::IRBuilderBase& b = m_builder;
    if (!m_counts) {
        llvm::IRBuilder<> prologue(m_context.prologue);
        m_counts =
            prologue.CreateLoad(b.getPtrTy(), prologue.CreateConstGEP1_64(b.getInt8Ty(), m_context.block,
                                                                          offsetof(GpuBlock, counts)));
    }
    Value* count = b.CreateConstGEP1_64(b.getInt64Ty(), m_counts, m_module.work()->slotOf(work));
    b.CreateStore(b.CreateAdd(b.CreateLoad(b.getInt64Ty(), count), amount), count);
}

} // namespace tir::llvm_ir
