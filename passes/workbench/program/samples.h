/// The programs that come with Tirscope. Each describes itself in a header, `# key: value` per line; CONTRIBUTING.md
/// shows one.

#pragma once

#include "core/support/result.h"
#include "passes/framework/pass.h"

#include <string>
#include <string_view>
#include <vector>

namespace tir {

/// The expected defects of a program of the museum under its pipeline. Each text is part of a report; an empty one is
/// not checked.
struct SampleExpectation {
    std::string badPass; ///< "PASS" or "PASS(option=value)"
    std::string error;   ///< the first error after that pass
    std::string errorLine;
    std::string note; ///< of that pass
    std::string
        execution; ///< of the module after that pass: "differs", "refused: TEXT", "fails: …", "crashes: …", "crashes or differs"
    std::string finding; ///< of an execution with memory checks: "clobbered tile[63]"
    std::string findingLine;
    std::string conflictingLine;
};

/// The header of a sample.
struct Sample {
    std::string path;  ///< of the file
    std::string name;  ///< "two_kernels": the file without folder and suffix
    std::string group; ///< that it is listed under: "Programs", "Scheduled", "Museum"
    std::string topic; ///< within the group; may be empty
    std::string title;
    std::string summary;       ///< one line
    std::string pipeline;      ///< the one to begin with
    std::string cannotExecute; ///< why the program cannot be executed on the CPU; empty: it can
    /// Under which pipeline a program of the museum is correct; empty for others. Its `pipeline` runs as TVM's does.
    std::string fix;
    Mode fixMode = Mode::AsTvm;
    /// The results, as formulas: "Y[i] = 2 * X[i]". Each one sees the results of those before it.
    std::vector<std::string> computes;
    SampleExpectation expected;
    int order = 1 << 20; ///< smaller ones are listed first

    bool isExecutable() const { return cannotExecute.empty(); }
};

/// The folder TIRSCOPE_SAMPLES names, else the installed one beside the running program, else the one in the
/// sources this was built from.
std::string samplesFolder();

/// Whether a file is below samplesFolder(); it need not exist.
bool isInSamplesFolder(const std::string& path);

/// The header of the program `text`: the comment at its beginning, up to the first line without a text. Lines
/// that begin with four more spaces continue the one before.
Result<Sample> parseSampleHeader(const std::string& path, std::string_view text);

/// All programs below a folder, group by group and topic by topic. Programs without a header are left out.
Result<std::vector<Sample>> readSamples(const std::string& folder = samplesFolder());

} // namespace tir
