#include "tests/passes/workbench/worker/sample_runs.h"

#include "passes/framework/registry.h"
#include "passes/pipelines.h"

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

std::map<std::string, InputSpec> testSizes(const std::string& sample)
{
    static const std::map<std::string, std::map<std::string, InputSpec>> Sizes = {
        {"pipelined_mma", {{"K", InputSpec::constant(160)}}},
        {"row_softmax", {{"n", InputSpec::constant(4)}}},
        {"row_sums", {{"n", InputSpec::constant(4)}}},
        {"wide_copy", {{"n", InputSpec::constant(4)}}},
    };
    const auto found = Sizes.find(sample);
    return found == Sizes.end() ? std::map<std::string, InputSpec>() : found->second;
}

std::vector<PassInvocation> commonPasses(const std::string& pipeline)
{
    std::vector<PassInvocation> passes = findPipeline(pipeline)->passes;
    std::erase_if(passes, [](const PassInvocation& pass) {
        return pass.branch != Branch::Common || !findPass(pass.name);
    });
    return passes;
}

std::string unsoundness(const RunReport& checked)
{
    for (const Finding& finding : checked.findings)
        if (severityOf(finding.kind) == Severity::Error || finding.kind == FindingKind::Uninitialized)
            return toDiagnostic(finding).code;
    return {};
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
