#include "passes/workbench/execution/gpu_report.h"

#include "core/runtime/arithmetic_peak.h"
#include "core/support/list_text.h"

#include <algorithm>

namespace tir {
namespace {

/// The number that `quarters` quarters of the others are below.
int64_t quantile(std::vector<int64_t> numbers, size_t quarters)
{
    const auto at = numbers.begin() + ptrdiff_t(std::min(numbers.size() * quarters / 4, numbers.size() - 1));
    std::nth_element(numbers.begin(), at, numbers.end());
    return *at;
}

std::string whyNoArithmeticShare(const GpuReport& report, const WorkCount& work)
{
    const std::string start = "no share of the arithmetic: ";
    if (report.clockHertz == 0)
        return start + "the driver does not report the clock";
    std::vector<std::string> types;
    for (const OperationCount& operations : work.byType)
        types.push_back(typeInWords(operations));
    return start + "the peak of " + report.arch + " is not known for " + listText(types);
}

std::vector<std::string> whyNoShares(const GpuReport& report, const KernelReport& kernel,
                                     const WorkCount& work)
{
    std::vector<std::string> reasons;
    if (kernel.bandwidthShare < 0 && work.loadedBytes + work.storedBytes > 0)
        reasons.emplace_back(
            "no share of the bandwidth: the driver does not report the memory's clock and width");
    if (kernel.arithmeticShare < 0 && work.operations > 0)
        reasons.push_back(whyNoArithmeticShare(report, work));
    return reasons;
}

} // namespace

int64_t KernelReport::medianNs() const
{
    return timesNs.empty() ? 0 : quantile(timesNs, 2);
}

std::pair<int64_t, int64_t> KernelReport::quartilesNs() const
{
    return timesNs.empty() ? std::pair<int64_t, int64_t>()
                           : std::pair(quantile(timesNs, 1), quantile(timesNs, 3));
}

double peakOf(const GpuReport& report, const OperationCount& operations)
{
    return operationsPerClock(report.arch, operations.dtype, operations.isMatrix) * report.multiprocessors *
           report.clockHertz;
}

void addShares(GpuReport& report)
{
    for (KernelReport& kernel : report.kernels) {
        const std::optional<WorkCount>& work = kernel.counted ? kernel.counted : kernel.work;
        if (!work || kernel.medianNs() == 0)
            continue;
        const double seconds = double(kernel.medianNs()) / 1e9;
        if (report.peakBytesPerSecond > 0)
            kernel.bandwidthShare =
                double(work->loadedBytes + work->storedBytes) / seconds / report.peakBytesPerSecond;
        kernel.arithmeticShare = -1;
        for (const OperationCount& operations : work->byType) {
            const double peak = peakOf(report, operations);
            if (peak > 0 && double(operations.count) / seconds / peak > kernel.arithmeticShare) {
                kernel.arithmeticShare = double(operations.count) / seconds / peak;
                kernel.arithmeticType = typeInWords(operations);
            }
        }
        kernel.noShares = whyNoShares(report, kernel, *work);
    }
}

void addCounts(GpuReport& report, const std::vector<CountedLaunches>& counted)
{
    for (KernelReport& kernel : report.kernels)
        for (const CountedLaunches& launches : counted)
            if (launches.kernel == kernel.name && launches.grid == kernel.grid &&
                launches.block == kernel.block && launches.dynamicSharedBytes == kernel.dynamicSharedBytes) {
                kernel.counted = launches.work;
                kernel.isCountDifferent = launches.isDifferent;
            }
    addShares(report);
}

} // namespace tir
