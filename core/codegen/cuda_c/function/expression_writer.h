/// Expressions. Each becomes a text; where that is not enough (a vector, a guarded load), lines are written before the
/// statement and the text names their result.

#pragma once

#include "core/codegen/cuda_c/function/function_part.h"

namespace tir::cuda_c {

class CallWriter;
class ConstantWriter;
class FunctionNames;
class MemoryWriter;
class VectorWriter;

class ExpressionWriter : public FunctionPart {
public:
    ExpressionWriter(FunctionContext& context, FunctionNames& names, ConstantWriter& constants,
                     VectorWriter& vectors, MemoryWriter& memory, CallWriter& calls)
        : FunctionPart(context),
          m_names(names),
          m_constants(constants),
          m_vectors(vectors),
          m_memory(memory),
          m_calls(calls)
    {}

    std::string expr(const Expr& node);
    /// Of the first lane.
    std::string base(const Ramp& ramp);
    /// The call of a C function.
    std::string callOf(const std::string& name, ExprList args);
    /// Only the chosen value is computed.
    std::string chosen(DType type, const Expr& condition, const Expr& whenTrue, const Expr& whenFalse);

private:
    std::string unmarked(const Expr& node);
    std::string valueOf(const Call& node);
    std::string binary(const Binary& node);
    /// One lane of an operation on two, or of a scalar one.
    std::string combined(BinaryOp op, DType type, const std::string& a, const std::string& b, bool isLane);
    std::string cast(DType type, DType from, const std::string& value);
    /// A float as an integer within the limits of the type; of NaN, zero.
    std::string saturated(DType type, DType from, const std::string& value);
    std::string castNode(const Cast& node);
    std::string let(const Let& node);
    std::string negated(const Not& node);
    std::string select(const Select& node);

    FunctionNames& m_names;
    ConstantWriter& m_constants;
    VectorWriter& m_vectors;
    MemoryWriter& m_memory;
    CallWriter& m_calls;
};

} // namespace tir::cuda_c
