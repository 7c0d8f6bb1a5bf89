/// Where the threads of a block wait for each other when they run in lockstep: before ThreadSync has inserted the
/// barriers, a statement means that all threads complete it before the next one starts. This is observable only at
/// writes to memory that several threads see, so they wait only there. They do not wait between accesses at the same
/// indices: each thread accesses its own element, and a reduction that several threads compute redundantly restarts
/// in each. They do wait for an element that only some of them write, such as the one of a row.

#pragma once

#include "core/codegen/llvm_ir/thread_reductions.h"
#include "core/ir/module.h"

#include <unordered_set>

namespace tir::llvm_ir {

class LockstepPlan {
public:
    /// Runs without lockstep.
    LockstepPlan() = default;
    /// For the body of a kernel, functions of the module that it calls included.
    LockstepPlan(const Stmt& body, const Module& module, const ThreadReductions& reductions);

    bool isEmpty() const { return m_before.empty() && m_inHead.empty(); }
    /// The threads wait before the statement.
    bool isBefore(const Stmt& stmt) const { return m_before.contains(&stmt); }
    /// They wait before the condition of the loop is computed again.
    bool isInHead(const While& loop) const { return m_inHead.contains(&loop); }

private:
    friend class LockstepPlanner;
    std::unordered_set<const Stmt*> m_before;
    std::unordered_set<const Stmt*> m_inHead;
};

} // namespace tir::llvm_ir
