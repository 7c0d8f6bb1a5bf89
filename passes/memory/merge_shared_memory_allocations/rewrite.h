/// Sends every access of merged buffers to the merged allocation.

#pragma once

#include "passes/framework/pass_mutator.h"
#include "passes/memory/merge_shared_memory_allocations/plan.h"

#include <optional>

namespace tir::passes {

/// Rewrites accesses of the buffers in its plan. Other buffers belong to another launch, or are not shared.
class AccessRewriter : public PassMutator {
public:
    AccessRewriter(PassContext& context, SharedKind kind, Mode mode)
        : PassMutator(context),
          m_kind(kind),
          m_mode(mode)
    {}

protected:
    /// Whether accesses of `data` are rewritten here.
    virtual bool isMerged(const Var* data) const = 0;

    void use(const MergePlan* plan, const Var* merged)
    {
        m_plan = plan;
        m_merged = merged;
    }
    SharedKind kind() const { return m_kind; }
    Mode mode() const { return m_mode; }
    bool sawVolatile() const { return m_sawVolatile; }
    void forgetVolatile() { m_sawVolatile = false; }
    const Var* makeMergedVar();
    const AllocBuffer* makeMergedAllocation(const AttrStmt& launch) const;
    const Expr* visit(const BufferLoad& load) override;
    const Expr* visit(const Call& call) override;
    const Expr* visit(const Var& var) override;
    const Stmt* visit(const AllocBuffer& alloc) override;
    const Stmt* visit(const BufferStore& store) override;
    const Stmt* visit(const DeclBuffer& decl) override;
    const Buffer* mutateBufferUse(const Buffer* buffer) override;
    using Mutator::visit;

private:
    const Expr* visitAccessPointer(const Call& call);
    const Expr* visitAsyncCopy(const Call& call);
    const Expr* sourceOfCopy(const Expr* argument);
    /// The indices as they are rewritten below, and with the shift.
    ExprList shifted(ExprList indices, const Buffer& buffer, const Node& access);
    const Expr* elementShift(const Var* data, DType element, const Node& access);

    SharedKind m_kind;
    Mode m_mode;
    const MergePlan* m_plan = nullptr;
    const Var* m_merged = nullptr;
    bool m_sawVolatile = false;
    PointerMap<Buffer, const Buffer*> m_redirected; ///< copies over m_merged
};

} // namespace tir::passes
