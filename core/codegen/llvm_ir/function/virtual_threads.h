/// Virtual threads with a barrier inside. InjectVirtualThread turns them into one thread, which executes each statement
/// for all of them, and statements that are the same for all, such as barriers, once. Here they are interleaved: a
/// statement without a barrier is emitted for one virtual thread after the other, each with its own variables and
/// allocations; one that contains a barrier is emitted once, and its parts are interleaved.

#pragma once

#include "core/codegen/llvm_ir/function/binding.h"
#include "core/codegen/llvm_ir/function/function_part.h"

namespace tir::llvm_ir {

class Bindings;
class Coroutine;
class Expressions;
class Launches;
class MemoryChecks;
class Statements;

class VirtualThreads : public FunctionPart {
public:
    VirtualThreads(FunctionContext& context, Bindings& bindings, MemoryChecks& checks,
                   Expressions& expressions, Statements& statements, Launches& launches, Coroutine& coroutine)
        : FunctionPart(context),
          m_bindings(bindings),
          m_checks(checks),
          m_expressions(expressions),
          m_statements(statements),
          m_launches(launches),
          m_coroutine(coroutine)
    {}

    void emitVirtualThreads(const Stmt& node, const Var& var, const Expr* min, const Expr& count,
                            const Stmt& body);
    void emitForTurns(const Stmt& stmt);
    void emitForEach(const std::function<void()>& piece);
    bool isOfOneVirtualThread(const Var& var) const;

    /// Whether the current code is emitted for several virtual threads.
    bool takeTurns() const { return !m_turns.empty(); }
    std::vector<Variables> exchangeTurns(std::vector<Variables> turns)
    {
        return std::exchange(m_turns, std::move(turns));
    }

private:
    bool waitsInside(const Stmt& stmt) const;
    void emitInTurns(const Stmt& node, const Var& var, Value* first, const Expr& extent, const Stmt& body);
    void emitTurn(Variables& turn, const std::function<void()>& piece);

    Bindings& m_bindings;
    MemoryChecks& m_checks;
    Expressions& m_expressions;
    Statements& m_statements;
    Launches& m_launches;
    Coroutine& m_coroutine;

    std::vector<Variables> m_turns; ///< the definitions of each virtual thread, while they are interleaved
};

} // namespace tir::llvm_ir
