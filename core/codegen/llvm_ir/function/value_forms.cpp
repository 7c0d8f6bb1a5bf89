#include "core/codegen/llvm_ir/function/value_forms.h"

#include "core/codegen/llvm_ir/function/platform.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace tir::llvm_ir {
namespace {

bool isNarrowFloat(DType dtype)
{
    return dtype.isAnyFloat() && dtype.bits < 32;
}

/// A scalar of less than eight bits. Vectors of them are packed.
bool takesWholeByte(DType dtype)
{
    return dtype.isScalar() && dtype.bits > 0 && dtype.bits < 8 && !dtype.isBool();
}

llvm::Type* withLanes(llvm::Type* element, DType dtype)
{
    return dtype.lanes > 1 ? llvm::FixedVectorType::get(element, unsigned(dtype.lanes)) : element;
}

/// bf16 from the bits of a float32: round to nearest, ties to even; a NaN stays one.
llvm::Value* bfloatBits(llvm::IRBuilderBase& b, llvm::Value* value)
{
    llvm::Type* wide = value->getType()->getWithNewType(b.getInt32Ty());
    llvm::Value* bits = b.CreateBitCast(value, wide);
    llvm::Value* odd = b.CreateAnd(b.CreateLShr(bits, 16), llvm::ConstantInt::get(wide, 1));
    llvm::Value* bias = b.CreateAdd(odd, llvm::ConstantInt::get(wide, 0x7fff));
    llvm::Value* near = b.CreateLShr(b.CreateAdd(bits, bias), 16);
    llvm::Value* quiet = b.CreateOr(b.CreateLShr(bits, 16), llvm::ConstantInt::get(wide, 0x40));
    llvm::Value* chosen = b.CreateSelect(b.CreateFCmpUNO(value, value), quiet, near);
    return b.CreateTrunc(chosen, value->getType()->getWithNewType(b.getInt16Ty()));
}

llvm::Value* bfloatFromBits(llvm::IRBuilderBase& b, llvm::Value* bits)
{
    llvm::Value* wide = b.CreateZExt(bits, bits->getType()->getWithNewType(b.getInt32Ty()));
    return b.CreateBitCast(b.CreateShl(wide, 16), bits->getType()->getWithNewType(b.getFloatTy()));
}

} // namespace

llvm::Type* valueType(llvm::LLVMContext& context, DType dtype)
{
    llvm::Type* element = nullptr;
    if (dtype.isVoid())
        return llvm::Type::getVoidTy(context);
    if (dtype.isHandle())
        element = llvm::PointerType::getUnqual(context);
    else if (dtype.isBool())
        element = llvm::Type::getInt1Ty(context);
    else if (dtype.isIntegral())
        element = llvm::IntegerType::get(context, dtype.bits);
    else if (dtype == DType{TypeCode::Float, 64, dtype.lanes})
        element = llvm::Type::getDoubleTy(context);
    else
        element = llvm::Type::getFloatTy(context);
    return withLanes(element, dtype);
}

llvm::Type* ValueForms::memoryType(DType dtype)
{
    if (llvm::Type* own = m_platform.memoryType(dtype))
        return own;
    if (dtype.isBool())
        return withLanes(m_builder.getInt8Ty(), dtype);
    if (dtype.code == TypeCode::Float && dtype.bits == 16)
        return withLanes(m_builder.getHalfTy(), dtype);
    if (takesWholeByte(dtype))
        return m_builder.getInt8Ty();
    if (isNarrowFloat(dtype))
        return withLanes(m_builder.getIntNTy(dtype.bits), dtype);
    return valueType(dtype);
}

llvm::Value* ValueForms::lanewise(Value* vector, DType dtype, llvm::Type* laneResult,
                                  const std::function<Value*(Value*)>& one)
{
    if (dtype.lanes <= 1)
        return one(vector);
    Value* result = llvm::UndefValue::get(withLanes(laneResult, dtype));
    for (int lane = 0; lane < dtype.lanes; ++lane)
        result = m_builder.CreateInsertElement(
            result, one(m_builder.CreateExtractElement(vector, uint64_t(lane))), uint64_t(lane));
    return result;
}

llvm::Value* ValueForms::toMemory(DType dtype, Value* value)
{
    if (Value* own = m_platform.toMemory(dtype, value))
        return own;
    llvm::IRBuilderBase& b = m_builder;
    if (dtype.isBool())
        return b.CreateZExt(value, memoryType(dtype));
    if (!isNarrowFloat(dtype))
        return takesWholeByte(dtype) ? b.CreateZExt(value, b.getInt8Ty()) : value;
    if (dtype.code == TypeCode::Float)
        return b.CreateFPTrunc(value, memoryType(dtype));
    if (dtype.isBFloat16())
        return bfloatBits(b, value);
    llvm::Function* convert =
        m_module.external("tirscope_to_bits", b.getInt32Ty(), {b.getInt32Ty(), b.getFloatTy()});
    return lanewise(value, dtype, b.getIntNTy(dtype.bits), [&](Value* lane) {
        Value* bits = b.CreateCall(convert, {int32Value(uint32_t(dtype.code)), lane});
        return b.CreateTrunc(bits, takesWholeByte(dtype) ? b.getInt8Ty() : b.getIntNTy(dtype.bits));
    });
}

llvm::Value* ValueForms::fromMemory(DType dtype, Value* value)
{
    if (Value* own = m_platform.fromMemory(dtype, value))
        return own;
    llvm::IRBuilderBase& b = m_builder;
    if (dtype.isBool())
        return b.CreateICmpNE(value, llvm::Constant::getNullValue(value->getType()));
    if (!isNarrowFloat(dtype))
        return takesWholeByte(dtype) ? b.CreateTrunc(value, valueType(dtype)) : value;
    if (dtype.code == TypeCode::Float)
        return widenedFloat(value, dtype);
    if (dtype.isBFloat16())
        return bfloatFromBits(b, value);
    llvm::Function* convert =
        m_module.external("tirscope_from_bits", b.getFloatTy(), {b.getInt32Ty(), b.getInt32Ty()});
    return lanewise(value, dtype, b.getFloatTy(), [&](Value* lane) {
        return b.CreateCall(convert, {int32Value(uint32_t(dtype.code)), b.CreateZExt(lane, b.getInt32Ty())});
    });
}

llvm::Value* ValueForms::widenedFloat(Value* value, DType to)
{
    Value* own = m_platform.widenedFloat(value, to);
    return own ? own : m_builder.CreateFPExt(value, valueType(to));
}

llvm::Value* ValueForms::rounded(DType dtype, Value* value)
{
    return isNarrowFloat(dtype) ? fromMemory(dtype, toMemory(dtype, value)) : value;
}

} // namespace tir::llvm_ir
