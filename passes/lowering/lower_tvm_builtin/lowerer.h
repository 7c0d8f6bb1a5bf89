/// The rewriting of lower_tvm_builtin. A *frame* is a body with separate stack memory: that of the function, and that
/// of every parallel loop. Calls use slots of it while their statement runs.

#pragma once

#include "core/ir/packed_fields.h"
#include "passes/framework/pass_mutator.h"

#include <string>
#include <utility>

namespace tir::passes {

class BuiltinLowerer : public PassMutator {
public:
    using PassMutator::PassMutator;

    /// `body` with its builtins lowered and the stack memory that they take at its head.
    const Stmt* lowerFrame(const Stmt* body);

private:
    /// How much of each kind of stack memory is taken.
    struct Sizes {
        int64_t values = 0; ///< packed values: arguments and return slots
        int64_t arrays = 0; ///< tensor descriptions
        int64_t extents = 0;
    };
    struct Frame {
        Sizes now;
        Sizes most;
        const Var* values = nullptr;
        const Var* arrays = nullptr;
        Buffer* extents = nullptr; ///< gets its size when the frame is complete
    };

    // Every statement may need others in front of it.
#define TIR_STMT(Name)                           \
    const Stmt* visit(const Name& node) override \
    {                                            \
        return withPreparation(node);            \
    }
#include "core/ir/node_list.def"
    const Expr* visit(const Call& call) override;

    template <class T>
    const Stmt* withPreparation(const T& node)
    {
        // A member of a sequence leaves its cleanup to the end of the sequence.
        const bool isMember = std::exchange(m_nextIsMember, false);
        std::vector<const Stmt*> statements;
        std::vector<const Stmt*> cleanup;
        statements.swap(m_preparation);
        if (!isMember)
            cleanup.swap(m_cleanup);
        const Stmt* made = lower(node);
        statements.swap(m_preparation);
        statements.push_back(made);
        if (!isMember) {
            cleanup.swap(m_cleanup);
            statements.insert(statements.end(), cleanup.rbegin(), cleanup.rend());
        }
        return statements.size() == 1 ? made : sequence(arena(), statements);
    }
    template <class T>
    const Stmt* lower(const T& node)
    {
        return Mutator::visit(node);
    }
    const Stmt* lower(const AllocBuffer& alloc);
    const Stmt* lower(const AttrStmt& attr);
    const Stmt* lower(const Bind& bind);
    const Stmt* lower(const For& loop);
    const Stmt* lower(const SeqStmt& statements);

    // ---- allocations
    bool staysOnStack(const AllocBuffer& alloc);
    const Stmt* allocateWorkspace(const AllocBuffer& alloc);
    const Stmt* allocateWithScope(const Bind& bind, const Call& call);
    const Stmt* throwIf(const Expr* condition);

    // ---- calls (lower_tvm_builtin_calls.cpp)
    const Expr* packedCall(const Call& call, size_t nameAt, OpId loweredOp);
    const Expr* tracedCall(const Call& call);
    const Expr* callIntoList(const Call& call, OpId loweredOp);
    const Expr* makeShape(const Call& call);
    const Expr* makeArray(const Call& call);
    const Call* deviceApi(const Call& call, std::string_view method, size_t argumentCount);
    void setArgument(const Expr* argument, int64_t slot, const Call& call);
    void setValue(int64_t slot, const Expr* value);
    void set(const Var* stack, int64_t index, StructField field, const Expr* value);
    void setTypeIndex(int64_t slot, TypeIndex kind);
    const Stmt* setStatement(const Var* stack, int64_t index, StructField field, const Expr* value);
    const Expr* nullHandle();
    std::string deviceApiName(std::string_view method, const Node& asking);

    Frame& frame()
    {
        return m_frames.back();
    }
    void grow();
    const Expr* refuse(std::string message, const Node& node);

    std::vector<Frame> m_frames;
    std::vector<const Stmt*> m_preparation; ///< runs before the statement being lowered
    std::vector<const Stmt*> m_cleanup;     ///< runs, the last first, at the end of the body being lowered
    bool m_nextIsMember = false;            ///< of a sequence
    const Expr* m_deviceType = nullptr;
    const Expr* m_deviceId = nullptr;
};

} // namespace tir::passes
