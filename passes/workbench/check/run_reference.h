/// The reference of a comparison: another step of the pipeline, another device, or tensors in files.

#pragma once

#include "passes/workbench/execution/run_request.h"

#include <string>
#include <string_view>

namespace tir {

struct RunReference {
    enum class Kind : uint8_t {
        Nothing,
        Step,   ///< the module after `step`, run with the same request; 0 is the unlowered program
        Device, ///< the same module on `device`
        Files   ///< `path`: a .npy file, or a folder of NAME.npy
    };
    Kind kind = Kind::Nothing;
    size_t step = 0;
    std::string path;
    std::string device = {}; ///< as in a request: "cpu", "cuda:0"

    bool operator==(const RunReference&) const = default;
};

/// "step:0", "device:cuda:0", "file:PATH" or a path; "nothing".
Result<RunReference> parseRunReference(std::string_view text);
std::string toString(const RunReference& reference);

/// The tensors of files in the form of a report: files in the folder that are named like the run's tensors, or a single
/// file for the one tensor that the run changed. Fails if there is none, or if the type of one is not that of its
/// tensor.
Result<RunReport> readReference(const std::string& path, const RunReport& run);

} // namespace tir
