/// The results of an execution against the formulas in the header of a sample.

#pragma once

#include "core/runtime/tensor.h"
#include "passes/workbench/execution/run_request.h"
#include "tests/support/formula.h"

#include <QString>

#include <cmath>

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

/// The first element that differs from the formulas by `tolerance` or more; empty when all of them agree.
inline QString differenceFrom(const std::vector<std::string>& formulas, const RunReport& report,
                              double tolerance)
{
    NumberTensors expected = numbersOf(report, false);
    if (formulas.empty())
        return QStringLiteral("the header has no 'computes'");
    for (const std::string& formula : formulas)
        if (const std::string wrong = applyFormula(formula, expected); !wrong.empty())
            return QString::fromStdString("'" + formula + "': " + wrong);
    NumberTensors found = numbersOf(report, true);
    for (const auto& [name, tensor] : expected)
        for (size_t index = 0; index < tensor.values.size(); ++index)
            if (!(std::fabs(found[name].values.at(index) - tensor.values[index]) < tolerance))
                return QStringLiteral("%1[%2] is %3, expected %4")
                    .arg(name.c_str())
                    .arg(index)
                    .arg(found[name].values[index])
                    .arg(tensor.values[index]);
    return {};
}

} // namespace tir::testing
