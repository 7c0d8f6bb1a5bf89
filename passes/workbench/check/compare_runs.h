/// Whether two runs came to the same result: integers and booleans bit for bit, floats within a few roundings
/// of their type, because a compiler may fuse, reorder within a statement, or compute in a wider type.

#pragma once

#include "passes/workbench/execution/run_request.h"

#include <optional>
#include <string>
#include <vector>

namespace tir {

/// |a - b| <= relative * |reference| + absolute. A NaN and a number are never equal; infinities must agree in
/// sign.
struct Tolerance {
    double relative = 0;
    double absolute = 0;
};

/// Tolerances; integers are always compared exactly.
struct CompareOptions {
    std::optional<double> relative = std::nullopt; ///< nothing: that of the type
    std::optional<double> absolute =
        std::nullopt; ///< nothing: that of the type, for the numbers of the tensor
    /// Adds to `absolute`, relative to the largest finite number of the reference tensor, unless the sums of the tensor
    /// were exact.
    double ofMagnitude = 0;
    bool isNanEqual = true; ///< to another NaN

    bool operator==(const CompareOptions&) const = default;
};

/// 64 roundings for float32 and float64, 4 for the 16-bit types, 1 for the narrower ones; 0 for integers. The absolute one
/// is for a tensor with this largest number: where terms cancel, an element has the roundings of larger ones. It stays as for
/// 1 if the numbers are larger.
Tolerance toleranceOf(DType dtype, double magnitude = 1);

/// An element that differs: its index and both values. The texts have all digits of integers.
struct ElementDifference {
    std::vector<int64_t> index;
    double value = 0;
    double reference = 0;
    std::string valueText = {};
    std::string referenceText = {};
};

struct TensorComparison {
    enum class Verdict : uint8_t {
        Equal,
        Differs,
        Missing, ///< the reference has it, the other run does not; or with another shape or size
    };
    std::string name;
    Verdict verdict = Verdict::Equal;
    Tolerance tolerance;
    int64_t differenceCount = 0;
    int64_t elementCount = 0;
    std::optional<ElementDifference> first;
    std::optional<ElementDifference> worst; ///< by |a - b|; a NaN beside a number is worse than any
};

struct RunComparison {
    std::vector<TensorComparison> tensors; ///< in the order of the reference
    /// Empty when both returned the same, with the tolerance of the type, else "returned 3 instead of 2".
    std::string returnDifference;

    bool isEqual() const;
    /// The comparison of a tensor; null if the reference has no tensor of that name.
    const TensorComparison* find(const std::string& name) const;
};

/// For floats that were summed in another order: what sumErrorOf (sum_length.h) says about the program whose run is the
/// reference, relative to the magnitude of each tensor, besides the roundings of its type.
CompareOptions toleranceOfSums(const Module& input, const RunReport& reference);

/// Precondition: both runs are done.
RunComparison compareRuns(const RunReport& run, const RunReport& reference,
                          const CompareOptions& options = {});

/// How far apart two numbers are: 0 within the tolerance; a NaN beside a number is infinitely far away.
double excess(double value, double reference, Tolerance tolerance, bool isNanEqual);

/// "'C' differs in 12 of 64 elements: first C[0, 3] = 1 instead of 2, worst C[1, 0] = 9 instead of 0", or the same for
/// the return value; empty if equal.
std::string explain(const RunComparison& comparison);
/// Precondition: it is not equal.
std::string explain(const TensorComparison& tensor);

} // namespace tir
