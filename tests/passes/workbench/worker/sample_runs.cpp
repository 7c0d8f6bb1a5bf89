#include "tests/passes/workbench/worker/sample_runs.h"

#include <algorithm>

namespace tir::testing {
OpenedProgram openSample(const QString& name)
{
    return openFile(samplesFolder() + "/" + name.toStdString());
}

std::vector<Sample> executableSamples(const std::string& group)
{
    const Result<std::vector<Sample>> samples = readSamples(samplesFolder());
    std::vector<Sample> found;
    if (samples)
        std::ranges::copy_if(*samples, std::back_inserter(found), [&](const Sample& sample) {
            return sample.group == group && sample.isExecutable();
        });
    return found;
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

} // namespace tir::testing
