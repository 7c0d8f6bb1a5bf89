#include "core/codegen/llvm_ir/function/expressions.h"

#include "core/codegen/llvm_ir/function/accesses.h"
#include "core/codegen/llvm_ir/function/arithmetic.h"
#include "core/codegen/llvm_ir/function/bindings.h"
#include "core/codegen/llvm_ir/function/calls.h"
#include "core/codegen/llvm_ir/function/conversions.h"
#include "core/codegen/llvm_ir/function/memory_checks.h"
#include "core/codegen/llvm_ir/function/value_forms.h"
#include "core/codegen/llvm_ir/function/virtual_threads.h"
#include "core/support/text_format.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace tir::llvm_ir {

llvm::Value* Expressions::emit(const Expr& expr)
{
    const PlaceScope place(m_context, expr);
    llvm::IRBuilderBase& b = m_builder;
    if (expr.dtype.isScalable())
        return refuse(expr, "vectors of scalable length cannot be executed", Int32);
    switch (expr.kind) {
    case NodeKind::Binary:
        return m_arithmetic.emitBinary(to<Binary>(expr));
    case NodeKind::Broadcast:
        return b.CreateVectorSplat(unsigned(expr.dtype.lanes), emit(*to<Broadcast>(expr).value));
    case NodeKind::BufferLoad:
        return m_accesses.emitLoad(to<BufferLoad>(expr));
    case NodeKind::Call:
        return m_calls.emitCall(to<Call>(expr));
    case NodeKind::Cast:
        return m_conversions.emitCast(expr.dtype, to<Cast>(expr).value->dtype, emit(*to<Cast>(expr).value));
    case NodeKind::FloatImm:
        return m_forms.rounded(expr.dtype,
                               llvm::ConstantFP::get(valueType(expr.dtype), to<FloatImm>(expr).value));
    case NodeKind::IntImm: {
        const int64_t value = to<IntImm>(expr).value;
        if (expr.dtype.isHandle())
            return b.CreateIntToPtr(int64Value(value), b.getPtrTy());
        if (expr.dtype.isBool())
            return b.getInt1(value != 0);
        return llvm::ConstantInt::get(valueType(expr.dtype), uint64_t(value), expr.dtype.isInt());
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
        m_checks.noteValues(expr, condition);
        Value* whenTrue = emit(*select.trueValue);
        return b.CreateSelect(condition, whenTrue, emit(*select.falseValue));
    }
    case NodeKind::Shuffle:
        return emitShuffle(to<Shuffle>(expr));
    case NodeKind::StringImm:
        return textValue(to<StringImm>(expr).value);
    case NodeKind::Var: {
        const auto& var = to<Var>(expr);
        const Binding* binding = m_bindings.findBinding(&var);
        if (binding && binding->perLaunch)
            return refuse(var,
                          "shared memory " + quoted(var.name) +
                              " belongs to a block of threads, and is used outside of any launch",
                          var.dtype);
        if (Value* value = m_bindings.lookup(&var))
            return value;
        if (m_virtualThreads.isOfOneVirtualThread(var))
            return refuse(var,
                          quoted(var.name) +
                              " differs between virtual threads, but the barrier inside is for all of them",
                          var.dtype);
        return refuse(var, "variable " + quoted(var.name) + " is used where no definition of it is in scope",
                      var.dtype);
    }
    default:
        return refuse(expr, std::string(toString(expr.kind)) + " is not an expression", Int32);
    }
}

/// The value as a boolean: a predicate of TVM may be an integer.
llvm::Value* Expressions::emitBool(const Expr& expr)
{
    return emitAs(expr, Bool.withLanes(expr.dtype.lanes));
}

llvm::Value* Expressions::emitAs(const Expr& expr, DType dtype)
{
    if (!m_conversions.canCast(expr.dtype, dtype))
        return refuse(expr, m_conversions.whyNoCast(expr.dtype, dtype), dtype);
    return m_conversions.emitCast(dtype, expr.dtype, emit(expr));
}

llvm::Value* Expressions::emitLet(const Let& node)
{
    const size_t mark = m_bindings.enterScope();
    m_bindings.define(node.var, emit(*node.value));
    Value* result = emit(*node.body);
    m_bindings.leaveScope(mark);
    return result;
}

llvm::Value* Expressions::emitShuffle(const Shuffle& node)
{
    llvm::IRBuilderBase& b = m_builder;
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

} // namespace tir::llvm_ir
