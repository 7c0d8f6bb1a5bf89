/// The results of an execution against the formulas in the header of a sample.

#pragma once

#include "core/runtime/rounding.h"
#include "core/runtime/tensor.h"
#include "passes/workbench/check/compare_runs.h"
#include "passes/workbench/execution/run_request.h"
#include "tests/support/formula.h"

#include <QString>

#include <algorithm>
#include <cmath>
#include <optional>

namespace tir::testing {

inline NumberTensors numbersOf(const RunReport& report, bool isAfter)
{
    NumberTensors tensors;
    for (const RunTensor& runTensor : report.tensors) {
        const Tensor tensor{*dtypeFromString(runTensor.dtype), runTensor.shape,
                            (isAfter ? runTensor.after : runTensor.before).copy()};
        NumberTensor& numbers = tensors[runTensor.name];
        numbers.shape = runTensor.shape;
        for (int64_t index = 0; index < numberCount(tensor); ++index)
            numbers.values.push_back(numberAt(tensor, index));
    }
    return tensors;
}

/// How far floats of this type may be from what a formula says: a few roundings, and those of the sums in it
/// (core/runtime/rounding.h), whose type is `sumType` if it is not that of the result. Integers are exact.
inline double toleranceOfFormula(DType dtype, const NumberTensor& expected,
                                 std::optional<DType> sumType = std::nullopt)
{
    if (!dtype.isAnyFloat())
        return 0;
    double magnitude = 0;
    for (const double value : expected.values)
        if (std::isfinite(value))
            magnitude = std::max(magnitude, std::fabs(value));
    const Tolerance ofType = toleranceOf(dtype);
    return ofType.absolute +
           (ofType.relative + sumError(sumType.value_or(dtype), expected.terms)) * magnitude;
}

/// The first element that is not what the formulas say; empty when all of them agree.
inline QString differenceFrom(const std::vector<std::string>& formulas, const RunReport& report)
{
    NumberTensors expected = numbersOf(report, false);
    if (formulas.empty())
        return QStringLiteral("the header has no 'computes'");
    for (const std::string& formula : formulas)
        if (const std::string wrong = applyFormula(formula, expected); !wrong.empty())
            return QString::fromStdString("'" + formula + "': " + wrong);
    const NumberTensors found = numbersOf(report, true);
    for (const RunTensor& runTensor : report.tensors) {
        const NumberTensor& tensor = expected.at(runTensor.name);
        const double tolerance = toleranceOfFormula(*dtypeFromString(runTensor.dtype), tensor);
        for (size_t index = 0; index < tensor.values.size(); ++index)
            if (excess(found.at(runTensor.name).values.at(index), tensor.values[index],
                       {.absolute = tolerance}, false) > 0)
                return QStringLiteral("%1[%2] is %3, expected %4")
                    .arg(runTensor.name.c_str())
                    .arg(index)
                    .arg(found.at(runTensor.name).values[index])
                    .arg(tensor.values[index]);
    }
    return {};
}

} // namespace tir::testing
