#include "passes/workbench/execution/gpu_report.h"

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

} // namespace tir
