#include "core/analysis/warp_barriers.h"

#include "core/analysis/calls.h"
#include "core/ir/contains.h"
#include "core/ir/visitor.h"

#include <vector>

namespace tir {
namespace {

/// Whether the result is the same for all lanes if the arguments are.
bool keepsUniform(const Call& call)
{
    if (!call.op || (call.op->effect != CallEffect::Pure && call.op->effect != CallEffect::ExprAnnotation))
        return false;
    switch (call.opId()) {
    case OpId::call_llvm_pure_intrin: // may read the index of the thread
    case OpId::call_pure_extern:
    case OpId::call_spirv_pure_glsl450:
    case OpId::cuda_activemask:
    case OpId::cuda_thread_rank:
    case OpId::ptx_fetch_register:
    case OpId::ptx_ldg32: // reads memory
        return false;
    default:
        return true;
    }
}

/// Visits every function of a module, and again those about which a fact is added: calls carry facts from one function
/// to another. Facts are only added, so the order of the visits does not matter.
class DivergenceFinder : public Visitor {
public:
    explicit DivergenceFinder(const Module& module) : m_module(module) {}

    std::unordered_set<const Call*> find()
    {
        for (const ModuleEntry& entry : m_module.functions)
            if (const auto* function = as<PrimFunc>(entry.function))
                m_pending.insert(function);
        while (!m_pending.empty()) {
            m_function = *m_pending.begin();
            m_pending.erase(m_pending.begin());
            m_conditions = m_partlyCalled.contains(m_function) ? 1 : 0;
            Visitor::visit(m_function->body, Role::Scope);
        }
        return std::move(m_divergent);
    }

protected:
    void visit(const AttrStmt& node) override
    {
        const IterVar* axis = node.iterVar();
        if (axis && axis->threadTag.starts_with("threadIdx."))
            add(m_differing, axis->var, m_function);
        visitChildren(node);
    }

    void visit(const ScopeIdDef& node) override
    {
        for (const Var* id : node.defIds) // of a thread, perhaps
            add(m_differing, id, m_function);
        visitChildren(node);
    }

    void visit(const Bind& node) override { define(node.var, *node.value, node); }
    void visit(const Let& node) override { define(node.var, *node.value, node); }

    void visit(const For& node) override
    {
        const bool isStepDifferent = node.step && mayDiffer(*node.step);
        const bool isLengthDifferent = mayDiffer(*node.extent) || isStepDifferent;
        const bool isOverThreads =
            node.threadBinding && node.threadBinding->threadTag.starts_with("threadIdx.");
        if (isOverThreads || isStepDifferent || mayDiffer(*node.min))
            add(m_differing, node.loopVar, m_function);
        visitLoop(node, isLengthDifferent);
    }
    void visit(const While& node) override { visitLoop(node, mayDiffer(*node.condition)); }

    void visit(const IfThenElse& node) override { visitBranches(node, *node.condition); }
    void visit(const Select& node) override { visitBranches(node, *node.condition); }
    void visit(const Binary& node) override
    {
        if (node.op == BinaryOp::And || node.op == BinaryOp::Or) // C may skip the second operand
            visitBranches(node, *node.a);
        else
            visitChildren(node);
    }

    void visit(const Break&) override { leaveLoop(); }
    void visit(const Continue&) override { leaveLoop(); }

    void visit(const Call& call) override
    {
        const bool isPartial = m_conditions > 0;
        if (isPartial && isWarpBarrier(call))
            m_divergent.insert(&call);
        if (call.isOp(OpId::break_loop) || call.isOp(OpId::continue_loop))
            leaveLoop();
        // What ends a kernel ends its thread, and no barrier waits for threads that have ended.
        const bool isReturn = call.isOp(OpId::ret) || call.isOp(OpId::thread_return);
        if (isPartial && isReturn && m_called.contains(m_function))
            add(m_partlyCalled, m_function, m_function);
        if (const ModuleEntry* entry = calledFunction(call, m_module))
            if (const auto* callee = as<PrimFunc>(entry->function))
                passArguments(call, *callee);
        if (call.isOp(OpId::if_then_else) && !call.args.empty())
            visitBranches(call, *call.args[0]);
        else
            visitChildren(call);
    }

private:
    /// Adds a fact about `function`.
    template <class Item>
    void add(std::unordered_set<const Item*>& set, const Item* item, const PrimFunc* function)
    {
        if (set.insert(item).second)
            m_pending.insert(function);
    }

    bool mayDiffer(const Node& value) const
    {
        if (value.kind == NodeKind::BufferLoad)
            return true;
        if (const auto* var = as<Var>(&value))
            return m_differing.contains(var);
        if (const auto* call = as<Call>(&value)) {
            if (call->isOp(OpId::tvm_thread_invariant))
                return false;
            if (!keepsUniform(*call))
                return true;
        }
        bool found = false;
        forEachChild(value, Role::Value, [&](const Node& child, Role) { found = found || mayDiffer(child); });
        return found;
    }

    void define(const Var* var, const Expr& value, const Node& node)
    {
        if (mayDiffer(value))
            add(m_differing, var, m_function);
        visitChildren(node);
    }

    /// `condition`, the first child, decides which of the others are executed.
    void visitBranches(const Node& node, const Expr& condition)
    {
        const int outside = m_conditions;
        forEachChild(node, role(), [&](const Node& child, Role childRole) {
            Visitor::visit(&child, childRole);
            if (&child == &condition)
                m_conditions = outside + (mayDiffer(condition) ? 1 : 0);
        });
        m_conditions = outside;
    }

    void visitLoop(const Stmt& loop, bool isLengthDifferent)
    {
        const int outside = m_conditions;
        m_conditions += isLengthDifferent || m_leftEarly.contains(&loop) ? 1 : 0;
        m_loops.push_back({&loop, m_conditions});
        visitChildren(loop);
        m_loops.pop_back();
        m_conditions = outside;
    }

    /// Lanes that leave a loop, or an iteration, do not reach the rest of it.
    void leaveLoop()
    {
        if (!m_loops.empty() && m_conditions > m_loops.back().conditions)
            add(m_leftEarly, m_loops.back().loop, m_function);
    }

    void passArguments(const Call& call, const PrimFunc& callee)
    {
        if (callingConv(callee) == CallingConv::DeviceKernelLaunch) // all threads of a launch start
            return;
        add(m_called, &callee, &callee);
        if (m_conditions > 0)
            add(m_partlyCalled, &callee, &callee);
        const ExprList args = call.function ? call.args : call.args.subspan(1);
        for (size_t index = 0; index < args.size() && index < callee.params.size(); ++index)
            if (mayDiffer(*args[index]))
                add(m_differing, callee.params[index], &callee);
    }

    struct Loop {
        const Stmt* loop;
        int conditions; ///< around its body
    };

    const Module& m_module;
    std::unordered_set<const PrimFunc*> m_pending; ///< to visit
    const PrimFunc* m_function = nullptr;          ///< that is visited
    int m_conditions = 0;                          ///< around what is visited, which may differ between lanes
    std::vector<Loop> m_loops;
    std::unordered_set<const Var*> m_differing;
    std::unordered_set<const Stmt*> m_leftEarly; ///< loops that some lanes may leave before others
    std::unordered_set<const PrimFunc*> m_called;
    std::unordered_set<const PrimFunc*> m_partlyCalled; ///< some lanes may not execute all of them
    std::unordered_set<const Call*> m_divergent;
};

} // namespace

bool isWarpBarrier(const Call& call)
{
    if (call.isOp(OpId::tvm_storage_sync)) {
        const auto* scope = call.args.empty() ? nullptr : as<StringImm>(call.args[0]);
        return scope && scope->value == "warp";
    }
    if (call.isOp(OpId::cuda_warp_sync))
        return call.args.empty();
    return externName(call) == "__syncwarp" && call.args.size() == 1;
}

std::unordered_set<const Call*> divergentWarpBarriers(const Module& module)
{
    const bool hasBarrier = contains(module, [](const Node& node) {
        const auto* call = as<Call>(&node);
        return call && isWarpBarrier(*call);
    });
    return hasBarrier ? DivergenceFinder(module).find() : std::unordered_set<const Call*>();
}

} // namespace tir
