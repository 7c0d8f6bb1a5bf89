/// Which thread axes a value depends on.

#pragma once

#include "core/codegen/llvm_ir/scan.h"

#include <unordered_map>

namespace tir::llvm_ir {

/// One bit for every ThreadAxis, and one for values that come from memory.
using AxisSet = uint8_t;
constexpr AxisSet setOf(ThreadAxis axis)
{
    return AxisSet(1u << size_t(axis));
}
inline constexpr AxisSet AnyBlockAxis =
    setOf(ThreadAxis::BlockX) | setOf(ThreadAxis::BlockY) | setOf(ThreadAxis::BlockZ);
inline constexpr AxisSet AnyThreadAxis =
    setOf(ThreadAxis::ThreadX) | setOf(ThreadAxis::ThreadY) | setOf(ThreadAxis::ThreadZ);
inline constexpr AxisSet FromMemory = 1u << ThreadAxisCount;

/// The axes that the variables of a function depend on, as far as a visitor has reached their definitions.
class AxisSets {
public:
    void define(const For& loop);
    void define(const AttrStmt& node);
    void define(const SBlockRealize& node);
    void define(const Var* var, const Expr& value) { m_sets[var] = of(value); }

    AxisSet of(const Expr& expr) const;
    AxisSet of(ExprList exprs) const;

private:
    std::unordered_map<const Var*, AxisSet> m_sets;
};

} // namespace tir::llvm_ir
