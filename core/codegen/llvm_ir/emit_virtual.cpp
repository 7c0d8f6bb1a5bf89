// Virtual threads with a barrier inside. InjectVirtualThread makes one thread of them: it does each statement
// for all of them, and leaves what is the same for all, a barrier among it, once. So they take turns here: a
// statement without a barrier is emitted for one virtual thread after the other, each with its own variables
// and allocations; one with a barrier in it is emitted once, and its parts in turns.

#include "core/codegen/llvm_ir/function_emitter.h"
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

bool FunctionEmitter::waitsInside(const Stmt& stmt) const
{
    return m_isCoroutine && (cooperation(stmt, m_module.module()).hasBarriers ||
                             (!m_lockstep.isEmpty() && hasStepInside(stmt, m_lockstep)));
}

/// `node` defines `var`. `min`: of `var`; null: 0.
void FunctionEmitter::emitVirtualThreads(const Stmt& node, const Var& var, const Expr* min, const Expr& count,
                                         const Stmt& body)
{
    if (m_side == Side::Host && hasThreadAxes(body)) {
        notePart(ProgramPart::Kind::Launch, node);
        return emitLaunch(node, m_function->getName().str() + "_launch", {}, nullptr);
    }
    llvm::Type* type = valueType(var.dtype);
    Value* first = min ? emitAs(*min, var.dtype) : llvm::ConstantInt::get(type, 0);
    if (waitsInside(body))
        return emitInTurns(node, var, first, count, body);
    emitLoop(&var, first, emitAs(count, var.dtype), llvm::ConstantInt::get(type, 1), body);
}

void FunctionEmitter::emitInTurns(const Stmt& node, const Var& var, Value* first, const Expr& extent,
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
    const std::vector<VirtualThread> outer = m_turns;
    std::vector<VirtualThread> turns;
    for (const VirtualThread& around : outer.empty() ? std::vector<VirtualThread>(1) : outer)
        for (int64_t number = 0; number < count->value; ++number) {
            turns.push_back(around);
            turns.back()[&var] = {
                m_builder->CreateAdd(first, llvm::ConstantInt::get(valueType(var.dtype), uint64_t(number)))};
        }
    m_turns = std::move(turns);
    emitScope(body);
    m_turns = outer;
}

void FunctionEmitter::emitForTurns(const Stmt& stmt)
{
    if (waitsInside(stmt)) {
        const std::vector<VirtualThread> outer = m_turns; // what a body defines ends with it
        emitAlone(stmt);
        m_turns = outer;
        return;
    }
    emitForEach([&] { emitAlone(stmt); });
}

/// For every virtual thread that takes turns; once where there are none.
void FunctionEmitter::emitForEach(const std::function<void()>& piece)
{
    if (m_turns.empty())
        return piece();
    for (VirtualThread& turn : m_turns)
        emitTurn(turn, piece);
}

/// For one virtual thread, which keeps what the piece defines.
void FunctionEmitter::emitTurn(VirtualThread& turn, const std::function<void()>& piece)
{
    const size_t mark = enterScope();
    for (const auto& [var, binding] : turn)
        define(var, binding);
    std::vector<VirtualThread> all = std::exchange(m_turns, {});
    piece();
    m_turns = std::move(all);

    std::vector<Undo> releases; // when the scope around ends
    for (size_t at = mark; at < m_undo.size(); ++at) {
        if (m_undo[at].var)
            turn[m_undo[at].var] = *findBinding(m_undo[at].var);
        if (m_undo[at].release)
            releases.push_back({nullptr, {}, std::exchange(m_undo[at].release, nullptr)});
    }
    leaveScope(mark);
    m_undo.insert(m_undo.end(), releases.begin(), releases.end());
}

bool FunctionEmitter::isOfOneVirtualThread(const Var& var) const
{
    return std::any_of(m_turns.begin(), m_turns.end(),
                       [&](const VirtualThread& turn) { return turn.contains(&var); });
}

} // namespace tir::llvm_ir
