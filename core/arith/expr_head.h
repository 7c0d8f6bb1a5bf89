/// Everything of an expression but its children: what it is, its type, and its own values.

#pragma once

#include "core/ir/expr.h"

namespace tir::arith {

uint64_t hashOfHead(const Expr& expr);
/// Whether the two are equal if their children are.
bool isSameHead(const Expr& a, const Expr& b);

inline uint64_t mixHash(uint64_t seed, uint64_t value)
{
    seed = (seed ^ value) * 0x9E3779B97F4A7C15u;
    return seed ^ (seed >> 29);
}

inline uint64_t hashOfAddress(const void* object)
{
    return uint64_t(reinterpret_cast<uintptr_t>(object));
}

} // namespace tir::arith
