#include "core/codegen/llvm_ir/function/virtual_threads.h"

#include "core/codegen/llvm_ir/function/bindings.h"
#include "core/codegen/llvm_ir/function/coroutine.h"
#include "core/codegen/llvm_ir/function/expressions.h"
#include "core/codegen/llvm_ir/function/launches.h"
#include "core/codegen/llvm_ir/function/memory_checks.h"
#include "core/codegen/llvm_ir/function/statements.h"
#include "core/ir/visitor.h"

#include <llvm/IR/IRBuilder.h>

#include <algorithm>
#include <utility>

namespace tir::llvm_ir {
namespace {

/// Each has its own copy of the code.
constexpr int64_t MaxVirtualThreads = 64;

/// Whether the threads of a block wait for each other before a statement inside of the node.
bool hasStepInside(const Node& node, const LockstepPlan& plan)
{
    bool found = false;
    forEachChild(node, Role::Scope, [&](const Node& child, Role) {
        const auto* loop = as<While>(&child);
        const bool isStep = child.isStmt() && plan.isBefore(static_cast<const Stmt&>(child));
        found = found || isStep || (loop && plan.isInHead(*loop)) || hasStepInside(child, plan);
    });
    return found;
}

} // namespace

bool VirtualThreads::waitsInside(const Stmt& stmt) const
{
    const LockstepPlan& lockstep = m_coroutine.lockstep();
    return m_coroutine.isUsed() && (cooperation(stmt, m_module.module()).hasBarriers ||
                                    (!lockstep.isEmpty() && hasStepInside(stmt, lockstep)));
}

/// `node` defines `var`. `min`: of `var`; null: 0.
void VirtualThreads::emitVirtualThreads(const Stmt& node, const Var& var, const Expr* min, const Expr& count,
                                        const Stmt& body)
{
    if (m_context.side == Side::Host && hasThreadAxes(body)) {
        m_checks.notePart(ProgramPart::Kind::Launch, node);
        return m_launches.emitLaunch(node, m_context.function->getName().str() + "_launch", {}, nullptr);
    }
    llvm::Type* type = valueType(var.dtype);
    Value* first = min ? m_expressions.emitAs(*min, var.dtype) : llvm::ConstantInt::get(type, 0);
    if (waitsInside(body))
        return emitInTurns(node, var, first, count, body);
    m_statements.emitLoop(&var, first, m_expressions.emitAs(count, var.dtype),
                          llvm::ConstantInt::get(type, 1), body);
}

void VirtualThreads::emitInTurns(const Stmt& node, const Var& var, Value* first, const Expr& extent,
                                 const Stmt& body)
{
    const auto* count = as<IntImm>(&extent);
    if (!count || count->value > MaxVirtualThreads) {
        refuse(node,
               "virtual threads with a barrier inside need a constant number of them, at most " +
                   std::to_string(MaxVirtualThreads),
               Void);
        return;
    }
    const std::vector<Variables> outer = m_turns;
    std::vector<Variables> turns;
    for (const Variables& around : outer.empty() ? std::vector<Variables>(1) : outer)
        for (int64_t number = 0; number < count->value; ++number) {
            turns.push_back(around);
            turns.back()[&var] = {
                m_builder.CreateAdd(first, llvm::ConstantInt::get(valueType(var.dtype), uint64_t(number)))};
        }
    m_turns = std::move(turns);
    m_statements.emitScope(body);
    m_turns = outer;
}

void VirtualThreads::emitForTurns(const Stmt& stmt)
{
    if (waitsInside(stmt)) {
        const std::vector<Variables> outer = m_turns; // definitions of a body end with it
        m_statements.emitAlone(stmt);
        m_turns = outer;
        return;
    }
    emitForEach([&] { m_statements.emitAlone(stmt); });
}

/// For every interleaved virtual thread; once if there are none.
void VirtualThreads::emitForEach(const std::function<void()>& piece)
{
    if (m_turns.empty())
        return piece();
    for (Variables& turn : m_turns)
        emitTurn(turn, piece);
}

/// For one virtual thread, which keeps the definitions of the piece.
void VirtualThreads::emitTurn(Variables& turn, const std::function<void()>& piece)
{
    const size_t mark = m_bindings.enterScope();
    for (const auto& [var, binding] : turn)
        m_bindings.define(var, binding);
    std::vector<Variables> all = std::exchange(m_turns, {});
    piece();
    m_turns = std::move(all);

    m_bindings.leaveTurn(mark, turn);
}

bool VirtualThreads::isOfOneVirtualThread(const Var& var) const
{
    return std::any_of(m_turns.begin(), m_turns.end(),
                       [&](const Variables& turn) { return turn.contains(&var); });
}

} // namespace tir::llvm_ir
