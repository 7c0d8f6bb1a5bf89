/// Running passes over an opened program, asked for in words: a pipeline or a list of passes, a target, a
/// configuration. What both programs offer their users.

#pragma once

#include "passes/framework/pass_manager.h"
#include "passes/workbench/program/open.h"
#include "passes/workbench/trace/external_pass.h"

namespace tir {

struct RecordRequest {
    std::string pipeline = {}; ///< a name of pipelines.h; empty when `passes` says what to run
    std::string passes = {};   ///< constructor form, comma-separated
    /// In place of `passes`. A pass that is not built stops the run instead of failing the request.
    std::vector<PassInvocation> invocations = {};
    std::string target = {}; ///< a kind or JSON; empty: the default target
    Mode mode = Mode::AsTvm;
    PassConfig config = {};
    bool force = false; ///< run whatever the contracts of the passes say
    Observer* observer = nullptr;
    const std::atomic<bool>* cancelled = nullptr;
    ExternalOptions external = {}; ///< `cancelled` is that of the request
};

/// Precondition: program.isOpen(). Fails when the request names what does not exist, and with errors of code
/// "contract" when a pass does not find what it needs where it is; nothing has run then. Whatever happens
/// in the run itself is in the recording.
Result<std::shared_ptr<const Recording>> record(const OpenedProgram& program, const RecordRequest& request);

/// The contract violations of a run: for a list of passes, all of them; for a pipeline, those of its order, and
/// the properties that the program lacks, which do not forbid the run.
std::vector<ContractBreach> breachesOfRun(const std::string& pipeline, const Module& module,
                                          const std::vector<PassInvocation>& passes);

/// The target of the request with some host, in `arena`; the default target if the request has none.
Result<const Target*> targetOf(Arena& arena, const RecordRequest& request);

/// The configuration of the request, which wins, with that of its pipeline.
PassConfig configOf(const RecordRequest& request);

/// Adds `KEY=VALUE`: true and false, numbers, else a text.
Result<bool> addConfig(PassConfig& config, const std::string& assignment);

} // namespace tir
