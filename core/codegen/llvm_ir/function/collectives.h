/// Operations of the threads of a warp or a block on the CPU: active lanes, votes, shuffles. Every thread publishes its
/// values in GpuThread, waits for the others, and reads theirs.

#pragma once

#include "core/codegen/llvm_ir/function/call_part.h"
#include "core/codegen/llvm_ir/scan.h"

namespace tir::llvm_ir {

class Conversions;
class Coroutine;
class Expressions;
class ValueForms;

class Collectives : public CallPart {
public:
    Collectives(FunctionContext& context, ValueForms& forms, Conversions& conversions,
                Expressions& expressions, Coroutine& coroutine)
        : CallPart(context),
          m_forms(forms),
          m_conversions(conversions),
          m_expressions(expressions),
          m_coroutine(coroutine)
    {}

    std::optional<Value*> emitOperation(const Call& call) override;

    Value* emitShuffle(const Call& call, const WarpShuffle& shuffle);

private:
    Value* emitActiveMask(const Call& call);
    Value* emitVote(const Call& call);

    ValueForms& m_forms;
    Conversions& m_conversions;
    Expressions& m_expressions;
    Coroutine& m_coroutine;
};

} // namespace tir::llvm_ir
