/// A part that writes the calls of some operations.

#pragma once

#include "core/codegen/cuda_c/function/expression_writer.h"

#include <optional>

namespace tir::cuda_c {

class CallPart : public FunctionPart {
public:
    virtual ~CallPart() = default;

    /// The text of the call, empty if lines were written instead; nothing for operations of other parts.
    virtual std::optional<std::string> operation(const Call& call) = 0;

protected:
    CallPart(FunctionContext& context, ExpressionWriter& expressions)
        : FunctionPart(context),
          m_expressions(expressions)
    {}

    std::string expr(const Expr& node) { return m_expressions.expr(node); }
    std::string callOf(const std::string& name, ExprList args) { return m_expressions.callOf(name, args); }

    ExpressionWriter& m_expressions;
};

} // namespace tir::cuda_c
