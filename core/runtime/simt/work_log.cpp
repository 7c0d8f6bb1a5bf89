#include "core/runtime/simt/work_log.h"

#include "core/codegen/llvm_ir/emulator_abi.h"

#include <algorithm>

namespace tir {
namespace {

std::array<int64_t, 3> toArray(const int64_t (&counts)[3])
{
    return {counts[0], counts[1], counts[2]};
}

} // namespace

void WorkLog::add(const GpuLaunch& launch, std::vector<uint64_t> work)
{
    LoggedLaunches made{.kernel = launch.kernel,
                        .grid = toArray(launch.blockCounts),
                        .block = toArray(launch.threadCounts),
                        .dynamicBytes = std::max<int64_t>(launch.dynamicBytes, 0),
                        .work = {}};
    const auto known = std::ranges::find_if(m_launches, [&](const LoggedLaunches& other) {
        return other.kernel == made.kernel && other.grid == made.grid && other.block == made.block &&
               other.dynamicBytes == made.dynamicBytes;
    });
    if (known == m_launches.end()) {
        made.count = 1;
        made.work = std::move(work);
        m_launches.push_back(std::move(made));
        return;
    }
    ++known->count;
    known->isWorkDifferent = known->isWorkDifferent || known->work != work;
}

} // namespace tir
