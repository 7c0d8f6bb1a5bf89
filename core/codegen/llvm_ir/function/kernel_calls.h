/// Launches of kernels by name: the body of the kernel is launched in place, with other variables in scope.

#pragma once

#include "core/codegen/llvm_ir/function/call_part.h"

namespace tir::llvm_ir {

class Bindings;
class Expressions;
class Fragments;
class Launches;
class MemoryChecks;
class PackedCalls;
struct ThreadReductions;

class KernelCalls : public CallPart {
public:
    KernelCalls(FunctionContext& context, ThreadReductions& reductions, Bindings& bindings,
                MemoryChecks& checks, Expressions& expressions, Launches& launches, Fragments& fragments,
                PackedCalls& packed)
        : CallPart(context),
          m_reductions(reductions),
          m_bindings(bindings),
          m_checks(checks),
          m_expressions(expressions),
          m_launches(launches),
          m_fragments(fragments),
          m_packed(packed)
    {}

    std::optional<Value*> emitOperation(const Call& call) override;

    std::vector<Value*> kernelArguments(const PrimFunc& kernel, std::string_view name, ExprList args);
    void emitKernelCall(const Call& call, const PrimFunc& kernel, std::string_view name,
                        const std::vector<Value*>& args, const std::vector<Value*>& launchArgs);

private:
    Value* emitPackedCall(const Call& call);
    const ModuleEntry* launchedKernel(const Call& call, std::string_view name);
    Value* emitLoweredPackedCall(const Call& call);

    ThreadReductions& m_reductions;
    Bindings& m_bindings;
    MemoryChecks& m_checks;
    Expressions& m_expressions;
    Launches& m_launches;
    Fragments& m_fragments;
    PackedCalls& m_packed;
};

} // namespace tir::llvm_ir
