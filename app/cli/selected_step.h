/// One step of a run, for the commands that show, execute or translate one module.

#pragma once

#include "app/cli/broken_step.h"
#include "app/cli/input.h"

#include <set>

namespace tir::cli {

struct SelectedStep {
    RecordedRun run;
    size_t number = 0;   ///< 0 is the input
    OwnedModule module;  ///< at the end of a run with branches, without --step: both sides
    StepText text;       ///< in which lines are counted: the file's for the input, else the printed module's
    Diagnostics verdict; ///< on the module
    size_t otherSideStep =
        0; ///< for a step of a branch, the step whose module has the other side; else `number`
    /// Its module, for a step of a branch, which has one side of the program only. Else null.
    OwnedModule otherSide = {};
    std::optional<BrokenStep> broken = std::nullopt; ///< the first one on the way to it
    /// The pass that failed and ended the run, if no step was requested: there is no final module then, and `module` is
    /// the last one.
    std::string failedPass = {};

    const Recording& recording() const { return *run.recording; }
    std::string pass() const
    {
        return recording().pass(number);
    } ///< that produced the module; empty for the input
    /// The input of the run; the module itself when the input does not read.
    const OwnedModule& input() const;
    /// The whole module of another step of the run; nothing, after an error on stderr, if there is no such step.
    std::optional<OwnedModule> otherStep(int other) const;
};

/// A step of FILE under the pipeline, or of the trace that FILE is: a number, or the name of a pass that ran
/// once, with its arguments or without; empty: the last one.
std::optional<SelectedStep> selectStep(const FileOptions& file, const PipelineOptions& pipeline,
                                       const std::string& wanted);
/// Writes the known TVM defects that the steps on the way to the module introduce to stderr, as warnings, and returns
/// their codes. For commands that execute a module, or generate code from it, without judging it.
std::set<std::string> reportTvmDefects(const SelectedStep& selected);
/// `--step N`.
void addStepOption(Command& command, std::string& step);

} // namespace tir::cli
