/// Serialized run request: everything except the program, and the reference that its result is
/// compared with. The window stores one per program; `tirc run --request` reads it.
///
///     {"tirscope": "run request", "version": 1, "entry": "main", "seed": 0,
///      "inputs": {"A": "ramp(0,0.5)", "B": "b.npy", "n": "const(64)"},
///      "timeLimitSeconds": 30, "memoryLimitMiB": 4096, "check": false,
///      "device": "cpu", "via": "", "repeat": 10, "coldCaches": false,
///      "compare": {"with": "step:0", "rtol": 1e-5, "atol": null, "nan": "equal"}}
///
/// All members except the first two are optional. core/runtime/input_spec.h documents `inputs`; a relative
/// path is relative to the folder of the file. A tolerance of null is that of the type.

#pragma once

#include "passes/workbench/check/compare_runs.h"
#include "passes/workbench/check/run_reference.h"

#include <string>
#include <string_view>

namespace tir {

struct SavedRequest {
    RunRequest request; ///< without modules
    RunReference reference;
    CompareOptions compare;
};

std::string encodeSavedRequest(const SavedRequest& saved);
/// Reports every error, including unknown keys.
Result<SavedRequest> decodeSavedRequest(std::string_view text);

Result<SavedRequest> readSavedRequest(const std::string& path);
/// Nothing half-written. Paths below the file's folder become relative.
Result<bool> writeSavedRequest(const std::string& path, const SavedRequest& saved);

} // namespace tir
