/// Formulas for the results of programs, in a small part of Python's syntax:

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tir::testing {

struct NumberTensor {
    std::vector<int64_t> shape; ///< empty for a scalar
    std::vector<double> values;
    int64_t terms = 1; ///< of the longest sum of the formula that computed them
};
using NumberTensors = std::map<std::string, NumberTensor>;

/// Replaces the tensor on the left. Returns the error in the formula; empty if it was applied.
std::string applyFormula(const std::string& formula, NumberTensors& tensors);

} // namespace tir::testing
