/// The request to run a module, and the report of the run. The same structures are sent to and from the worker process
/// as JSON.

#pragma once

#include "core/ir/module.h"
#include "core/runtime/finding.h"
#include "core/runtime/input_spec.h"
#include "core/support/result.h"
#include "passes/workbench/execution/gpu_report.h"
#include "passes/workbench/execution/shared_bytes.h"
#include "passes/workbench/execution/work_count.h"

#include <array>
#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tir {

/// Everything that a run needs; empty fields are chosen automatically: entry, inputs by type and seed, sizes.
struct RunRequest {
    OwnedModule module;
    /// The module that a pipeline started from: the parameters of its entry describe the arguments, also after
    /// MakePackedAPI has removed them from the signature. Empty: the module itself.
    OwnedModule signature;
    std::string entry; ///< empty: the only public function, else `main`
    uint64_t seed = 0;
    std::map<std::string, InputSpec> inputs; ///< by name of a parameter or of a symbolic size
    double timeLimitSeconds = 30;
    uint64_t memoryLimitBytes = uint64_t(4) << 30;
    bool isChecked = false; ///< every access of memory is watched: slower, and on one core
    /// The work of every launch is counted by executing it on the CPU: slower. For a GPU, by another run after it.
    bool isCounted = false;
    /// Only the counts are requested, of the kernels that a GPU would run: the rest of the pipeline runs first, and the
    /// report has no tensors.
    bool countsKernels = false;
    /// The threads of a block run in lockstep, as they do before ThreadSync (lockstepEnd in step_form.h); modules
    /// with blocks always do. On the CPU only.
    bool isLockstep = false;
    bool isOptimized = true; ///< LlvmOptions::isOptimized; on the CPU only
    /// Flat buffers are addressed from `elem_offset` on, which FlattenBuffer is still to add (offsetsEnd in
    /// step_form.h); modules with blocks always count it. On the CPU only.
    bool countsOffsets = false;
    /// Checks report overflow in indices, too. For the program as the user wrote it; on the CPU only.
    bool checksIndices = false;
    int64_t blockLimit = 0; ///< LlvmOptions::blockLimit; on the CPU only

    std::string device = "cpu"; ///< "cpu", "cuda", "cuda:1"; never another one instead
    // On a GPU only.
    std::string via;            ///< "nvrtc", "nvcc", "nvptx"; empty: the first that is there
    int repeat = 10;            ///< timed rounds after the run itself
    bool hasColdCaches = false; ///< L2 is flushed before each timed launch
    std::string cudaSource;     ///< CUDA C to run instead of generated code; may be empty
    bool isCompared = false; ///< CompileRequest::fusesMultiplyAdd is off, so that results are those of a CPU
};

/// The same run where only the values matter, for a comparison: nothing is counted or timed.
RunRequest valuesOnly(RunRequest request);

/// Consecutive elements that one statement wrote last.
struct WrittenElements {
    int64_t end = 0;       ///< one past the last of them
    Place place = NoPlace; ///< in the module that ran; NoPlace: not written

    bool operator==(const WrittenElements&) const = default;
};

/// A tensor or scalar argument after the run. bf16 and fp8 are the raw unsigned integers.
struct RunTensor {
    std::string name;
    std::string dtype;
    std::vector<int64_t> shape; ///< empty: a scalar
    SharedBytes before;
    SharedBytes after;
    bool isScalar = false;
    std::vector<WrittenElements> writers = {}; ///< from element 0 on; empty unless the run was checked
    bool isChanged() const { return before != after; }
    /// The statement that last wrote the element; NoPlace without one, or if stores were not watched.
    Place writerOf(int64_t element) const;
};

/// Statistics of the elements of a tensor after the run; takes time linear in their number.
struct TensorSummary {
    double min = 0; ///< of the finite numbers; 0 if there are none
    double max = 0;
    double mean = 0; ///< of the finite numbers
    int64_t nanCount = 0;
    int64_t infCount = 0;
    int64_t elementCount = 0;
    std::vector<int64_t> histogram; ///< of the finite numbers, in equal steps from min to max
    std::string firstValues;

    bool hasNumbers() const { return nanCount + infCount < elementCount; } ///< finite ones
};
TensorSummary summarize(const RunTensor& tensor);

enum class RunStatus : uint8_t {
    Done,
    Refused, ///< this module cannot be executed: `message` gives the reason, `diagnostics` the places
    Failed,  ///< the program ended with an error: `message` is "ValueError: n must be positive"
    Crashed, ///< the worker died: `message` names the signal
    TimedOut,
    Cancelled,
};
std::string_view toString(RunStatus status); ///< "timed out"

/// Grids of launches of which only some blocks ran: the number of blocks along each axis, and how many ran.
using PartialGrids = std::map<std::array<int64_t, 3>, int64_t>;
/// "only 16 of 64 blocks of the grid (64, 1, 1) ran". Precondition: there is one.
std::string explainPartial(const PartialGrids& grids);

struct RunReport {
    RunStatus status = RunStatus::Refused;
    std::string message;
    std::string errorKind; ///< of a program that failed: "ValueError", "LaunchError"
    bool isInconclusive =
        false; ///< ended for a reason that is not in the program: no memory, a signal of the system
    Diagnostics diagnostics;                   ///< of a refusal; places are in the module of the request
    std::vector<Finding> findings;             ///< of a checked run, whatever its status; places likewise
    std::vector<Finding> hiddenFindings = {};  ///< Checker::takeHiddenFindings; places likewise
    std::string device;                        ///< "cpu", "cuda:0"
    std::vector<CountedLaunches> counted = {}; ///< of a counted run on the CPU
    bool isLockstep = false;        ///< threads ran in lockstep: the program lacks barriers that are to come
    PartialGrids partialGrids = {}; ///< of which RunRequest::blockLimit left out blocks
    std::vector<RunTensor> tensors;
    std::string returnValue; ///< empty for void
    std::string returnDType; ///< its type in the signature
    int64_t compileNs = 0;
    int64_t runNs = 0;
    std::string standardError;         ///< of the worker, including the output of the program; its last lines
                                       ///< (TextTail)
    std::optional<GpuReport> gpu = {}; ///< of a run on a GPU that got as far as its kernels
};

/// Is called with the memory of a GPU when a run on it starts, before its kernels are compiled.
using MemoryHeard = std::function<void(const GpuMemoryUse&)>;

/// Whether the request is at fault, not the program.
bool isMisuse(const RunReport& report);

/// The public functions that are not kernels: one of them runs.
std::vector<std::string> entryCandidates(const Module& module);
/// The function that runs by default: the only public one that is not a kernel, else `main`.
Result<std::string> chooseEntry(const Module& module);

/// Runs in a worker process (worker_server.h). Blocks; returns within 100 ms of `cancelled` becoming true. Calls
/// `errorsHeard` on this thread with the worker's standard error, as it arrives, and `memoryHeard` before a program runs on a GPU.
RunReport runInWorker(const RunRequest& request, const std::atomic<bool>* cancelled = nullptr,
                      const std::function<void(std::string_view)>& errorsHeard = {},
                      const MemoryHeard& memoryHeard = {});

} // namespace tir
