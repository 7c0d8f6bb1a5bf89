/// The programs that come with Tirscope.

#pragma once

#include "core/support/result.h"
#include "passes/framework/pass.h"

#include <string>
#include <vector>

namespace tir {

/// An entry of samples/index.json.
struct Sample {
    std::string path;  ///< of the file
    std::string name;  ///< "two_kernels": the file without folder and suffix
    std::string group; ///< what it is listed under: "Programs", or "Museum"
    std::string title;
    std::string summary;  ///< one line
    std::string pipeline; ///< the one to begin with
    bool isRunnable = false;
    /// Where an exhibit of the museum is sound again; empty for others. Its `pipeline` runs as TVM's does.
    std::string remedy;
    Mode remedyMode = Mode::AsTvm;
};

/// The folder TIRSCOPE_SAMPLES names, else the installed one beside the running program, else the one in the
/// sources this was built from.
std::string samplesFolder();

/// In the order of the index.
Result<std::vector<Sample>> readSamples(const std::string& folder = samplesFolder());

} // namespace tir
