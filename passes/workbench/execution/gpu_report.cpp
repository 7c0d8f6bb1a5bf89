#include "passes/workbench/execution/gpu_report.h"

#include <algorithm>

namespace tir {

int64_t KernelReport::medianNs() const
{
    if (timesNs.empty())
        return 0;
    std::vector<int64_t> sorted = timesNs;
    const auto middle = sorted.begin() + ptrdiff_t(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    return *middle;
}

} // namespace tir
