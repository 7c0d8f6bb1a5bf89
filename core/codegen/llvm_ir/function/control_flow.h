/// Control flow: loops with exits, the end of the function, conditional values.

#pragma once

#include "core/codegen/llvm_ir/function/call_part.h"

namespace tir::llvm_ir {

class Expressions;
class MemoryChecks;

/// The target of `ret` in the function being emitted; `result` may be null.
struct Return {
    llvm::BasicBlock* block = nullptr;
    llvm::Value* result = nullptr;
    DType dtype = Void;
};

class ControlFlow : public CallPart {
public:
    ControlFlow(FunctionContext& context, MemoryChecks& checks, Expressions& expressions)
        : CallPart(context),
          m_checks(checks),
          m_expressions(expressions)
    {}

    std::optional<Value*> emitOperation(const Call& call) override;

    struct Loop {
        llvm::BasicBlock* onBreak;
        llvm::BasicBlock* onContinue;
    };
    void enterLoop(Loop loop) { m_loops.push_back(loop); }
    void leaveLoop() { m_loops.pop_back(); }
    /// Leaves the innermost loop, or continues with its next iteration, for the statement `node`.
    void leaveIteration(const Node& node, bool isBreak);
    /// The number of statements so far that leave a loop, a function, or a thread.
    size_t jumps() const { return m_jumps; }

    void setReturn(Return target) { m_return = target; }
    const Return& returnTarget() const { return m_return; }
    /// The function ends with `value`; null where it falls off its end, which is zero. Precondition: it has a result.
    void noteReturned(Value* value);

    /// State of the caller that an inlined callee cannot leave.
    struct Caller {
        Return target;
        std::vector<Loop> loops;
    };
    Caller enterFunction(Return target);
    void leaveFunction(Caller caller);

private:
    Value* emitJump(const Call& call);
    Value* emitReturn(const Call& call);
    Value* emitIfThenElse(const Call& call);

    MemoryChecks& m_checks;
    Expressions& m_expressions;

    std::vector<Loop> m_loops; ///< outermost first
    size_t m_jumps = 0;
    Return m_return;
};

} // namespace tir::llvm_ir
