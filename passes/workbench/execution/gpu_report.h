/// The GPU part of a run's report: how the kernels were compiled, the resources of each launch, and its times. Plain
/// data; sent by the worker process as JSON (gpu_report_json.h).

#pragma once

#include "core/codegen/artifact.h"
#include "core/runtime/occupancy.h"
#include "passes/workbench/execution/work_count.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tir {

/// One kernel with one launch configuration; launches that are alike are one.
struct KernelReport {
    std::string name = {};
    std::array<int64_t, 3> grid = {1, 1, 1};
    std::array<int64_t, 3> block = {1, 1, 1};
    std::array<int64_t, 3> cluster = {0, 0, 0}; ///< zeros: no cluster
    int64_t dynamicSharedBytes = 0;
    bool isCooperative = false;
    bool isProgrammatic = false; ///< may start before the kernel ahead of it has ended
    int64_t launches = 0;        ///< in one run of the program
    /// Of one launch, by events: each is the mean of a batch of consecutive launches. Empty: not timed.
    std::vector<int64_t> timesNs = {};
    std::string notTimed = {};  ///< why it was not timed although that was requested
    int64_t batch = 1;          ///< launches in a batch
    bool hasColdCaches = false; ///< L2 was flushed before each of them
    ResourceReport resources = {};
    int64_t localBytes = -1; ///< per thread: its stack and spilled registers
    std::optional<Occupancy> occupancy = {};
    OccupancyWhatIf whatIf = {};
    std::optional<WorkCount> work = {}; ///< of one launch, counted in its text
    std::optional<WorkCount> counted =
        {};                          ///< of the launch that was timed, the first one, executed on the CPU
    bool isCountDifferent = false;   ///< a later launch did something else
    double bandwidthShare = -1;      ///< of the device's peak, at the median time; negative: not known
    double arithmeticShare = -1;     ///< likewise, of its peak for `arithmeticType`
    std::string arithmeticType = {}; ///< "float16 matrix": the type whose operations take longest at its peak
    std::vector<std::string> noShares = {}; ///< why a share of work that was timed is not known

    int64_t medianNs() const; ///< 0 when not timed
    /// Half of the batches are between these two; zeros when not timed.
    std::pair<int64_t, int64_t> quartilesNs() const;
};

/// Memory of the device when a run starts.
struct GpuMemoryUse {
    int64_t argumentBytes = 0; ///< that the arguments take
    int64_t freeBytes = 0;     ///< before they are allocated; 0: not known
    int64_t totalBytes = 0;    ///< 0: not known
};

struct GpuReport {
    std::string deviceName = {}; ///< "NVIDIA H100 80GB HBM3"
    std::string arch;            ///< "sm_90"
    std::string driver;          ///< "13.0": the CUDA version that the driver supports; empty: not known
    std::string via;             ///< "nvrtc", "nvcc", "nvptx"
    std::string compiler;        ///< "NVRTC 13.0"
    /// Ways that were tried before, and why they failed: "nvrtc: …".
    std::vector<std::string> skippedWays = {};
    bool isCached = false;                ///< the kernels had been compiled before
    bool isEdited = false;                ///< the user's CUDA C ran instead of the generated one
    std::string compilerLog = {};         ///< warnings, and the output of the assembler
    std::vector<std::string> passes = {}; ///< run on the module to get to its kernels; empty when it had them
    int repeat = 0;                       ///< timed batches of each kernel
    GpuMemoryUse memory = {};
    double peakBytesPerSecond = 0;      ///< 0: not known
    double peakOperationsPerSecond = 0; ///< of float32, a fused multiply-add as two
    int multiprocessors = 0;
    double clockHertz = 0;       ///< 0: not known
    std::string notCounted = {}; ///< why the work was not counted by execution although it was requested
    std::vector<KernelReport> kernels = {};
};

/// The peak for the type, which depends on the architecture; 0: not known.
double peakOf(const GpuReport& report, const OperationCount& operations);
/// The work of each kernel at its median time, as shares of the device's peaks: the work that was counted by execution,
/// else that of the text.
void addShares(GpuReport& report);
/// Adds the counts to the kernels with the same launches, and computes the shares.
void addCounts(GpuReport& report, const std::vector<CountedLaunches>& counted);

} // namespace tir
