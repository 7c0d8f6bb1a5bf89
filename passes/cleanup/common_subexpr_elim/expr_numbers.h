/// Numbers of expressions, by which CommonSubexprElim finds equal ones.

#pragma once

#include "core/ir/expr.h"
#include "core/support/pointer_map.h"

#include <array>
#include <unordered_map>

namespace tir::passes {

/// Numbers expressions: equal ones over the same variables have equal numbers.
class ExprNumbers {
public:
    /// For expressions that equal nothing else here: loads, calls, and expressions that contain them.
    static constexpr int None = 0;

    /// `separatesDefinitions`: expressions over different definitions of one variable are different.
    explicit ExprNumbers(bool separatesDefinitions) : m_separatesDefinitions(separatesDefinitions) {}

    int of(const Expr& expr);

    /// A walk over the function reaches a definition of `var`.
    void define(const Var& var);
    /// Starts the next walk over the function. Numbers stay the same.
    void restart();

private:
    using Key = std::array<uint64_t, 4>;
    struct KeyHash {
        size_t operator()(const Key& key) const;
    };

    int find(const Expr& expr);

    bool m_separatesDefinitions;
    PointerMap<Expr, int> m_known;
    PointerMap<Var, uint64_t> m_definitions; ///< how many the walk has reached
    std::unordered_map<Key, int, KeyHash> m_numbers;
};

} // namespace tir::passes
