/// One buffer that a warp shares, and its accesses. Element i belongs to thread (i / m) mod W of the warp,
/// where W is the number of threads and m how many neighbors each of them stores.

#pragma once

#include "core/arith/analyzer.h"
#include "core/arith/linear_expr.h"
#include "core/ir/mutator.h"
#include "passes/framework/first_error.h"
#include "passes/framework/pass.h"

#include <optional>

namespace tir::passes {

class WarpAccess : public Mutator, public FirstError {
public:
    /// `keepsShapes`: as in TVM, accesses go through a buffer that is declared nowhere and has the size of the
    /// whole warp's memory.
    WarpAccess(Arena& arena, const Buffer& buffer, const Var& lane, int64_t width, int64_t warpSize,
               bool keepsShapes);

    /// The allocation of registers with the region over them; null when an access does not fit, see error().
    const Stmt* lower(const AllocBuffer& alloc, const Stmt& region);

    int64_t localSize() const { return m_groups * m_neighbors; }
    int shuffles() const { return m_shuffles; }

private:
    /// An index, taken apart.
    struct Place {
        const Expr* local; ///< among the registers of the thread
        const Expr* lane;  ///< whose registers
    };

    using Mutator::visit;
    const Expr* visit(const BufferLoad& load) override;
    const Expr* visit(const Call& call) override;
    const Stmt* visit(const BufferStore& store) override;
    const Stmt* visit(const AttrStmt& attr) override;
    const Stmt* visit(const For& loop) override;
    const Buffer* mutateBufferDef(const Buffer* buffer) override;
    const Buffer* mutateBufferUse(const Buffer* buffer) override;
    const Expr* visit(const Var& var) override;

    bool isOurs(const Buffer& buffer) const { return buffer.data == m_buffer.data; }
    /// How many adjacent elements a thread stores, derived from the index of one of its stores; 0 if that is not known.
    int64_t neighborsIn(const Expr& index) const;
    void findNeighbors(const Stmt& region);
    Place placeOf(const Expr* index);
    Place scalarPlace(const Expr& index);
    const Expr* quotient(const LinearExpr& form, int64_t divisor);
    const Expr* rest(const LinearExpr& form, int64_t divisor);
    std::pair<LinearExpr, LinearExpr> divided(const LinearExpr& form, int64_t divisor) const;
    bool liesWithin(const LinearExpr& form, int64_t size);
    bool isOwnLane(const Expr& lane) const;
    void refuse(std::string message, const Node& node);

    const Buffer& m_buffer;
    const Var& m_lane;
    int64_t m_width;
    int64_t m_warpSize;
    bool m_keepsShapes;
    int64_t m_neighbors = 0;
    int64_t m_groups = 1; ///< how many times the buffer contains the elements of a whole warp
    const Var* m_local = nullptr;
    PointerMap<Buffer, const Buffer*> m_accessed; ///< with m_keepsShapes
    int m_shuffles = 0;
    arith::Analyzer m_analyzer{arena()};
};

} // namespace tir::passes
