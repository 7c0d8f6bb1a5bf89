#include "tests/passes/workbench/worker/sample_runs.h"

#include "core/runtime/tensor.h"
#include "passes/workbench/program/samples.h"

#include <cmath>

namespace tir::testing {
namespace {

Values valuesOf(const RunReport& report, bool isAfter)
{
    Values values;
    for (const RunTensor& runTensor : report.tensors) {
        const Tensor tensor{*dtypeFromString(runTensor.dtype), runTensor.shape,
                            (isAfter ? runTensor.after : runTensor.before).copy()};
        for (int64_t index = 0; index < numberCount(tensor); ++index)
            values[runTensor.name].push_back(numberAt(tensor, index));
    }
    return values;
}

} // namespace

OpenedProgram openSample(const QString& name)
{
    return openFile(samplesFolder() + "/" + name.toStdString());
}

RunReport runModule(const OwnedModule& module, const OwnedModule& signature, bool isChecked)
{
    RunRequest request;
    request.module = module;
    request.signature = signature;
    request.seed = 11;
    request.isChecked = isChecked;
    return runHere(request);
}

QString differenceOf(const RunReport& report, const Formula& formula, double tolerance)
{
    const Values after = valuesOf(report, true);
    for (const auto& [name, expected] : formula(valuesOf(report, false))) {
        const auto found = after.find(name);
        if (found == after.end() || found->second.size() != expected.size())
            return QStringLiteral("'%1' has another size").arg(name.c_str());
        for (size_t index = 0; index < expected.size(); ++index)
            if (!(std::fabs(found->second[index] - expected[index]) < tolerance))
                return QStringLiteral("%1[%2] is %3, expected %4")
                    .arg(name.c_str())
                    .arg(index)
                    .arg(found->second[index])
                    .arg(expected[index]);
    }
    return {};
}

} // namespace tir::testing
