/// Runs passes over an opened program, as named by the user: a pipeline or a list of passes, a target, a configuration.
/// Both programs use it.

#pragma once

#include "passes/framework/pass_manager.h"
#include "passes/workbench/program/open.h"
#include "passes/workbench/trace/external_pass.h"

namespace tir {

struct RecordRequest {
    std::string pipeline = {}; ///< a name of pipelines.h; empty if `passes` is used
    std::string passes = {};   ///< constructor form, comma-separated
    /// In place of `passes`. A pass that is not implemented stops the run instead of failing the request.
    std::vector<PassInvocation> invocations = {};
    std::string target = {}; ///< a kind or JSON; empty: the default target
    Mode mode = Mode::AsTvm;
    PassConfig config = {};
    bool force = false; ///< ignore contract violations
    Observer* observer = nullptr;
    const std::atomic<bool>* cancelled = nullptr;
    ExternalOptions external = {}; ///< `cancelled` is that of the request
};

/// Precondition: program.isOpen(). Fails if the request contains an unknown name, and with errors of code "contract" if
/// a requirement of a pass is not met at its position; then no pass has run. Errors of the run itself are in the
/// recording.
Result<std::shared_ptr<const Recording>> record(const OpenedProgram& program, const RecordRequest& request);

/// The contract violations of a run: for a list of passes, all of them; for a pipeline, those of its order, and
/// the properties that the program lacks, which do not forbid the run.
std::vector<ContractBreach> breachesOfRun(const std::string& pipeline, const Module& module,
                                          const std::vector<PassInvocation>& passes, const Target& target);

/// The target of the request, with a default host if it has none, in `arena`; the default target if the request has
/// none. Fails if the text is not a target or names an unknown CUDA architecture.
Result<const Target*> targetOf(Arena& arena, const RecordRequest& request);

/// The configuration of the request, which wins, with that of its pipeline.
PassConfig configOf(const RecordRequest& request);

/// The configuration of a run without that of its pipeline: to run other passes in the same way.
PassConfig givenConfig(const Recording& recording);

/// Adds `KEY=VALUE`: true and false, numbers, else a text.
Result<bool> addConfig(PassConfig& config, const std::string& assignment);
/// The same for a run of passes of the user's own TVM, which may read keys that no pass of ours reads.
Result<bool> addConfig(PassConfig& config, TvmConfig& ofTvm, const std::string& assignment);

/// Whether it runs passes of the user's own TVM, or other programs.
bool startsPrograms(const RecordRequest& request);

} // namespace tir
