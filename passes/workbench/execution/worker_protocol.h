/// What crosses the pipes to and from the worker process. Modules travel in TVM's JSON, which loses nothing,
/// never as text; places keep their numbers on the way.
///
/// A request is one JSON object:
///     {"version": 1, "module": <TVM's JSON, as a text>, "signature": <the same or "">, "entry": "main",
///      "seed": 0, "inputs": {"A": "a.npy", "n": "const(64)"}, "memoryLimitBytes": 4294967296,
///      "isChecked": false, "device": "cpu", "via": "", "repeat": 10, "cudaSource": ""}
/// A report is one line of JSON, and behind it the bytes of the tensors, before and (when changed) after:
///     {"version": 1, "status": "done", "message": "", "diagnostics": [{"severity": 2, "code": "cannot-run",
///      "message": "…", "place": 17, "notes": ["…"]}], "findings": [as finding_json.h says], "device": "cpu",
///      "returnValue": "", "compileNs": 1, "runNs": 1, "gpu": null or as in gpu_report_json.h,
///      "tensors": [{"name": "A", "dtype": "float32",
///      "shape": [64], "isScalar": false, "bytes": 256, "isChanged": true,
///      "writers": [32, 17, 64, 4294967295]}]}; writers: place 17 wrote elements 0 to 31, the others were not written

#pragma once

#include "core/support/result.h"
#include "passes/workbench/execution/run_request.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tir {

std::string encodeRequest(const RunRequest& request);
/// The process that waits enforces the time limit, which stays at its default.
Result<RunRequest> decodeRequest(std::string_view text);

/// To be written one after the other: tensors stay where they are, and live as long as the report.
struct EncodedReport {
    std::string head;
    std::vector<std::string_view> tensors;
};
EncodedReport encodeReport(const RunReport& report);

/// Takes a report as it arrives, in pieces of any size. Each tensor gets memory of its own as soon as the first line
/// says how large it is: a report of gigabytes is kept once.
class ReportReader {
public:
    /// A report whose tensors take more than `maxBytes` cannot be read.
    explicit ReportReader(uint64_t maxBytes) : m_maxBytes(maxBytes) {}
    void add(std::string_view piece);
    /// The first line, as far as it has come.
    std::string_view head() const { return m_head; }
    /// Nothing in `standardError`: it does not come through the report. Call it once.
    Result<RunReport> finish();

private:
    void readHead();
    void refuse(const std::string& why);
    SharedBytes roomFor(uint64_t bytes);

    uint64_t m_maxBytes; ///< that are left
    std::string m_head;
    bool m_isHeadComplete = false;
    RunReport m_report;
    std::string m_failure;                        ///< why the report cannot be read; empty: so far it can
    std::vector<std::span<std::byte>> m_expected; ///< what is still to be filled, in order
    size_t m_filled = 0;                          ///< how many of them are
};

/// The same for one that is complete.
Result<RunReport> decodeReport(std::string_view bytes);

/// What is written in place of a report by a worker that a signal ends while a statement runs.
inline constexpr std::string_view LastStatement = "last statement ";
/// The place of that statement; NoPlace when the bytes do not say.
Place lastStatement(std::string_view bytes);

} // namespace tir
