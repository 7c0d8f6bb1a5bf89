#include "passes/workbench/trace/passes_to_come.h"

#include "passes/pipelines.h"

namespace tir {
namespace {

/// One pass alone does not identify the pipeline that it belongs to.
constexpr size_t LeastPasses = 2;

/// How many passes of the pipeline were recorded, if the last recorded pass is the last one of them.
size_t recordedPasses(const Pipeline& pipeline, const std::vector<Step>& steps)
{
    size_t count = 0;
    bool isLast = false;
    for (const Step& step : steps) {
        isLast = count < pipeline.passes.size() && step.pass.name == pipeline.passes[count].name;
        count += isLast;
    }
    return isLast ? count : 0;
}

} // namespace

std::vector<std::string> passesToCome(const std::vector<Step>& steps)
{
    std::vector<std::string> names;
    size_t most = LeastPasses - 1;
    for (const Pipeline& pipeline : allPipelines()) {
        const size_t count = recordedPasses(pipeline, steps);
        if (count <= most)
            continue;
        most = count;
        names.clear();
        for (size_t at = count; at < pipeline.passes.size(); ++at)
            names.push_back(pipeline.passes[at].name);
    }
    return names;
}

} // namespace tir
