/// Reads the input of commands: a program, or a recorded run.

#pragma once

#include "app/cli/command_line.h"
#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/recorded_run.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tir::cli {

/// FILE and the options about reading it.
struct FileOptions {
    std::string file;
    std::vector<std::string> defines;
};
/// `--define NAME=VALUE`, as often as needed.
void addDefineOption(Command& command, FileOptions& options);
void addFileOptions(Command& command, FileOptions& options, const std::string& help);

/// What to run, and how.
struct PipelineOptions {
    std::string pipeline;
    std::string passes;
    std::string target;
    std::string mode = "as-tvm";
    std::vector<std::string> config;
    bool force = false; ///< ignore contract violations
    std::optional<double> externalTimeLimitSeconds;
    std::string python; ///< of the user's own TVM
    int build = 0;      ///< of a recording that has several; 0: the last one
    bool isEmpty() const { return pipeline.empty() && passes.empty(); }
};
/// Help of `--force`, which sets PipelineOptions::force.
inline constexpr const char* ForceHelp = "Run passes even where their contracts do not allow it";
enum class PassList { No, Yes };
/// `--passes` only where the command takes a list of passes.
void addPipelineOptions(Command& command, PipelineOptions& options, PassList passList = PassList::No);

/// A command whose input cannot be read reports that on stderr and returns ExitCode::Unusable.

/// Nothing when the text does not read; errors and remarks are reported, with the names that need a value.
std::optional<OpenedProgram> openProgram(const FileOptions& options);
/// The same without reporting diagnostics of the text: they are in the result. Nothing if there is no text.
std::optional<OpenedProgram> openProgramQuietly(const FileOptions& options);
/// The run that the options request; nothing, after an error on stderr, if a setting of the configuration is wrong.
/// Keys that no pass of ours reads are wrong unless the run starts programs: passes of a recording may become passes of
/// the user's own TVM.
enum class PassesFrom { Options, Recording };
std::optional<RecordRequest> recordRequestOf(const PipelineOptions& options,
                                             PassesFrom from = PassesFrom::Options);
/// Whether the options name passes of the user's own TVM, or other programs.
bool startsPrograms(const PipelineOptions& options);
/// Why there is no run.
struct Refusal {
    ExitCode code = ExitCode::Unusable; ///< No if the contracts of the passes forbid the run
    Diagnostics diagnostics = {};       ///< of the contracts
};
/// The run of the program through the pipeline; nothing when the request cannot be met.
std::optional<RecordedRun> runPipeline(OpenedProgram program, const PipelineOptions& options,
                                       Refusal* refusal = nullptr);
/// The same from FILE. Without a pipeline, an error says that there is nothing to `verb`.
std::optional<RecordedRun> runFile(const FileOptions& file, const PipelineOptions& pipeline,
                                   const std::string& verb, Refusal& refusal);
/// What to run when no pipeline is given.
enum class DefaultPipeline { Nothing, Fitting };
/// Reads FILE if it is a trace, else runs the pipeline on it. A run without passes has the input only.
std::optional<RecordedRun> openRun(const FileOptions& file, const PipelineOptions& pipeline,
                                   DefaultPipeline byDefault, Refusal* refusal = nullptr);

/// Writes to stderr why a run is not clean: for every step that is ill-formed, failed, or reproduces a known TVM
/// defect, the diagnostics that it introduces, in its text, and how many it inherits; and where the run ended early.
/// Also properties that a pass of the run requires and the input lacks, and a pipeline that does not require them. For
/// commands that show a run without judging it.
void reportMissingProperties(const RecordedRun& run);
/// Without `isComplete`, only the first diagnostics of a step. Done if there is nothing to report.
ExitCode reportRun(const RecordedRun& run, bool isComplete);

} // namespace tir::cli
