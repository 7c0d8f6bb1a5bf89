/// Formulas that say what a program computes, in a small part of Python's syntax:
///
///     Y[i] = X[i] / 2 if i < 32 else 0
///     C[i, j] = bias[j] + sum(A[i, k] * B[k, j] for k in range(64))
///
/// The indices on the left take every position of the tensor. Operators: + - * / // % **, comparisons, `and`, `or`,
/// `a if condition else b`. Functions: abs, exp, sqrt, max(a, b), min(a, b), sum(a for k in range(n)), size(X, axis).

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tir::testing {

struct NumberTensor {
    std::vector<int64_t> shape; ///< empty for a scalar
    std::vector<double> values;
};
using NumberTensors = std::map<std::string, NumberTensor>;

/// Replaces the tensor on the left. Returns what is wrong with the formula; empty when it was applied.
std::string applyFormula(const std::string& formula, NumberTensors& tensors);

} // namespace tir::testing
