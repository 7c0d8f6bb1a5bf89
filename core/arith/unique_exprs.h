/// Expressions in which equal ones are the same node (hash consing): equality is a comparison of pointers,
/// and results about an expression can be cached under its address.
///
/// The nodes live in an arena of their own. `of` brings an expression in, `copyOut` brings a result back.

#pragma once

#include "core/arith/expr_children.h"
#include "core/ir/make.h"
#include "core/support/pointer_map.h"

#include <vector>

namespace tir::arith {

/// Whether a number is next to the ends of its type: at least half of the largest one, so that the sum of two such
/// numbers does not fit.
bool isExtreme(DType type, int64_t value);

class UniqueExprs {
public:
    /// Sound: `folded` keeps operations of floats with the constant zero, whose result depends on the other operand:
    /// x * 0 is NaN if x is infinite, and -0.0 + 0.0 is 0.0. It also keeps operations of integer constants whose overflow
    /// is undefined.
    explicit UniqueExprs(bool isSound = false) : m_isSound(isSound) {}

    /// The node of everything equal to `expr`. Variables are their own nodes. `expr` has to live as long as this: it is
    /// known by its address from now on.
    const Expr* of(const Expr* expr);
    /// For expressions that are made only to be brought in.
    Arena& arena() { return m_arena; }

    // Constructors; operands are unique nodes.
    const IntImm* number(DType type, int64_t value);
    const FloatImm* real(DType type, double value);
    /// A broadcast for vectors; a float constant for floats.
    const Expr* constant(DType type, int64_t value);
    const IntImm* boolean(bool value) { return number(Bool, value); }
    /// As it is written.
    const Expr* binary(BinaryOp op, const Expr* a, const Expr* b);
    /// Constants folded, with operands of the same type. A division by the constant zero is kept.
    const Expr* folded(BinaryOp op, const Expr* a, const Expr* b);
    /// The same with the operands brought to one type.
    const Expr* matched(BinaryOp op, const Expr* a, const Expr* b);
    /// Of a constant, a constant; of a ramp to integers, a ramp.
    const Expr* cast(DType type, const Expr* value);
    const Expr* negation(const Expr* condition); ///< as it is written
    const Expr* select(const Expr* condition, const Expr* whenTrue, const Expr* whenFalse);
    const Expr* ramp(const Expr* base, const Expr* stride, int lanes);
    const Expr* broadcast(const Expr* value, int lanes);
    /// `like` with a combiner of unique expressions, and those of its components that `isKept` selects.
    const Expr* reduce(const Reduce& like, const CommReducer& combiner, const std::vector<bool>& isKept);
    const Expr* call(const Call& like, std::initializer_list<const Expr*> args);

    /// The same kind of node with other children.
    const Expr* withChildren(const Expr* expr, ExprList children);

    /// Whether an extreme constant occurs in it. Sound mode leaves such an expression as it is: `x - c >= y` is not
    /// `x >= y + c` if the sum does not fit.
    bool hasExtremeConstant(const Expr* expr) const { return m_extreme.contains(expr); }

    /// `result`, a unique node, as an expression of `arena`. A subexpression that equals a part of `source`
    /// (not unique) is that part; the root keeps `source` as its origin.
    const Expr* copyOut(Arena& arena, const Expr* result, const Expr* source);

private:
    struct Slot {
        uint64_t hash = 0;
        const Expr* expr = nullptr;
    };

    const Expr* unique(const Expr& made, bool isTemporary);
    void grow();
    friend class Copier;

    bool m_isSound;
    Arena m_arena;
    PointerSet<CommReducer> m_ownCombiners;
    PointerSet<Expr> m_extreme;
    std::vector<Slot> m_slots;
    size_t m_size = 0;
    PointerMap<Expr, const Expr*> m_known;
    std::vector<const Expr*> m_children;
};

} // namespace tir::arith
