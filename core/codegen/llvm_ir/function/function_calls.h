/// Calls of functions of the module: plain calls, calls in place, and launches of functions for another device.

#pragma once

#include "core/codegen/llvm_ir/function/function_part.h"

namespace tir::llvm_ir {

class Bindings;
class ControlFlow;
class Conversions;
class Copies;
class Coroutine;
class Expressions;
class KernelCalls;
class MemoryChecks;
class Platform;
class Statements;
class VirtualThreads;

class FunctionCalls : public FunctionPart {
public:
    FunctionCalls(FunctionContext& context, Platform& platform, Bindings& bindings, Conversions& conversions,
                  MemoryChecks& checks, Expressions& expressions, ControlFlow& control, Copies& copies,
                  Statements& statements, VirtualThreads& virtualThreads, KernelCalls& kernels,
                  Coroutine& coroutine)
        : FunctionPart(context),
          m_platform(platform),
          m_bindings(bindings),
          m_conversions(conversions),
          m_checks(checks),
          m_expressions(expressions),
          m_control(control),
          m_copies(copies),
          m_statements(statements),
          m_virtualThreads(virtualThreads),
          m_kernels(kernels),
          m_coroutine(coroutine)
    {}

    bool hasParametersOf(const Call& call, const ModuleEntry& callee);
    Value* emitDirectCall(const Call& call, const ModuleEntry& callee, std::vector<Value*> args);
    Value* emitFunctionCall(const Call& call, const ModuleEntry& callee);

private:
    bool isOfOtherDevice(const PrimFunc& callee) const;
    bool isLaunchable(const Call& call, const PrimFunc& callee, const std::string& name);
    Value* emitInlined(const Call& call, const PrimFunc& callee);

    Platform& m_platform;
    Bindings& m_bindings;
    Conversions& m_conversions;
    MemoryChecks& m_checks;
    Expressions& m_expressions;
    ControlFlow& m_control;
    Copies& m_copies;
    Statements& m_statements;
    VirtualThreads& m_virtualThreads;
    KernelCalls& m_kernels;
    Coroutine& m_coroutine;

    std::vector<const PrimFunc*> m_inlining; ///< callees being emitted in place, outermost first
};

} // namespace tir::llvm_ir
