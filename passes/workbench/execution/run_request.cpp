#include "passes/workbench/execution/run_request.h"

#include "core/runtime/tensor.h"
#include "core/support/list_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tir {
namespace {

constexpr int64_t FirstValueCount = 6;
constexpr int FirstValueDigits = 6;
constexpr size_t HistogramBins = 24;

int64_t blockCount(const std::array<int64_t, 3>& grid)
{
    return grid[0] * grid[1] * grid[2];
}

} // namespace

std::string_view toString(RunStatus status)
{
    switch (status) {
    case RunStatus::Done:
        return "done";
    case RunStatus::Refused:
        return "refused";
    case RunStatus::Failed:
        return "failed";
    case RunStatus::Crashed:
        return "crashed";
    case RunStatus::TimedOut:
        return "timed out";
    case RunStatus::Cancelled:
        return "cancelled";
    }
    return "?";
}

std::string explainPartial(const PartialGrids& grids)
{
    return "only " +
           listText(grids,
                    [](const auto& partial) {
                        const auto& [grid, count] = partial;
                        return std::to_string(count) + " of " + std::to_string(blockCount(grid)) +
                               " blocks of the grid " + tupleText(grid);
                    }) +
           " ran";
}

RunRequest valuesOnly(RunRequest request)
{
    request.isCounted = false;
    request.repeat = 0;
    request.isCompared = true;
    return request;
}

Place RunTensor::writerOf(int64_t element) const
{
    const auto found =
        std::upper_bound(writers.begin(), writers.end(), element,
                         [](int64_t index, const WrittenElements& written) { return index < written.end; });
    return found == writers.end() ? NoPlace : found->place;
}

TensorSummary summarize(const RunTensor& runTensor)
{
    TensorSummary summary;
    const std::optional<DType> dtype = dtypeFromString(runTensor.dtype);
    if (!dtype)
        return summary;
    summary.elementCount = int64_t(runTensor.after.size()) / dtype->bytes();
    double sum = 0;
    int64_t numbers = 0;
    double min = std::numeric_limits<double>::infinity();
    double max = -min;
    for (int64_t index = 0; index < summary.elementCount; ++index) {
        const double value = numberAt(*dtype, runTensor.after.data(), index);
        if (index < FirstValueCount)
            summary.firstValues +=
                (index ? ", " : "") + numberText(*dtype, runTensor.after.data(), index, FirstValueDigits);
        else if (index == FirstValueCount)
            summary.firstValues += ", …";
        summary.nanCount += std::isnan(value);
        summary.infCount += std::isinf(value);
        if (!std::isfinite(value))
            continue;
        ++numbers;
        sum += value;
        min = std::min(min, value);
        max = std::max(max, value);
    }
    if (numbers == 0)
        return summary;
    summary.min = min;
    summary.max = max;
    summary.mean = sum / double(numbers);
    summary.histogram.resize(max > min ? HistogramBins : 1);
    const double scale = max > min ? double(HistogramBins) / (max - min) : 0;
    for (int64_t index = 0; index < summary.elementCount; ++index)
        if (const double value = numberAt(*dtype, runTensor.after.data(), index); std::isfinite(value))
            ++summary.histogram[std::min(size_t((value - min) * scale), summary.histogram.size() - 1)];
    return summary;
}

std::vector<std::string> entryCandidates(const Module& module)
{
    std::vector<std::string> candidates;
    for (const ModuleEntry& entry : module.functions)
        if (entry.function->kind == NodeKind::PrimFunc && isExposed(*entry.function) &&
            callingConv(*entry.function) != CallingConv::DeviceKernelLaunch)
            candidates.emplace_back(entry.var->name);
    return candidates;
}

bool isMisuse(const RunReport& report)
{
    static constexpr std::string_view Codes[] = {"bad-argument", "malformed-npy", "no-entry", "unreadable"};
    return std::ranges::any_of(report.diagnostics, [](const Diagnostic& diagnostic) {
        return std::ranges::find(Codes, diagnostic.code) != std::end(Codes);
    });
}

Result<std::string> chooseEntry(const Module& module)
{
    const std::vector<std::string> candidates = entryCandidates(module);
    if (candidates.size() == 1)
        return candidates.front();
    if (module.find("main"))
        return std::string("main");
    Diagnostic diagnostic = error("no-entry", candidates.empty() ? "the module has no public function to run"
                                                                 : "the module has several functions to run");
    constexpr size_t NamedCandidates = 5;
    for (size_t i = 0; i < std::min(candidates.size(), NamedCandidates); ++i)
        diagnostic.notes.push_back({"'" + candidates[i] + "' is one of them", NoPlace, {}});
    if (candidates.size() > NamedCandidates)
        diagnostic.notes.push_back(
            {"and " + std::to_string(candidates.size() - NamedCandidates) + " more", NoPlace, {}});
    return diagnostic;
}

} // namespace tir
