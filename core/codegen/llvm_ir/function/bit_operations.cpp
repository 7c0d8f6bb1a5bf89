#include "core/codegen/llvm_ir/function/bit_operations.h"

#include "core/codegen/llvm_ir/function/conversions.h"
#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/codegen/llvm_ir/function/value_forms.h"
#include "core/support/text_format.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace tir::llvm_ir {

std::optional<llvm::Value*> BitOperations::emitOperation(const Call& call)
{
    static constexpr Handler<BitOperations> Handlers[] = {
        {OpId::bitwise_and, 2, &BitOperations::emitBitwise},
        {OpId::bitwise_not, 1, &BitOperations::emitBitwise},
        {OpId::bitwise_or, 2, &BitOperations::emitBitwise},
        {OpId::bitwise_xor, 2, &BitOperations::emitBitwise},
        {OpId::get_active_lane_mask, 2, &BitOperations::emitActiveLanes},
        {OpId::isnullptr, 1, &BitOperations::emitIsNull},
        {OpId::large_uint_imm, 2, &BitOperations::emitWideConstant},
        {OpId::reinterpret, 1, &BitOperations::emitReinterpret},
        {OpId::shift_left, 2, &BitOperations::emitShift},
        {OpId::shift_right, 2, &BitOperations::emitShift},
    };
    return emitListed(*this, Handlers, call);
}

llvm::Value* BitOperations::emitBitwise(const Call& call)
{
    llvm::IRBuilderBase& b = m_builder;
    if (const DType dtype = call.args[0]->dtype; !dtype.isIntegral())
        return refuse(call,
                      "operation " + quoted(call.op->printedName) + " takes integers, not " +
                          tir::toString(dtype),
                      call.dtype);
    Value* left = m_expressions.emit(*call.args[0]);
    if (call.isOp(OpId::bitwise_not))
        return b.CreateNot(left);
    Value* right = m_expressions.emitAs(*call.args[1], call.args[0]->dtype);
    return call.isOp(OpId::bitwise_and)  ? b.CreateAnd(left, right)
           : call.isOp(OpId::bitwise_or) ? b.CreateOr(left, right)
                                         : b.CreateXor(left, right);
}

llvm::Value* BitOperations::emitIsNull(const Call& call)
{
    return m_builder.CreateIsNull(m_expressions.emit(*call.args[0]));
}

llvm::Value* BitOperations::emitWideConstant(const Call& call)
{
    Value* low = m_builder.CreateAnd(m_expressions.emitAs(*call.args[0], UInt64), UINT32_MAX);
    return m_builder.CreateOr(low, m_builder.CreateShl(m_expressions.emitAs(*call.args[1], UInt64), 32));
}

/// Shifting by the width or more has the result of shifting bit by bit.
llvm::Value* BitOperations::emitShift(const Call& call)
{
    llvm::IRBuilderBase& b = m_builder;
    const DType dtype = call.args[0]->dtype;
    Value* value = m_expressions.emit(*call.args[0]);
    Value* amount = m_expressions.emitAs(*call.args[1], dtype);
    llvm::Type* type = value->getType();
    const bool isLeft = call.isOp(OpId::shift_left);
    Value* isTooFar = b.CreateICmpUGE(amount, llvm::ConstantInt::get(type, dtype.bits));
    Value* widest = llvm::ConstantInt::get(type, uint64_t(dtype.bits - 1));
    Value* safe = b.CreateSelect(isTooFar, widest, amount);
    if (!isLeft && dtype.isInt())
        return b.CreateAShr(value, safe);
    Value* shifted = isLeft ? b.CreateShl(value, safe) : b.CreateLShr(value, safe);
    return b.CreateSelect(isTooFar, llvm::Constant::getNullValue(type), shifted);
}

/// The same bits as another type, as they are in memory.
llvm::Value* BitOperations::emitReinterpret(const Call& call)
{
    llvm::IRBuilderBase& b = m_builder;
    const DType from = call.args[0]->dtype;
    Value* value = m_expressions.emit(*call.args[0]);
    if (from.isHandle() || call.dtype.isHandle())
        return m_conversions.emitCast(call.dtype, from, value);
    if (from.vectorBytes() != call.dtype.vectorBytes())
        return refuse(call,
                      "reinterpret from " + tir::toString(from) + " to " + tir::toString(call.dtype) +
                          " changes the number of bits",
                      call.dtype);
    return m_forms.fromMemory(call.dtype,
                              b.CreateBitCast(m_forms.toMemory(from, value), m_forms.memoryType(call.dtype)));
}

/// (base, limit): which lanes of a vector that starts at `base` are before the limit.
llvm::Value* BitOperations::emitActiveLanes(const Call& call)
{
    llvm::IRBuilderBase& b = m_builder;
    const unsigned lanes = unsigned(call.dtype.lanes);
    const DType dtype = call.args[0]->dtype;
    llvm::SmallVector<llvm::Constant*, 16> numbers;
    for (unsigned lane = 0; lane < lanes; ++lane)
        numbers.push_back(b.getInt64(lane));
    Value* base = b.CreateVectorSplat(lanes, m_expressions.emitAs(*call.args[0], Int64));
    Value* limit = b.CreateVectorSplat(
        lanes, m_conversions.emitCast(Int64, dtype, m_expressions.emitAs(*call.args[1], dtype)));
    Value* mask = b.CreateICmpSLT(b.CreateAdd(base, llvm::ConstantVector::get(numbers)), limit);
    return lanes == 1 ? b.CreateExtractElement(mask, uint64_t(0)) : mask;
}

} // namespace tir::llvm_ir
