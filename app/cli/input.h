/// What the commands read: a program, or one step of a program's way through a pipeline or of a trace.

#pragma once

#include "app/cli/broken_step.h"
#include "app/cli/command.h"
#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/step_text.h"
#include "passes/workbench/trace/trace_file.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tir::cli {

/// FILE and what goes with it.
struct FileOptions {
    std::string file;
    std::vector<std::string> defines;
};
/// `--define NAME=VALUE`, as often as needed.
void addDefineOption(CLI::App& command, FileOptions& options);
void addFileOptions(CLI::App& command, FileOptions& options, const std::string& help);

/// What to run, and how.
struct PipelineOptions {
    std::string pipeline;
    std::string passes;
    std::string target;
    std::string mode = "as-tvm";
    std::vector<std::string> config;
    bool force = false; ///< whatever the contracts of the passes say
    bool isEmpty() const { return pipeline.empty() && passes.empty(); }
};
enum class PassList { No, Yes };
/// `--passes` only where the command takes a list of passes.
void addPipelineOptions(CLI::App& command, PipelineOptions& options, PassList passList = PassList::No);

/// A command that could not get its input says so on stderr and answers ExitCode::Unusable.

/// Nothing when the text does not read; errors and remarks are reported, with the names that need a value.
std::optional<OpenedProgram> openProgram(const FileOptions& options);
/// The same, saying nothing of the text: what is wrong with it is in the answer. Nothing when there is none.
std::optional<OpenedProgram> openProgramQuietly(const FileOptions& options);
/// Why there is no run.
struct Refusal {
    ExitCode code = ExitCode::Unusable; ///< No if the contracts of the passes forbid the run
    Diagnostics diagnostics = {};       ///< of the contracts
};
/// Null when the request cannot be met; reported.
std::shared_ptr<const Recording> runPipeline(const OpenedProgram& program, const PipelineOptions& options,
                                             Refusal* refusal = nullptr);
/// A run as data, with the modules themselves where the run is our own.
struct TracedRun {
    Trace trace;                                          ///< of a run: without the notes of the passes
    std::shared_ptr<const Recording> recording = nullptr; ///< null when FILE is a trace
    std::optional<OpenedProgram> program = std::nullopt;  ///< what was recorded; nothing when FILE is a trace

    /// The text that places of a step refer to: what the user wrote for the input, else the printed module, or
    /// the text of the trace.
    SourceText source(size_t number) const;
    /// The same with the spans of all places. Precondition: the step was read.
    StepText text(size_t number) const;
    /// Those of a step, with spans in that text.
    Diagnostics diagnostics(size_t number) const;
};
/// FILE when it is a trace, else its run through the pipeline, `split` when none is given.
std::optional<TracedRun> openOrRecordTrace(const FileOptions& file, const PipelineOptions& pipeline,
                                           Refusal* refusal = nullptr);

/// One module to look at, with what keeps it alive.
struct LookedAt {
    OwnedModule module;
    StepText text;         ///< in which lines are counted: the file's for step 0, else the printed module's
    OwnedModule input;     ///< of the run the step belongs to; the step itself when that does not read
    size_t step = 0;       ///< 0 is the input
    std::string pass = {}; ///< that made the module, in constructor form; empty for the input
    Diagnostics verdict = {};                        ///< on the module
    std::optional<BrokenStep> broken = std::nullopt; ///< the first one on the way to it
    /// The module of another step of the same run; nothing, reported, when there is none.
    std::function<std::optional<OwnedModule>(int number)> otherStep = {};
    size_t lockstepEnd = 0; ///< steps before this one run in lockstep
    /// Of a step behind a branch, which has one side of the program only: the step before the branch. Else
    /// null.
    OwnedModule beforeBranch = {};
    size_t branchStep = 0; ///< its number
    /// The pass that failed and ended the run, when its step was not chosen by number or name: there is no
    /// final module then, and `module` is the last one.
    std::string failedPass = {};
};
/// A step of FILE under the pipeline, or of the trace that FILE is: a number, or the name of a pass that ran
/// once, with its arguments or without; empty: the last one.
std::optional<LookedAt> lookAt(const FileOptions& file, const PipelineOptions& pipeline,
                               const std::string& wanted);
/// `--step N`.
void addStepOption(CLI::App& command, std::string& step);

/// The text that places of a step refer to: what the user wrote for the input, else the printed module.
StepText textOf(const Recording& recording, const OpenedProgram& program, size_t number);

/// Writes to stderr why a recording is not a clean result: for every ill-formed, failed or hazardous step, the
/// diagnostics that the step introduces, in its text, and how many it inherits; and where the run ended early.
/// Without `isComplete`, only the first diagnostics of a step. Done if there is nothing to report.
ExitCode reportRecording(const Recording& recording, const OpenedProgram& program, bool isComplete);

} // namespace tir::cli
