/// printf of a kernel, which prints to the standard error of its process. Values are converted to the types in the
/// format; a value that cannot be converted is rejected.

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
