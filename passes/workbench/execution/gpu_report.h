/// What a run on a GPU tells besides its results: how the kernels were made, what each launch took and how
/// long. Plain data; crosses the pipe from the worker process as JSON (gpu_report_json.h).

#pragma once

#include "core/codegen/artifact.h"
#include "core/runtime/occupancy.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tir {

/// What one launch of a kernel does, by its program text and its extents; what a cache makes of it is not in.
struct WorkCount {
    int64_t loadedBytes = 0; ///< of global memory, by all threads together
    int64_t storedBytes = 0;
    int64_t operations = 0; ///< floating point; a fused multiply-add counts as two
    bool isExact = true;    ///< false: loops or branches that depend on data were taken as if they always ran
};

/// One kernel with one launch configuration; launches that are alike are one.
struct KernelReport {
    std::string name = {};
    std::array<int64_t, 3> grid = {1, 1, 1};
    std::array<int64_t, 3> block = {1, 1, 1};
    std::array<int64_t, 3> cluster = {0, 0, 0}; ///< zeros: none
    int64_t dynamicSharedBytes = 0;
    bool isCooperative = false;
    bool isProgrammatic = false; ///< may start before the kernel ahead of it has ended
    int64_t launches = 0;        ///< in one run of the program
    /// Of one launch, by events: each is the mean of a batch of launches, one behind the other. Empty: not timed.
    std::vector<int64_t> timesNs = {};
    int64_t batch = 1;          ///< launches in a batch
    bool hasColdCaches = false; ///< L2 was flushed before each of them
    ResourceReport resources = {};
    int64_t localBytes = -1; ///< of a thread: its stack and what registers spilled
    std::optional<Occupancy> occupancy = {};
    OccupancyWhatIf whatIf = {};
    std::optional<WorkCount> work = {}; ///< of one launch
    double bandwidthShare = -1;         ///< of the device's peak, at the median time; negative: not known
    double arithmeticShare = -1;        ///< likewise, of its float32 peak

    int64_t medianNs() const; ///< 0 when not timed
    /// Half of the batches are between these two; zeros when not timed.
    std::pair<int64_t, int64_t> quartilesNs() const;
};

struct GpuReport {
    std::string deviceName = {}; ///< "NVIDIA H100 80GB HBM3"
    std::string arch;            ///< "sm_90"
    std::string driver;          ///< "13.0": what CUDA the driver serves
    std::string via;             ///< "nvrtc", "nvcc", "nvptx"
    std::string compiler;        ///< "NVRTC 13.0"
    /// Ways that would have come first, and why they were not taken: "nvrtc: …".
    std::vector<std::string> skippedWays = {};
    bool isCached = false;                ///< the kernels had been compiled before
    bool isEdited = false;                ///< the user's CUDA C ran instead of the generated one
    std::string compilerLog = {};         ///< warnings, and what the assembler said
    std::vector<std::string> passes = {}; ///< run on the module to get to its kernels; empty when it had them
    int repeat = 0;                       ///< timed batches of each kernel
    int64_t argumentBytes = 0;            ///< of device memory, for the arguments
    int64_t freeBytes = 0;                ///< of device memory, before the run; 0: not known
    int64_t totalBytes = 0;               ///< of device memory
    double peakBytesPerSecond = 0;        ///< 0: not known
    double peakOperationsPerSecond = 0;   ///< of float32, a fused multiply-add as two
    std::vector<KernelReport> kernels = {};
};

} // namespace tir
