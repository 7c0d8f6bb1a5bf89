/// Statements. Loops that a machine may spread (parallel, vectorized) run one iteration after the other: their
/// meaning is the same, or the loop is refused; memory checks find iterations of parallel loops that conflict.

#pragma once

#include "core/codegen/llvm_ir/function/function_part.h"

namespace tir::llvm_ir {

class Accesses;
class AllReduce;
class Allocations;
class Bindings;
class Blocks;
class ControlFlow;
class Copies;
class Coroutine;
class Expressions;
class Failures;
class Launches;
class MemoryChecks;
class Platform;
class Pointers;
class ThreadAxes;
class VirtualThreads;

class Statements : public FunctionPart {
public:
    Statements(FunctionContext& context, Platform& platform, Bindings& bindings, Failures& failures,
               MemoryChecks& checks, Expressions& expressions, ControlFlow& control, Pointers& pointers,
               Copies& copies, Accesses& accesses, Allocations& allocations, Blocks& blocks,
               VirtualThreads& virtualThreads, ThreadAxes& axes, Launches& launches, Coroutine& coroutine,
               AllReduce& allReduce)
        : FunctionPart(context),
          m_platform(platform),
          m_bindings(bindings),
          m_failures(failures),
          m_checks(checks),
          m_expressions(expressions),
          m_control(control),
          m_pointers(pointers),
          m_copies(copies),
          m_accesses(accesses),
          m_allocations(allocations),
          m_blocks(blocks),
          m_virtualThreads(virtualThreads),
          m_axes(axes),
          m_launches(launches),
          m_coroutine(coroutine),
          m_allReduce(allReduce)
    {}

    void emit(const Stmt& stmt);
    void emitAlone(const Stmt& stmt);
    void emitScope(const Stmt& body);
    void emitLoop(const Var* var, Value* min, Value* extent, Value* step, const Stmt& body,
                  bool isParallel = false);

private:
    void emitSequence(const SeqStmt& sequence);
    void emitAttr(const AttrStmt& node);
    void emitFor(const For& node);
    void emitWhile(const While& node);
    void emitIf(const IfThenElse& node);
    void emitAssert(const AssertStmt& node);

    Platform& m_platform;
    Bindings& m_bindings;
    Failures& m_failures;
    MemoryChecks& m_checks;
    Expressions& m_expressions;
    ControlFlow& m_control;
    Pointers& m_pointers;
    Copies& m_copies;
    Accesses& m_accesses;
    Allocations& m_allocations;
    Blocks& m_blocks;
    VirtualThreads& m_virtualThreads;
    ThreadAxes& m_axes;
    Launches& m_launches;
    Coroutine& m_coroutine;
    AllReduce& m_allReduce;
};

} // namespace tir::llvm_ir
