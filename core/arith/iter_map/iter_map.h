/// Index expressions as maps of iterators: sums of splits `((mark // lower) % extent) * scale`, where a mark is a
/// variable or a sum that is used as one iterator. The form shows which indices are independent, which values they
/// cover, and how to invert them.

#pragma once

#include "core/arith/int_set.h"

#include <memory>
#include <string>
#include <vector>

namespace tir::arith {

struct IterMark;

/// ((source // lower) % extent) * scale
struct IterSplit {
    std::shared_ptr<const IterMark> source;
    const Expr* lower;
    const Expr* extent;
    const Expr* scale;
};

struct IterSum {
    std::vector<IterSplit> args;
    const Expr* base;
};

/// An iterator from 0 to extent - 1. Marks are compared by identity.
struct IterMark {
    const Expr* expr = nullptr; ///< a variable, or a variable minus its first value; null for a sum
    IterSum sum = {};
    const Expr* extent = nullptr;
};

enum class IterMapLevel : uint8_t {
    Bijective,  ///< distinct combinations of iterators have distinct indices, and the indices have no gaps
    Surjective, ///< the indices are independent and cover the extents of their form
    NoCheck,    ///< only the form is wanted
};

struct IterMap {
    std::vector<IterSum> indices; ///< empty if there is no such map
    std::string error;            ///< why there is no map
    /// Holds where an index is only there because an extent was rounded up; the constant false without
    /// rounding.
    const Expr* paddingPredicate = nullptr;

    explicit operator bool() const { return error.empty(); }
};

struct IterMapOptions {
    const Expr* predicate = nullptr; ///< holds wherever the indices are used; null: always true
    IterMapLevel level = IterMapLevel::Surjective;
    bool simplifyTrivialIterators = true; ///< variables of one value become that value
};

/// The map of all indices together: they share marks, and must be independent of each other. No range of
/// `domains` mentions a variable of another one.
IterMap detectIterMap(Analyzer& analyzer, ExprList indices, const VarRanges& domains,
                      const IterMapOptions& options = {});

/// The indices written through their map: parts of one source meet. The indices as they are when no map is
/// found, also not without the predicate.
std::vector<const Expr*> iterMapSimplify(Analyzer& analyzer, ExprList indices, const VarRanges& domains,
                                         const IterMapOptions& options = {});

/// Only the structure of one index, without any check: terms with the largest constant factor first, then
/// those with the most symbolic factors.
IterSum normalizeToIterSum(Analyzer& analyzer, const Expr* index, const VarRanges& domains);

const Expr* toExpr(Analyzer& analyzer, const IterSum& sum);
const Expr* toExpr(Analyzer& analyzer, const IterSplit& split);

struct VarValue {
    const Var* var;
    const Expr* value;
};
/// The values of the variables for which a bijective map gives `outputs`, in the order in which the sums
/// mention them.
std::vector<VarValue> inverseAffineIterMap(Analyzer& analyzer, const std::vector<IterSum>& map,
                                           ExprList outputs);

} // namespace tir::arith
