#include "passes/workbench/worker/gpu_kernel_reports.h"

#include "core/codegen/toolkit/ptxas.h"
#include "core/runtime/tensor.h"
#include "passes/workbench/worker/count_in_text.h"

#include <algorithm>
#include <cstring>

namespace tir {
namespace {

std::array<int64_t, 3> toArray(const int64_t (&counts)[3])
{
    return {counts[0], counts[1], counts[2]};
}

bool isSameLaunch(const KernelReport& report, const MadeLaunch& launch)
{
    return report.name == launch.kernel && report.grid == toArray(launch.config.grid) &&
           report.block == toArray(launch.config.block) && report.cluster == toArray(launch.config.cluster) &&
           report.dynamicSharedBytes == launch.config.dynamicBytes;
}

/// The facts about a launch that are known without running it.
KernelReport describe(const MadeLaunch& launch, CudaContext& context,
                      const std::vector<ResourceReport>& resources)
{
    KernelReport report{.name = launch.kernel,
                        .grid = toArray(launch.config.grid),
                        .block = toArray(launch.config.block),
                        .cluster = toArray(launch.config.cluster),
                        .dynamicSharedBytes = launch.config.dynamicBytes,
                        .isCooperative = launch.config.isCooperative != 0,
                        .isProgrammatic = launch.config.isProgrammatic != 0};
    for (const ResourceReport& known : resources)
        if (known.function == launch.kernel)
            report.resources = known;
    report.resources.function = launch.kernel;
    const Result<LoadedKernel*> kernel = context.kernel(launch.kernel);
    if (!kernel)
        return report;
    const LoadedKernel& loaded = **kernel;
    report.resources.registers = loaded.registers;
    report.resources.staticSharedBytes = loaded.staticSharedBytes;
    report.resources.maxThreads = loaded.maxThreads;
    report.localBytes = loaded.localBytes;
    if (const std::optional<GpuLimits> limits = gpuLimits(context.facts().arch)) {
        const BlockDemand demand{.threads = int(report.block[0] * report.block[1] * report.block[2]),
                                 .registers = loaded.registers,
                                 .sharedBytes = loaded.staticSharedBytes + report.dynamicSharedBytes};
        report.occupancy = occupancyOf(*limits, demand);
        report.whatIf = occupancyWhatIf(*limits, demand);
    }
    return report;
}

/// The values that a launch passes for the kernel's integers.
Sizes integersOf(const PrimFunc& kernel, const MadeLaunch& launch)
{
    Sizes values;
    for (size_t index = 0; index < kernel.params.size() && index < launch.arguments.size(); ++index) {
        const DType dtype = kernel.params[index]->dtype;
        if (!dtype.isIntegral() || dtype.bits > 64)
            continue;
        Tensor value = makeTensor(dtype, {});
        std::memcpy(value.bytes.data(), launch.arguments[index].data(), value.bytes.size());
        values[kernel.params[index]] = int64_t(numberAt(value, 0));
    }
    return values;
}

std::optional<WorkCount> workOf(const Module& module, const MadeLaunch& launch)
{
    for (const ModuleEntry& entry : module.functions) {
        const auto* kernel = as<PrimFunc>(entry.function);
        if (!kernel || callingConv(*kernel) != CallingConv::DeviceKernelLaunch ||
            (globalSymbol(*kernel) != launch.kernel && entry.var->name != launch.kernel))
            continue;
        int64_t threads = 1;
        for (size_t axis = 0; axis < 3; ++axis)
            threads *= launch.config.grid[axis] * launch.config.block[axis];
        return countInText(*kernel, threads, integersOf(*kernel, launch));
    }
    return std::nullopt;
}

} // namespace

std::vector<size_t> addKernelReports(GpuReport& report, const std::vector<MadeLaunch>& launches,
                                     CudaContext& context, const Module& module)
{
    const std::vector<ResourceReport> resources = readResources(report.compilerLog);
    std::vector<size_t> rows;
    for (const MadeLaunch& launch : launches) {
        const auto known = std::find_if(report.kernels.begin(), report.kernels.end(),
                                        [&](const KernelReport& row) { return isSameLaunch(row, launch); });
        rows.push_back(size_t(known - report.kernels.begin()));
        if (known == report.kernels.end()) {
            report.kernels.push_back(describe(launch, context, resources));
            if (!report.isEdited)
                report.kernels.back().work = workOf(module, launch);
        }
        ++report.kernels[rows.back()].launches;
    }
    return rows;
}

} // namespace tir
