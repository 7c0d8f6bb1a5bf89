// Expressions other than calls and loads. Integer arithmetic wraps; divisions by zero end the run with an
// error, because the processor would end the process.

#include "core/codegen/llvm_ir/function_emitter.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

namespace tir::llvm_ir {
namespace {

bool isSigned(DType dtype)
{
    return dtype.isInt();
}

/// A double as the float towards zero whose last bit says that something was cut off. What is rounded to fewer
/// bits afterwards comes out as if it had been rounded once.
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

llvm::Value* FunctionEmitter::emit(const Expr& expr)
{
    llvm::IRBuilderBase& b = *m_builder;
    if (expr.dtype.isScalable())
        return refuse(expr, "vectors of scalable length cannot be run", Int32);
    switch (expr.kind) {
    case NodeKind::Binary:
        return emitBinary(to<Binary>(expr));
    case NodeKind::Broadcast:
        return b.CreateVectorSplat(unsigned(expr.dtype.lanes), emit(*to<Broadcast>(expr).value));
    case NodeKind::BufferLoad:
        return emitLoad(to<BufferLoad>(expr));
    case NodeKind::Call:
        return emitCall(to<Call>(expr));
    case NodeKind::Cast:
        return emitCast(expr.dtype, to<Cast>(expr).value->dtype, emit(*to<Cast>(expr).value));
    case NodeKind::FloatImm:
        return rounded(expr.dtype, llvm::ConstantFP::get(valueType(expr.dtype), to<FloatImm>(expr).value));
    case NodeKind::IntImm: {
        const int64_t value = to<IntImm>(expr).value;
        if (expr.dtype.isHandle())
            return b.CreateIntToPtr(int64Value(value), b.getPtrTy());
        if (expr.dtype.isBool())
            return b.getInt1(value != 0);
        return llvm::ConstantInt::get(valueType(expr.dtype), uint64_t(value), isSigned(expr.dtype));
    }
    case NodeKind::Let:
        return emitLet(to<Let>(expr));
    case NodeKind::Not:
        return b.CreateNot(emitBool(*to<Not>(expr).value));
    case NodeKind::OpaqueExpr:
        return refuse(expr, "the text of the module left this constant out", expr.dtype);
    case NodeKind::ProducerLoad:
    case NodeKind::Reduce:
        return refuse(expr, std::string(toString(expr.kind)) + " has no meaning in a lowered function",
                      expr.dtype);
    case NodeKind::Ramp: {
        const auto& ramp = to<Ramp>(expr);
        const unsigned lanes = unsigned(expr.dtype.lanes);
        Value* stride = b.CreateVectorSplat(lanes, emitAs(*ramp.stride, ramp.base->dtype));
        llvm::Type* element = valueType(ramp.base->dtype);
        llvm::SmallVector<llvm::Constant*, 16> numbers;
        for (unsigned lane = 0; lane < lanes; ++lane)
            numbers.push_back(llvm::ConstantInt::get(element, lane));
        Value* base = b.CreateVectorSplat(lanes, emit(*ramp.base));
        return b.CreateAdd(base, b.CreateMul(stride, llvm::ConstantVector::get(numbers)));
    }
    case NodeKind::Select: {
        const auto& select = to<Select>(expr);
        Value* condition = emitBool(*select.condition);
        Value* whenTrue = emit(*select.trueValue);
        return b.CreateSelect(condition, whenTrue, emit(*select.falseValue));
    }
    case NodeKind::Shuffle:
        return emitShuffle(to<Shuffle>(expr));
    case NodeKind::StringImm:
        return textValue(to<StringImm>(expr).value);
    case NodeKind::Var: {
        const auto& var = to<Var>(expr);
        const Binding* binding = findBinding(&var);
        if (binding && binding->perLaunch)
            return refuse(var,
                          "shared memory '" + std::string(var.name) +
                              "' belongs to a block of threads, and is used outside of any launch",
                          var.dtype);
        if (Value* value = lookup(&var))
            return value;
        if (isOfOneVirtualThread(var))
            return refuse(var,
                          "'" + std::string(var.name) +
                              "' differs between virtual threads, but the barrier inside is for all of them",
                          var.dtype);
        return refuse(
            var, "variable '" + std::string(var.name) + "' is used where no definition of it is in scope",
            var.dtype);
    }
    default:
        return refuse(expr, std::string(toString(expr.kind)) + " is no expression", Int32);
    }
}

/// Whether there are values of both types that mean the same.
bool FunctionEmitter::canCast(DType from, DType to)
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

std::string FunctionEmitter::whyNoCast(DType from, DType to)
{
    return "a value of type " + tir::toString(from) + " is given where the operation needs " +
           tir::toString(to);
}

/// The value as a boolean: what TVM calls a predicate may be an integer.
llvm::Value* FunctionEmitter::emitBool(const Expr& expr)
{
    return emitAs(expr, Bool.withLanes(expr.dtype.lanes));
}

llvm::Value* FunctionEmitter::emitAs(const Expr& expr, DType dtype)
{
    if (!canCast(expr.dtype, dtype))
        return refuse(expr, whyNoCast(expr.dtype, dtype), dtype);
    return emitCast(dtype, expr.dtype, emit(expr));
}

llvm::Value* FunctionEmitter::emitCast(DType toType, DType from, Value* value)
{
    llvm::IRBuilderBase& b = *m_builder;
    if (toType == from)
        return value;
    if (toType.isVoid())
        return nullptr;
    TIR_CHECK(m_statement || canCast(from, toType)) << whyNoCast(from, toType);
    if (!canCast(from, toType))
        return refuse(*m_statement, whyNoCast(from, toType), toType);
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
                return widenedFloat(value, toType);
            if (from.bits == 64 && toType.bits < 32)
                value = roundedToOdd(b, value);
            return rounded(toType, b.CreateFPCast(value, type));
        }
        return floatToInt(toType, from, value);
    }
    if (toType.isBool())
        return b.CreateICmpNE(value, zero);
    if (toType.isAnyFloat() && toType.bits < 32 && from.bits == 32) {
        llvm::Type* exact = value->getType()->getWithNewType(b.getDoubleTy());
        return rounded(toType, b.CreateFPCast(roundedToOdd(b, isSigned(from) ? b.CreateSIToFP(value, exact)
                                                                             : b.CreateUIToFP(value, exact)),
                                              type));
    }
    if (toType.isAnyFloat())
        return rounded(toType, isSigned(from) ? b.CreateSIToFP(value, type) : b.CreateUIToFP(value, type));
    return b.CreateIntCast(value, type, isSigned(from));
}

llvm::Value* FunctionEmitter::floatToInt(DType to, DType, Value* value)
{
    const auto convert = isSigned(to) ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat;
    return m_builder->CreateIntrinsic(convert, {valueType(to), value->getType()}, {value});
}

llvm::Value* FunctionEmitter::emitLet(const Let& node)
{
    const size_t mark = enterScope();
    define(node.var, emit(*node.value));
    Value* result = emit(*node.body);
    leaveScope(mark);
    return result;
}

llvm::Value* FunctionEmitter::emitShuffle(const Shuffle& node)
{
    llvm::IRBuilderBase& b = *m_builder;
    std::vector<Value*> lanes;
    for (const Expr* vector : node.vectors) {
        Value* value = emit(*vector);
        for (int lane = 0; lane < vector->dtype.lanes; ++lane)
            lanes.push_back(vector->dtype.lanes == 1 ? value : b.CreateExtractElement(value, uint64_t(lane)));
    }
    Value* result = undefined(node.dtype);
    for (size_t position = 0; position < node.indices.size(); ++position) {
        const auto* index = as<IntImm>(node.indices[position]);
        if (!index || index->value < 0 || size_t(index->value) >= lanes.size())
            return refuse(node, "a shuffle needs constant indices within its vectors", node.dtype);
        Value* lane = lanes[size_t(index->value)];
        if (node.indices.size() == 1)
            return lane;
        result = b.CreateInsertElement(result, lane, uint64_t(position));
    }
    return result;
}

llvm::Value* FunctionEmitter::emitBinary(const Binary& node)
{
    llvm::IRBuilderBase& b = *m_builder;
    if (node.op == BinaryOp::And || node.op == BinaryOp::Or) {
        // The right side may be meaningful only after the left one: short-circuit, as generated C does.
        Value* left = emitBool(*node.a);
        if (node.dtype.lanes != 1) {
            Value* right = emitBool(*node.b);
            return node.op == BinaryOp::And ? b.CreateAnd(left, right) : b.CreateOr(left, right);
        }
        llvm::BasicBlock* from = b.GetInsertBlock();
        llvm::BasicBlock* more = newBlock("right");
        llvm::BasicBlock* done = newBlock("done");
        const bool isAnd = node.op == BinaryOp::And;
        b.CreateCondBr(left, isAnd ? more : done, isAnd ? done : more);
        b.SetInsertPoint(more);
        Value* right = emitBool(*node.b);
        llvm::BasicBlock* rightEnd = b.GetInsertBlock();
        continueIn(done);
        llvm::PHINode* result = b.CreatePHI(b.getInt1Ty(), 2);
        result->addIncoming(b.getInt1(!isAnd), from);
        result->addIncoming(right, rightEnd);
        return result;
    }

    const DType dtype = node.a->dtype;
    Value* left = emit(*node.a);
    Value* right = emitAs(*node.b, dtype);
    if (dtype.isAnyFloat())
        return emitFloatBinary(node.op, dtype, left, right);
    if (dtype.isHandle() && !isComparison(node.op))
        return refuse(node, "arithmetic on pointers cannot be run", node.dtype);

    const bool hasSign = isSigned(dtype);
    switch (node.op) {
    case BinaryOp::Add:
        return b.CreateAdd(left, right);
    case BinaryOp::Sub:
        return b.CreateSub(left, right);
    case BinaryOp::Mul:
        return b.CreateMul(left, right);
    case BinaryOp::Div:
    case BinaryOp::Mod:
    case BinaryOp::FloorDiv:
    case BinaryOp::FloorMod:
        return emitIntDivision(node, left, right);
    case BinaryOp::Min:
        return b.CreateSelect(hasSign ? b.CreateICmpSLT(left, right) : b.CreateICmpULT(left, right), left,
                              right);
    case BinaryOp::Max:
        return b.CreateSelect(hasSign ? b.CreateICmpSGT(left, right) : b.CreateICmpUGT(left, right), left,
                              right);
    case BinaryOp::EQ:
        return b.CreateICmpEQ(left, right);
    case BinaryOp::NE:
        return b.CreateICmpNE(left, right);
    case BinaryOp::LT:
        return hasSign ? b.CreateICmpSLT(left, right) : b.CreateICmpULT(left, right);
    case BinaryOp::LE:
        return hasSign ? b.CreateICmpSLE(left, right) : b.CreateICmpULE(left, right);
    case BinaryOp::GT:
        return hasSign ? b.CreateICmpSGT(left, right) : b.CreateICmpUGT(left, right);
    case BinaryOp::GE:
        return hasSign ? b.CreateICmpSGE(left, right) : b.CreateICmpUGE(left, right);
    case BinaryOp::And:
    case BinaryOp::Or:
        break;
    }
    return undefined(node.dtype);
}

/// Makes the division defined: fails for zero, and turns the divisor -1 (whose quotient may overflow) into
/// 1 with the dividend negated. Answers the dividend to use.
llvm::Value* FunctionEmitter::guardedDivisor(const Binary& node, Value* dividend, Value*& divisor)
{
    llvm::IRBuilderBase& b = *m_builder;
    const auto* constant = as<IntImm>(node.b);
    if (constant && constant->value != 0 && constant->value != -1)
        return dividend;
    llvm::Type* type = divisor->getType();
    Value* isZero = b.CreateICmpEQ(divisor, llvm::Constant::getNullValue(type));
    if (type->isVectorTy())
        isZero = b.CreateOrReduce(isZero);
    if (m_module.checks())
        divisor = checkedDivisor(node, divisor);
    else
        failUnless(b.CreateNot(isZero), "ZeroDivisionError", "division by zero");
    if (!isSigned(node.a->dtype))
        return dividend;
    Value* isMinusOne = b.CreateICmpEQ(divisor, llvm::Constant::getAllOnesValue(type));
    divisor = b.CreateSelect(isMinusOne, llvm::ConstantInt::get(type, 1), divisor);
    return b.CreateSelect(isMinusOne, b.CreateNeg(dividend), dividend);
}

llvm::Value* FunctionEmitter::emitIntDivision(const Binary& node, Value* a, Value* divisor)
{
    llvm::IRBuilderBase& b = *m_builder;
    Value* dividend = guardedDivisor(node, a, divisor);
    const bool isQuotient = node.op == BinaryOp::Div || node.op == BinaryOp::FloorDiv;
    if (!isSigned(node.a->dtype))
        return isQuotient ? b.CreateUDiv(dividend, divisor) : b.CreateURem(dividend, divisor);
    if (node.op == BinaryOp::Div)
        return b.CreateSDiv(dividend, divisor);
    Value* remainder = b.CreateSRem(dividend, divisor);
    if (node.op == BinaryOp::Mod)
        return remainder;
    // Rounding down differs from truncation where there is a remainder and the signs differ.
    llvm::Value* zero = llvm::Constant::getNullValue(a->getType());
    Value* differs =
        b.CreateAnd(b.CreateICmpNE(remainder, zero), b.CreateICmpSLT(b.CreateXor(remainder, divisor), zero));
    if (node.op == BinaryOp::FloorMod)
        return b.CreateSelect(differs, b.CreateAdd(remainder, divisor), remainder);
    return b.CreateAdd(b.CreateSDiv(dividend, divisor), b.CreateSExt(differs, a->getType()));
}

llvm::Value* FunctionEmitter::emitFloatBinary(BinaryOp op, DType dtype, Value* left, Value* right)
{
    llvm::IRBuilderBase& b = *m_builder;
    switch (op) {
    case BinaryOp::Add:
        return rounded(dtype, b.CreateFAdd(left, right));
    case BinaryOp::Sub:
        return rounded(dtype, b.CreateFSub(left, right));
    case BinaryOp::Mul:
        return rounded(dtype, b.CreateFMul(left, right));
    case BinaryOp::Div:
        return rounded(dtype, b.CreateFDiv(left, right));
    case BinaryOp::Mod:
        return rounded(dtype, b.CreateFRem(left, right));
    case BinaryOp::FloorDiv:
        return rounded(dtype, b.CreateUnaryIntrinsic(llvm::Intrinsic::floor, b.CreateFDiv(left, right)));
    case BinaryOp::FloorMod: {
        Value* quotient = b.CreateUnaryIntrinsic(llvm::Intrinsic::floor, b.CreateFDiv(left, right));
        return rounded(dtype, b.CreateFSub(left, b.CreateFMul(quotient, right)));
    }
    case BinaryOp::Min:
        return b.CreateMinNum(left, right); // as on a GPU: the other one where one is not a number
    case BinaryOp::Max:
        return b.CreateMaxNum(left, right);
    case BinaryOp::EQ:
        return b.CreateFCmpOEQ(left, right);
    case BinaryOp::NE:
        return b.CreateFCmpUNE(left, right);
    case BinaryOp::LT:
        return b.CreateFCmpOLT(left, right);
    case BinaryOp::LE:
        return b.CreateFCmpOLE(left, right);
    case BinaryOp::GT:
        return b.CreateFCmpOGT(left, right);
    case BinaryOp::GE:
        return b.CreateFCmpOGE(left, right);
    case BinaryOp::And:
    case BinaryOp::Or:
        break;
    }
    return nullptr;
}

} // namespace tir::llvm_ir
