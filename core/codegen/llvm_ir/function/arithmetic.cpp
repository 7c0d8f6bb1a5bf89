#include "core/codegen/llvm_ir/function/arithmetic.h"

#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/codegen/llvm_ir/function/failures.h"
#include "core/codegen/llvm_ir/function/memory_checks.h"
#include "core/codegen/llvm_ir/function/platform.h"
#include "core/codegen/llvm_ir/function/value_forms.h"
#include "core/codegen/llvm_ir/function/work_counting.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

namespace tir::llvm_ir {

llvm::Value* Arithmetic::emitBinary(const Binary& node)
{
    llvm::IRBuilderBase& b = m_builder;
    if (node.op == BinaryOp::And || node.op == BinaryOp::Or) {
        // The right side may be meaningful only after the left one: short-circuit, as generated C does.
        Value* left = m_expressions.emitBool(*node.a);
        if (node.dtype.lanes != 1) {
            Value* right = m_expressions.emitBool(*node.b);
            return node.op == BinaryOp::And ? b.CreateAnd(left, right) : b.CreateOr(left, right);
        }
        llvm::BasicBlock* from = b.GetInsertBlock();
        llvm::BasicBlock* more = newBlock("right");
        llvm::BasicBlock* done = newBlock("done");
        const bool isAnd = node.op == BinaryOp::And;
        b.CreateCondBr(left, isAnd ? more : done, isAnd ? done : more);
        b.SetInsertPoint(more);
        m_checks.notePart(ProgramPart::Kind::Operand, *node.b);
        Value* right = m_expressions.emitBool(*node.b);
        llvm::BasicBlock* rightEnd = b.GetInsertBlock();
        continueIn(done);
        llvm::PHINode* result = b.CreatePHI(b.getInt1Ty(), 2);
        result->addIncoming(b.getInt1(!isAnd), from);
        result->addIncoming(right, rightEnd);
        return result;
    }

    const DType dtype = node.a->dtype;
    Value* left = m_expressions.emit(*node.a);
    Value* right = m_expressions.emitAs(*node.b, dtype);
    m_work.countBinary(node);
    noteLimit(node, left, right);
    if (dtype.isAnyFloat())
        return emitFloatBinary(node.op, dtype, left, right);
    if (dtype.isHandle() && !isComparison(node.op))
        return refuse(node, "arithmetic on pointers cannot be executed", node.dtype);

    const bool canOverflow = node.op == BinaryOp::Add || node.op == BinaryOp::Sub || node.op == BinaryOp::Mul;
    if (canOverflow && m_checks.checksOverflow(node))
        return m_checks.checkedArithmetic(node, left, right);
    const bool hasSign = dtype.isInt();
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

/// For a `min` or `max` that limits data: which of the values are chosen.
void Arithmetic::noteLimit(const Binary& node, Value* left, Value* right)
{
    if ((node.op != BinaryOp::Min && node.op != BinaryOp::Max) || !m_checks.notesLimit(node))
        return;
    llvm::IRBuilderBase& b = m_builder;
    const auto isLess = [&](Value* one, Value* other) {
        return node.a->dtype.isAnyFloat() ? b.CreateFCmpOLT(one, other)
               : node.a->dtype.isInt()    ? b.CreateICmpSLT(one, other)
                                          : b.CreateICmpULT(one, other);
    };
    const bool isMin = node.op == BinaryOp::Min;
    m_checks.noteLimit(node, isMin ? isLess(left, right) : isLess(right, left),
                       isMin ? isLess(right, left) : isLess(left, right));
}

/// Makes the division defined: fails for zero, and turns the divisor -1 (whose quotient may overflow) into 1 with the
/// dividend negated. Returns the dividend to use.
llvm::Value* Arithmetic::guardedDivisor(const Binary& node, Value* dividend, Value*& divisor)
{
    if (!m_platform.guardsDivisions())
        return dividend;
    llvm::IRBuilderBase& b = m_builder;
    const auto* constant = as<IntImm>(node.b);
    if (constant && constant->value != 0 && constant->value != -1)
        return dividend;
    llvm::Type* type = divisor->getType();
    Value* isZero = b.CreateICmpEQ(divisor, llvm::Constant::getNullValue(type));
    if (type->isVectorTy())
        isZero = b.CreateOrReduce(isZero);
    if (m_module.checks())
        divisor = m_checks.checkedDivisor(node, divisor);
    else
        m_failures.failUnless(b.CreateNot(isZero), "ZeroDivisionError",
                              "division by zero; a run with checks shows where");
    if (!node.a->dtype.isInt())
        return dividend;
    Value* isMinusOne = b.CreateICmpEQ(divisor, llvm::Constant::getAllOnesValue(type));
    divisor = b.CreateSelect(isMinusOne, llvm::ConstantInt::get(type, 1), divisor);
    return b.CreateSelect(isMinusOne, b.CreateNeg(dividend), dividend);
}

llvm::Value* Arithmetic::emitIntDivision(const Binary& node, Value* a, Value* divisor)
{
    llvm::IRBuilderBase& b = m_builder;
    Value* dividend = guardedDivisor(node, a, divisor);
    const bool isQuotient = node.op == BinaryOp::Div || node.op == BinaryOp::FloorDiv;
    if (!node.a->dtype.isInt())
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

llvm::Value* Arithmetic::emitFloatBinary(BinaryOp op, DType dtype, Value* left, Value* right)
{
    llvm::IRBuilderBase& b = m_builder;
    switch (op) {
    case BinaryOp::Add:
        return m_forms.rounded(dtype, b.CreateFAdd(left, right));
    case BinaryOp::Sub:
        return m_forms.rounded(dtype, b.CreateFSub(left, right));
    case BinaryOp::Mul:
        return m_forms.rounded(dtype, b.CreateFMul(left, right));
    case BinaryOp::Div:
        return m_forms.rounded(dtype, b.CreateFDiv(left, right));
    case BinaryOp::Mod:
        return m_forms.rounded(dtype, b.CreateFRem(left, right));
    case BinaryOp::FloorDiv:
        return m_forms.rounded(dtype,
                               b.CreateUnaryIntrinsic(llvm::Intrinsic::floor, b.CreateFDiv(left, right)));
    case BinaryOp::FloorMod: {
        Value* quotient = b.CreateUnaryIntrinsic(llvm::Intrinsic::floor, b.CreateFDiv(left, right));
        return m_forms.rounded(dtype, b.CreateFSub(left, b.CreateFMul(quotient, right)));
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
