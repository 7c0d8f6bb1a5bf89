#include "passes/workbench/check/compare_runs.h"

#include "core/runtime/rounding.h"
#include "core/runtime/tensor.h"
#include "core/support/decimal.h"
#include "passes/workbench/check/sum_length.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace tir {
namespace {

/// How many roundings an optimized statement may differ by. A statement on 16-bit floats is usually one operation in float32
/// that is rounded once; narrower ones are only stored.
constexpr double WideRoundings = 64;
constexpr double HalfRoundings = 4;
constexpr double NarrowRoundings = 1;
/// Decimal digits that distinguish all numbers of float32.
constexpr int DigitsShown = std::numeric_limits<float>::max_digits10;

/// What the tolerance depends on.
struct Numbers {
    double largest = 0;       ///< of the finite ones, without its sign
    bool areMultiples = true; ///< of Unit, all of them

    static constexpr double Unit = 0.25;

    void add(double number)
    {
        areMultiples &= number == std::round(number / Unit) * Unit;
        if (std::isfinite(number))
            largest = std::max(largest, std::abs(number));
    }
};

Numbers numbersOf(DType type, const RunTensor& tensor, int64_t elementCount)
{
    Numbers numbers;
    for (int64_t position = 0; position < elementCount; ++position)
        numbers.add(numberAt(type, tensor.after.data(), position));
    return numbers;
}

/// The largest extent of an argument, at least 1.
int64_t largestExtentOf(const RunReport& report)
{
    int64_t largest = 1;
    for (const RunTensor& tensor : report.tensors)
        for (const int64_t extent : tensor.shape)
            largest = std::max(largest, extent);
    return largest;
}

/// Row-major position to index; the last axis counts lanes where the type is a vector.
std::vector<int64_t> indexOf(int64_t position, std::vector<int64_t> shape, int lanes)
{
    if (lanes > 1)
        shape.push_back(lanes);
    std::vector<int64_t> index(shape.size());
    for (size_t axis = shape.size(); axis-- > 0;) {
        index[axis] = position % shape[axis];
        position /= shape[axis];
    }
    return index;
}

/// Whether sums that led to these numbers were exact: sums of multiples of Unit are, as long as no partial sum has more digits
/// than the type.
bool areSumsExact(DType type, const Numbers& numbers)
{
    constexpr double Margin = 4; // partial sums may be larger than their result
    return numbers.areMultiples && numbers.largest > 0 &&
           numbers.largest * Margin <= 2 * Numbers::Unit / epsilonOf(type);
}

/// That of the type, unless the options have another one for floats. `reference`: the numbers that are compared.
Tolerance chosenTolerance(DType type, const CompareOptions& options, const Numbers& reference)
{
    const Tolerance ofType = toleranceOf(type, reference.largest);
    if (!type.isAnyFloat())
        return ofType;
    Tolerance tolerance = {.relative = options.relative.value_or(ofType.relative),
                           .absolute = options.absolute.value_or(ofType.absolute)};
    if (options.ofMagnitude > 0 && !areSumsExact(type, reference))
        tolerance.absolute += options.ofMagnitude * reference.largest;
    return tolerance;
}

TensorComparison compareTensors(const RunTensor& run, const RunTensor& reference,
                                const CompareOptions& options)
{
    TensorComparison comparison;
    comparison.name = reference.name;
    const std::optional<DType> dtype = dtypeFromString(reference.dtype);
    if (run.name.empty() || run.shape != reference.shape || run.after.size() != reference.after.size()) {
        comparison.verdict = TensorComparison::Verdict::Missing;
        return comparison;
    }
    // Types of less than a byte have no numbers in memory: their bytes are compared.
    const bool isReadable = dtype && dtype->bits % 8 == 0;
    const DType type = isReadable ? *dtype : UInt8;
    comparison.tolerance = chosenTolerance(type, options, {.largest = 1});
    const auto byteCount = int64_t(reference.after.size());
    comparison.elementCount = isReadable ? byteCount / type.bytes() : byteCount;
    // Integers are compared by their bytes: double cannot distinguish all of them.
    const bool isExact = !type.isAnyFloat();
    if (run.after == reference.after && (isExact || options.isNanEqual || reference.after.empty()))
        return comparison;
    if (!isExact)
        comparison.tolerance =
            chosenTolerance(type, options, numbersOf(type, reference, comparison.elementCount));
    const size_t bytes = reference.after.size() / size_t(comparison.elementCount);
    std::optional<int64_t> first;
    std::optional<int64_t> worst;
    double largest = 0;
    for (int64_t position = 0; position < comparison.elementCount; ++position) {
        const double value = numberAt(type, run.after.data(), position);
        const double expected = numberAt(type, reference.after.data(), position);
        const size_t offset = size_t(position) * bytes;
        const double distance = !isExact ? excess(value, expected, comparison.tolerance, options.isNanEqual)
                                : std::memcmp(&run.after[offset], &reference.after[offset], bytes) == 0
                                    ? 0
                                    : std::max(std::abs(value - expected), 1.0);
        if (distance == 0)
            continue;
        ++comparison.differenceCount;
        if (!first)
            first = position;
        else if (distance <= largest)
            continue;
        worst = position;
        largest = distance;
    }
    const auto describe = [&](int64_t position) {
        return ElementDifference{.index = isReadable ? indexOf(position, reference.shape, type.lanes)
                                                     : std::vector<int64_t>{position},
                                 .value = numberAt(type, run.after.data(), position),
                                 .reference = numberAt(type, reference.after.data(), position),
                                 .valueText = numberText(type, run.after.data(), position, DigitsShown),
                                 .referenceText =
                                     numberText(type, reference.after.data(), position, DigitsShown)};
    };
    if (first) {
        comparison.first = describe(*first);
        comparison.worst = describe(*worst);
    }
    if (comparison.differenceCount > 0)
        comparison.verdict = TensorComparison::Verdict::Differs;
    return comparison;
}

std::string inWords(const std::string& name, const ElementDifference& difference)
{
    std::string text = name;
    if (!difference.index.empty()) {
        text += '[';
        for (size_t axis = 0; axis < difference.index.size(); ++axis)
            text += (axis ? ", " : "") + std::to_string(difference.index[axis]);
        text += ']';
    }
    return text + " = " + difference.valueText + " instead of " + difference.referenceText;
}

/// Whether returned values with different texts are floats within the tolerance.
bool isReturnedAlike(const RunReport& run, const RunReport& reference, const CompareOptions& options)
{
    const std::optional<DType> dtype = dtypeFromString(reference.returnDType);
    const std::optional<double> value = parseDouble(run.returnValue);
    const std::optional<double> expected = parseDouble(reference.returnValue);
    if (!dtype || !dtype->isAnyFloat() || !value || !expected)
        return false;
    Numbers numbers;
    numbers.add(*expected);
    return excess(*value, *expected, chosenTolerance(*dtype, options, numbers), options.isNanEqual) == 0;
}

} // namespace

Tolerance toleranceOf(DType dtype, double magnitude)
{
    if (!dtype.isAnyFloat())
        return {};
    const double roundings = dtype.bits >= 32   ? WideRoundings
                             : dtype.bits == 16 ? HalfRoundings
                                                : NarrowRoundings;
    const FloatSpacing spacing = spacingOf(dtype);
    const double allowed = roundings * spacing.epsilon;
    // Numbers that are too small to be normal are rounded to multiples of the smallest one.
    return {.relative = allowed,
            .absolute = std::max(allowed * std::min(magnitude, 1.0), roundings * spacing.smallest)};
}

CompareOptions toleranceOfSums(const Module& input, const RunReport& reference)
{
    return {.ofMagnitude = sumErrorOf(input, largestExtentOf(reference))};
}

bool RunComparison::isEqual() const
{
    return returnDifference.empty() &&
           std::all_of(tensors.begin(), tensors.end(), [](const TensorComparison& tensor) {
               return tensor.verdict == TensorComparison::Verdict::Equal;
           });
}

const TensorComparison* RunComparison::find(const std::string& name) const
{
    const auto found = std::find_if(tensors.begin(), tensors.end(),
                                    [&](const TensorComparison& tensor) { return tensor.name == name; });
    return found == tensors.end() ? nullptr : &*found;
}

double excess(double value, double reference, Tolerance tolerance, bool isNanEqual)
{
    if (value == reference || (isNanEqual && std::isnan(value) && std::isnan(reference)))
        return 0;
    const double distance = std::abs(value - reference);
    if (!std::isfinite(value) || !std::isfinite(reference))
        return std::numeric_limits<double>::infinity();
    return distance <= tolerance.relative * std::abs(reference) + tolerance.absolute ? 0 : distance;
}

RunComparison compareRuns(const RunReport& run, const RunReport& reference, const CompareOptions& options)
{
    RunComparison comparison;
    for (const RunTensor& expected : reference.tensors) {
        const auto found = std::find_if(run.tensors.begin(), run.tensors.end(), [&](const RunTensor& tensor) {
            return tensor.name == expected.name;
        });
        comparison.tensors.push_back(
            compareTensors(found == run.tensors.end() ? RunTensor{} : *found, expected, options));
    }
    if (run.returnValue != reference.returnValue && !isReturnedAlike(run, reference, options))
        comparison.returnDifference = "returned " + (run.returnValue.empty() ? "nothing" : run.returnValue) +
                                      " instead of " +
                                      (reference.returnValue.empty() ? "nothing" : reference.returnValue);
    return comparison;
}

std::string explain(const TensorComparison& tensor)
{
    if (tensor.verdict == TensorComparison::Verdict::Missing)
        return "'" + tensor.name + "' is missing or has another shape";
    std::string text = "'" + tensor.name + "' differs in " + std::to_string(tensor.differenceCount) + " of " +
                       std::to_string(tensor.elementCount) + " elements";
    if (tensor.first)
        text += ": first " + inWords(tensor.name, *tensor.first);
    if (tensor.worst && tensor.worst->index != tensor.first->index)
        text += ", worst " + inWords(tensor.name, *tensor.worst);
    return text;
}

std::string explain(const RunComparison& comparison)
{
    std::string text;
    for (const TensorComparison& tensor : comparison.tensors)
        if (tensor.verdict != TensorComparison::Verdict::Equal)
            text += (text.empty() ? "" : "; ") + explain(tensor);
    if (!comparison.returnDifference.empty())
        text += (text.empty() ? "" : "; ") + comparison.returnDifference;
    return text;
}

} // namespace tir
