#include "tests/device/device_rows.h"

#include "passes/workbench/check/compare_runs.h"
#include "passes/workbench/execution/count_launches.h"
#include "passes/workbench/worker/run_gpu.h"
#include "tests/device/spot_check.h"
#include "tests/passes/workbench/worker/sample_runs.h"
#include "tests/support/expected_results.h"

#include <atomic>
#include <cmath>
#include <thread>

namespace tir::testing {
namespace {

constexpr int Repeat = 10;

RunRequest requestOf(const DeviceProgram& program)
{
    RunRequest request;
    request.module = program.input;
    request.signature = program.input;
    request.entry = program.entry;
    request.seed = 11;
    request.inputs = program.sizes;
    request.timeLimitSeconds = 120;
    return request;
}

RunRequest requestOf(const DeviceRow& row)
{
    RunRequest request = requestOf(*row.program);
    request.module = row.program->module;
    request.device = "cuda";
    request.via = std::string(toString(row.way));
    request.repeat = 0;
    request.isCompared = true;
    return request;
}

/// The reference of the GPU's results; a message if there is none.
struct Reference {
    RunReport report = {};
    QString obstacle = {};
};

Reference referenceOf(const DeviceProgram& program)
{
    Reference reference;
    if (program.isForFormulas)
        return reference;
    RunRequest request = requestOf(program);
    if (program.isFromCorpus) {
        request.module = program.module;
        request.isChecked = true;
        if (const std::string found = unsoundness(runInWorker(request)); !found.empty())
            return {.obstacle = "unsound: " + QString::fromStdString(found)};
        request.module = program.input;
        request.isChecked = false;
    }
    request.isLockstep = program.isLockstep;
    reference.report = runInWorker(request);
    if (reference.report.status != RunStatus::Done)
        reference.obstacle = "on the CPU: " + QString::fromStdString(reference.report.message);
    return reference;
}

/// Also of elements that are equal within their tolerance.
double worstDifference(const RunReport& run, const RunReport& reference)
{
    double worst = 0;
    for (const TensorComparison& tensor : compareRuns(run, reference, {.relative = 0, .absolute = 0}).tensors)
        if (tensor.worst)
            worst = std::max(worst, std::fabs(tensor.worst->value - tensor.worst->reference));
    return worst;
}

void judge(DeviceRow& row, const RunReport& onGpu, const RunReport& reference)
{
    row.gpu = onGpu.gpu;
    row.why = QString::fromStdString(onGpu.message);
    if (onGpu.status == RunStatus::Refused) {
        const bool isAbsent = !onGpu.diagnostics.empty() && onGpu.diagnostics.front().code == "no-compiler";
        row.verdict = isAbsent ? DeviceVerdict::NoCompiler : DeviceVerdict::Refused;
    } else if (onGpu.status != RunStatus::Done) {
        row.verdict = DeviceVerdict::Failed;
    } else {
        row.why = row.program->isForFormulas ? differenceFrom(row.program->formulas, onGpu)
                                             : QString::fromStdString(explain(compareRuns(onGpu, reference)));
        row.worst = row.program->isForFormulas ? -1 : worstDifference(onGpu, reference);
        row.verdict = row.why.isEmpty() ? DeviceVerdict::Agrees : DeviceVerdict::Differs;
    }
}

/// The first program has the module compiled, the others find it in the cache.
void runGroup(const DeviceProgramGroup& group, const std::vector<KernelWay>& ways, DeviceRow* row)
{
    for (const DeviceProgram& program : group) {
        const Reference reference = referenceOf(program);
        for (const KernelWay way : ways) {
            *row = {.program = &program, .way = way, .why = reference.obstacle};
            if (reference.obstacle.isEmpty())
                judge(*row, runInWorker(requestOf(*row)), reference.report);
            ++row;
        }
    }
}

} // namespace

std::vector<DeviceRow> runOnDevice(const std::vector<DeviceProgramGroup>& groups,
                                   const std::vector<KernelWay>& ways, unsigned threads)
{
    std::vector<size_t> first;
    size_t count = 0;
    for (const DeviceProgramGroup& group : groups) {
        first.push_back(count);
        count += group.size() * ways.size();
    }
    std::vector<DeviceRow> rows(count);
    std::atomic<size_t> next = 0;
    const auto work = [&] {
        for (size_t number = next++; number < groups.size(); number = next++)
            runGroup(groups[number], ways, rows.data() + first[number]);
    };
    std::vector<std::thread> others;
    for (unsigned number = 1; number < threads; ++number)
        others.emplace_back(work);
    work();
    for (std::thread& other : others)
        other.join();
    return rows;
}

void timeOnDevice(std::vector<DeviceRow>& rows, TimedSizes sizes, HostClock& clock)
{
    for (DeviceRow& row : rows) {
        if (row.verdict != DeviceVerdict::Agrees || !row.program->isTimed)
            continue;
        RunRequest request = requestOf(row);
        request.repeat = Repeat;
        request.isCompared = false; // timed as compilers do it by default
        const bool isLarge = sizes == TimedSizes::Measured && !row.program->measuredSizes.empty();
        if (isLarge)
            request.inputs = row.program->measuredSizes;
        RunReport report = runOnGpu(request, {}, {}, clock);
        if (!isLarge) // at the sizes for measuring, the CPU would take too long
            addCounts(report, request, nullptr);
        row.gpu = report.gpu;
        row.why = QString::fromStdString(report.message);
        if (report.status == RunStatus::Done && isLarge)
            row.why = spotCheck(*row.program, report);
        if (!row.why.isEmpty())
            row.verdict = report.status == RunStatus::Done ? DeviceVerdict::Differs : DeviceVerdict::Failed;
    }
}

QStringList featuresOf(const std::vector<DeviceRow>& rows)
{
    QStringList found;
    for (const DeviceRow& row : rows) {
        if (row.verdict != DeviceVerdict::Agrees)
            continue;
        found += featuresOf(*row.program);
        for (const KernelReport& kernel : row.gpu ? row.gpu->kernels : std::vector<KernelReport>())
            if (kernel.dynamicSharedBytes + kernel.resources.staticSharedBytes > 48 << 10)
                found += LargeSharedMemory;
    }
    found.removeDuplicates();
    return found;
}

} // namespace tir::testing
