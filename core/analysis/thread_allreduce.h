/// The arguments of `tvm_thread_allreduce`: the number of values, the values, a condition, an element for each result,
/// the thread axes.

#pragma once

#include "core/ir/expr.h"

namespace tir {

/// How many values the call reduces; 0 if the first argument is not a constant.
size_t reducedValues(const Call& call);
/// The arguments for the results; none if arguments are missing.
ExprList reductionResults(const Call& call);
/// The element that a result goes to; null for another expression. A boolean is stored as a byte.
const BufferLoad* resultElement(const Expr& result);

} // namespace tir
