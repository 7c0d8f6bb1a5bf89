/// What the result of a run is compared with: another step of the pipeline, another device, or tensors in
/// files.

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

/// The tensors of files as if a run had left them: those of the folder that have the name of one of the run's
/// tensors, or a single file for the one tensor that the run changed. Fails when there is none, or when one
/// is not of the type that its tensor has.
Result<RunReport> readReference(const std::string& path, const RunReport& run);

} // namespace tir
