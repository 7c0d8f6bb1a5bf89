/// printf of a kernel: what it prints goes to the standard error of the process that runs it. Its format says
/// how wide every value is, so values are made what the format takes them for; what cannot be is refused.

#pragma once

#include "core/codegen/llvm_ir/function/call_part.h"

namespace tir::llvm_ir {

class Expressions;

class Printing : public CallPart {
public:
    Printing(FunctionContext& context, Expressions& expressions)
        : CallPart(context),
          m_expressions(expressions)
    {}

    std::optional<Value*> emitOperation(const Call& call) override;

private:
    Value* emitPrint(const Call& call);

    Expressions& m_expressions;
};

} // namespace tir::llvm_ir
