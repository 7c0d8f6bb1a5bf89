/// Calls: finds the part that emits the operation. An operation that no part supports is rejected by its name.

#pragma once

#include "core/codegen/llvm_ir/function/call_part.h"

namespace tir::llvm_ir {

class Collectives;
class Coroutine;
class Expressions;
class Failures;
class FunctionCalls;
class Mathematics;
class Platform;

class Calls : public CallPart {
public:
    /// The first of `parts` that supports a call emits it, after the platform.
    Calls(FunctionContext& context, Platform& platform, Failures& failures, Expressions& expressions,
          Mathematics& mathematics, Coroutine& coroutine, Collectives& collectives, FunctionCalls& functions,
          std::vector<CallPart*> parts)
        : CallPart(context),
          m_platform(platform),
          m_failures(failures),
          m_expressions(expressions),
          m_mathematics(mathematics),
          m_coroutine(coroutine),
          m_collectives(collectives),
          m_functions(functions),
          m_parts(std::move(parts))
    {}

    Value* emitCall(const Call& call);
    /// Hints, and operations by the name of a function.
    std::optional<Value*> emitOperation(const Call& call) override;

private:
    Value* emitFirstArgument(const Call& call);
    Value* emitAssumption(const Call& call);
    Value* emitForeignCall(const Call& call);
    Value* emitLlvmIntrinsic(const Call& call);
    Value* emitWorkspaceCall(const Call& call);
    Value* emitLastError(const Call& call);

    Platform& m_platform;
    Failures& m_failures;
    Expressions& m_expressions;
    Mathematics& m_mathematics;
    Coroutine& m_coroutine;
    Collectives& m_collectives;
    FunctionCalls& m_functions;
    std::vector<CallPart*> m_parts;
};

} // namespace tir::llvm_ir
