/// Accesses of the memory that several threads see, for the plan where threads in lockstep wait.

#pragma once

#include "core/codegen/llvm_ir/thread_reductions.h"
#include "core/ir/visitor.h"

#include <map>
#include <optional>
#include <unordered_map>

namespace tir::llvm_ir {

/// How one buffer is accessed in a part of a kernel.
struct SharedAccess {
    uint8_t how = 0;
    /// The indices, if all accesses have the same.
    std::optional<ExprList> indices;
    DType element; ///< equal indices of elements of another type are other bytes
    /// The block that reduces into the buffer across threads, if all accesses are in it.
    const SBlock* reduction = nullptr;
    /// The condition that keeps some of the threads from these accesses; null if there is none.
    const Expr* guard = nullptr;
};
/// By data variable.
using SharedAccesses = std::map<const Var*, SharedAccess>;

/// Equal, or both null.
bool isSame(const Expr* a, const Expr* b);
/// Joins what is known of the buffers with more accesses of them.
void add(SharedAccesses& all, const SharedAccesses& more);
/// Whether threads must have made the one accesses before any makes the others.
bool conflict(const SharedAccesses& left, const SharedAccesses& right);

/// The accesses of an expression, or of a statement without nested statements.
class AccessCollector : public Visitor {
public:
    AccessCollector(const std::unordered_map<const Var*, const Var*>& aliases,
                    const ThreadReductions& reductions, const SBlock* reduction)
        : m_aliases(aliases),
          m_reductions(reductions),
          m_reduction(reduction)
    {}

    SharedAccesses result;

protected:
    void visit(const BufferLoad& node) override;
    void visit(const BufferStore& node) override;
    void visit(const Call& node) override;
    void visit(const Var& node) override;

private:
    void note(const Buffer& buffer, uint8_t how, std::optional<ExprList> indices);
    void note(const Var& var, uint8_t how, std::optional<ExprList> indices, DType element = {});

    const std::unordered_map<const Var*, const Var*>& m_aliases;
    const ThreadReductions& m_reductions;
    const SBlock* m_reduction; ///< around the current statement; null if there is none
};

} // namespace tir::llvm_ir
