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

/// What the formulas compute from the inputs of a run.
class ExpectedResults {
public:
    /// Evaluates the formulas unless they and the inputs are those of the last call: the steps of a program have the same
    /// ones. Returns the error in a formula; empty if there is none.
    QString evaluate(const std::vector<std::string>& formulas, const RunReport& report)
    {
        if (m_isEvaluated && formulas == m_formulas && haveSameInputs(report.tensors))
            return {};
        m_isEvaluated = false;
        m_formulas = formulas;
        m_inputs = report.tensors;
        m_tensors = numbersOf(report, false);
        for (const std::string& formula : formulas)
            if (const std::string wrong = applyFormula(formula, m_tensors); !wrong.empty())
                return QString::fromStdString("'" + formula + "': " + wrong);
        m_isEvaluated = true;
        return {};
    }
    const NumberTensors& tensors() const { return m_tensors; }

private:
    bool haveSameInputs(const std::vector<RunTensor>& tensors) const
    {
        return std::ranges::equal(tensors, m_inputs, [](const RunTensor& a, const RunTensor& b) {
            return a.name == b.name && a.dtype == b.dtype && a.shape == b.shape && a.before == b.before;
        });
    }

    bool m_isEvaluated = false;
    std::vector<std::string> m_formulas;
    std::vector<RunTensor> m_inputs;
    NumberTensors m_tensors;
};

/// The first element that is not what the formulas say; empty when all of them agree.
inline QString differenceFrom(const std::vector<std::string>& formulas, const RunReport& report)
{
    if (formulas.empty())
        return QStringLiteral("the header has no 'computes'");
    static ExpectedResults results;
    if (const QString wrong = results.evaluate(formulas, report); !wrong.isEmpty())
        return wrong;
    const NumberTensors& expected = results.tensors();
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
