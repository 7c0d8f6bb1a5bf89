/// The messages to and from the worker process. Modules are sent in TVM's JSON, which is lossless,
/// never as text; places keep their numbers.
///
/// A request is one JSON object:
///     {"version": 1, "module": <TVM's JSON, as a text>, "signature": <the same or "">, "entry": "main",
///      "seed": 0, "inputs": {"A": "a.npy", "n": "const(64)"}, "memoryLimitBytes": 4294967296,
///      "isChecked": false, "isCounted": false, "isOptimized": true, "device": "cpu", "via": "", "repeat": 10,
///      "cudaSource": "", "isCompared": false}
/// A run on a GPU first sends the memory of the device, before it compiles kernels:
///     {"version": 1, "memory": {"argumentBytes": 256, "freeBytes": 84000000000, "totalBytes": 85000000000}}
/// A report has two parts. The first one is sent if there are arguments, before the program runs, so that
/// the worker keeps them once: one line of JSON, and the bytes of the arguments as they are before the run:
///     {"version": 1, "inputs": [{"name": "A", "dtype": "float32", "shape": [64], "isScalar": false, "bytes": 256}]}
/// The second part is one line of JSON, and the bytes of arguments that may have changed, as they are after the run:
///     {"version": 1, "status": "done", "message": "", "errorKind": "", "diagnostics": [{"severity": 2,
///      "code": "cannot-run", "message": "…", "place": 17, "notes": ["…"]}], "findings": [as in finding_json.h],
///      "hiddenFindings": [likewise], "device": "cpu", "counted": [as in work_count_json.h],
///      "returnValue": "", "returnDType": "", "compileNs": 1, "runNs": 1, "gpu": null or as in gpu_report_json.h,
///      "tensors": [{"isSent": true, "writers": [32, 17, 64, 4294967295]}]}
/// There is an entry for every input, or none if the report is without tensors. writers: place 17 wrote elements 0 to
/// 31, the others were not written.

#pragma once

#include "core/support/result.h"
#include "passes/workbench/execution/run_request.h"

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tir {

std::string encodeRequest(const RunRequest& request);
/// The process that waits enforces the time limit, which stays at its default.
Result<RunRequest> decodeRequest(std::string_view text);

std::string encodeMemory(const GpuMemoryUse& memory);

/// To be written one after the other: tensors are not copied, and must outlive the part.
struct EncodedPart {
    std::string line;
    std::vector<std::string_view> tensors;
};
/// The tensors before the run.
EncodedPart encodeInputs(const std::vector<RunTensor>& tensors);
/// Everything else. Only tensors that are not known to be unchanged are sent: those without bytes of before the run
/// are.
EncodedPart encodeOutcome(const RunReport& report);
/// Both parts in one piece.
std::string encodeReport(const RunReport& report);

/// Parses a report while it arrives, in pieces of any size. Each tensor is allocated as soon as its size is known, and
/// a second time only if the run changed it, so that a report of gigabytes is stored once.
class ReportReader {
public:
    /// A report whose tensors take more than `maxBytes` cannot be read.
    explicit ReportReader(uint64_t maxBytes, const MemoryHeard& memoryHeard = {})
        : m_maxBytes(maxBytes),
          m_memoryHeard(memoryHeard)
    {}
    void add(std::string_view piece);
    /// The last line with its end, as far as it has come.
    std::string_view head() const { return m_line; }
    /// Nothing in `standardError`: it does not come through the report. Call it once.
    Result<RunReport> finish();

private:
    /// The bytes of a tensor that come next.
    struct Arrival {
        size_t tensor;
        std::byte* room;    ///< null as long as they are those of before the run
        uint64_t count = 0; ///< that have come
    };

    void readLine();
    void readInputs(const nlohmann::json& inputs);
    void readOutcome(const nlohmann::json& json);
    size_t takeBytes(std::string_view piece);
    void refuse(const std::string& why);
    std::byte* roomFor(uint64_t bytes, SharedBytes& tensor);

    uint64_t m_maxBytes; ///< that are left
    MemoryHeard m_memoryHeard;
    std::string m_line;
    bool m_hasInputs = false;
    bool m_hasOutcome = false; ///< its line
    RunReport m_report;
    std::vector<RunTensor> m_tensors;
    std::string m_failure;           ///< why the report cannot be read; empty: so far it can
    std::vector<Arrival> m_expected; ///< after the last line, in order
    size_t m_filled = 0;             ///< how many of them are complete
};

/// The same for one that is complete.
Result<RunReport> decodeReport(std::string_view bytes);

/// Sent instead of a report by a worker that a signal ends while a statement runs.
inline constexpr std::string_view LastStatement = "last statement ";
/// The place of that statement; NoPlace if it is not known.
Place lastStatement(std::string_view bytes);

} // namespace tir
