/// Divisions of ramps by constants: a ramp whose stride is a multiple of the divisor, or whose lanes are all
/// in one bucket.

#pragma once

#include "core/arith/rewrite/rule.h"

namespace tir::arith {

// Actions of rules; the pattern has a ramp from b1 with stride c1, and the divisor c2.
const Expr* floorDividedRamp(RewriteSimplifier& rewriter, const Match& match);
const Expr* floorRemainderOfRamp(RewriteSimplifier& rewriter, const Match& match);
const Expr* truncDividedRamp(RewriteSimplifier& rewriter, const Match& match);
const Expr* truncRemainderOfRamp(RewriteSimplifier& rewriter, const Match& match);

} // namespace tir::arith
