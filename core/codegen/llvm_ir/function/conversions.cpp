#include "core/codegen/llvm_ir/function/conversions.h"

#include "core/codegen/llvm_ir/function/platform.h"
#include "core/codegen/llvm_ir/function/value_forms.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

namespace tir::llvm_ir {
namespace {

/// A double rounded to odd: the float towards zero whose last bit is set if the rounding was inexact. Rounding it to
/// fewer bits afterwards has the result of a single rounding.
llvm::Value* roundedToOdd(llvm::IRBuilderBase& b, llvm::Value* value)
{
    llvm::Type* narrow = value->getType()->getWithNewType(b.getFloatTy());
    llvm::Type* word = value->getType()->getWithNewType(b.getInt32Ty());
    llvm::Value* nearest = b.CreateFPTrunc(value, narrow);
    llvm::Value* back = b.CreateFPExt(nearest, value->getType());
    llvm::Value* isInexact = b.CreateFCmpONE(back, value);
    const auto size = [&](llvm::Value* number) {
        return b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, number);
    };
    llvm::Value* isLarger = b.CreateFCmpOGT(size(back), size(value));
    llvm::Value* bits = b.CreateBitCast(nearest, word);
    llvm::Value* one = llvm::ConstantInt::get(word, 1);
    llvm::Value* towardsZero = b.CreateSub(bits, b.CreateZExt(isLarger, word));
    llvm::Value* odd = b.CreateSelect(isInexact, b.CreateOr(towardsZero, one), bits);
    return b.CreateFPExt(b.CreateBitCast(odd, narrow), value->getType());
}

} // namespace

/// Whether there are values of both types that mean the same.
bool Conversions::canCast(DType from, DType to)
{
    const auto isAddress = [](DType type) { return type.isIntegral() && type.isScalar(); };
    if (from == to)
        return true;
    if (from.isVoid() || to.isVoid() || from.lanes != to.lanes)
        return false;
    if (from.isHandle() || to.isHandle())
        return from.isHandle() == to.isHandle() || isAddress(from.isHandle() ? to : from);
    return true;
}

std::string Conversions::whyNoCast(DType from, DType to)
{
    return "a value of type " + tir::toString(from) + " is given where the operation needs " +
           tir::toString(to);
}

llvm::Value* Conversions::emitCast(DType toType, DType from, Value* value)
{
    llvm::IRBuilderBase& b = m_builder;
    if (toType == from)
        return value;
    if (toType.isVoid())
        return nullptr;
    TIR_CHECK(m_context.statement || canCast(from, toType)) << whyNoCast(from, toType);
    if (!canCast(from, toType))
        return refuse(*m_context.statement, whyNoCast(from, toType), toType);
    llvm::Type* type = valueType(toType);
    if (toType.isHandle() || from.isHandle())
        return toType.isHandle() ? b.CreateIntToPtr(value, type)
               : toType.isBool() ? b.CreateIsNotNull(value)
                                 : b.CreatePtrToInt(value, type);
    llvm::Value* zero = llvm::Constant::getNullValue(value->getType());
    if (from.isAnyFloat()) {
        if (toType.isBool())
            return b.CreateFCmpUNE(value, zero);
        if (toType.isAnyFloat()) {
            if (toType.bits == 64 && from.bits < 64)
                return m_forms.widenedFloat(value, toType);
            if (from.bits == 64 && toType.bits < 32)
                value = roundedToOdd(b, value);
            return m_forms.rounded(toType, b.CreateFPCast(value, type));
        }
        return floatToInt(toType, from, value);
    }
    if (toType.isBool())
        return b.CreateICmpNE(value, zero);
    if (toType.isAnyFloat() && toType.bits < 32 && from.bits == 32) {
        llvm::Type* exact = value->getType()->getWithNewType(b.getDoubleTy());
        return m_forms.rounded(toType,
                               b.CreateFPCast(roundedToOdd(b, from.isInt() ? b.CreateSIToFP(value, exact)
                                                                           : b.CreateUIToFP(value, exact)),
                                              type));
    }
    if (toType.isAnyFloat())
        return m_forms.rounded(toType,
                               from.isInt() ? b.CreateSIToFP(value, type) : b.CreateUIToFP(value, type));
    return b.CreateIntCast(value, type, from.isInt());
}

llvm::Value* Conversions::floatToInt(DType to, DType from, Value* value)
{
    if (Value* own = m_platform.floatToInt(to, from, value))
        return own;
    const auto convert = to.isInt() ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat;
    return m_builder.CreateIntrinsic(convert, {valueType(to), value->getType()}, {value});
}

} // namespace tir::llvm_ir
