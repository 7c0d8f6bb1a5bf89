/// Whole functions: parameters, body, return.

#pragma once

#include "core/codegen/llvm_ir/function/function_part.h"

namespace tir::llvm_ir {

class Allocations;
class Bindings;
class ControlFlow;
class Conversions;
class Copies;
class Coroutine;
class Fragments;
class MemoryChecks;
class Platform;
class Statements;
class ThreadAxes;
struct ThreadLaunch;
struct ThreadReductions;
class ValueForms;

class FunctionBody : public FunctionPart {
public:
    FunctionBody(FunctionContext& context, Platform& platform, ThreadReductions& reductions,
                 Bindings& bindings, ValueForms& forms, Conversions& conversions, MemoryChecks& checks,
                 ControlFlow& control, Copies& copies, Allocations& allocations, Statements& statements,
                 ThreadAxes& axes, Coroutine& coroutine, Fragments& fragments)
        : FunctionPart(context),
          m_platform(platform),
          m_reductions(reductions),
          m_bindings(bindings),
          m_forms(forms),
          m_conversions(conversions),
          m_checks(checks),
          m_control(control),
          m_copies(copies),
          m_allocations(allocations),
          m_statements(statements),
          m_axes(axes),
          m_coroutine(coroutine),
          m_fragments(fragments)
    {}

    void emitFunction(const PrimFunc& function);
    void emitEntry(const PrimFunc& function, llvm::Function* callee);
    void emitThread(const Stmt& body, ThreadLaunch launch);
    void emitOutlined(const Stmt& body, const std::vector<const Var*>& params, const FunctionContext& site);

private:
    Platform& m_platform;
    ThreadReductions& m_reductions;
    Bindings& m_bindings;
    ValueForms& m_forms;
    Conversions& m_conversions;
    MemoryChecks& m_checks;
    ControlFlow& m_control;
    Copies& m_copies;
    Allocations& m_allocations;
    Statements& m_statements;
    ThreadAxes& m_axes;
    Coroutine& m_coroutine;
    Fragments& m_fragments;
};

} // namespace tir::llvm_ir
