/// The named pipelines: which passes, in which order. Why each is where it is is in the contracts of
/// the passes (passes/framework/contracts.h).

#pragma once

#include "passes/framework/contracts.h"
#include "passes/framework/pass.h"

#include <optional>

namespace tir {

enum class TailOrder : uint8_t { Today, Before };
enum class LegacyMode : uint8_t { No, Yes };

/// Three independent switches of the tail. In pipelines without a merge, that of the merge does as that of the
/// launch.
struct TailSwitches {
    TailOrder order = TailOrder::Today;
    LegacyMode merge = LegacyMode::No;
    LegacyMode launch = LegacyMode::No;
    bool operator==(const TailSwitches&) const = default;
};

struct Pipeline {
    std::string name;    ///< "split@legacy-merge"; empty for a list of a user's own
    std::string summary; ///< one line
    std::vector<PassInvocation> passes;
    std::string history = {}; ///< why it violates contracts on purpose; empty if it does not
    std::string family = {};  ///< "split": the name without the variant; empty without switches
    std::optional<TailSwitches> switches = {};
    PassConfig config = {}; ///< configuration of the run, unless the user overrides it
};

/// The pipelines to choose from; of the variants, those that show something.
const std::vector<Pipeline>& allPipelines();
/// One of them, or any other combination of switches ("s_tir@legacy-merge"); null for other names.
const Pipeline* findPipeline(std::string_view name);
/// The same pipeline with other switches. Precondition: pipeline.switches.
const Pipeline& withSwitches(const Pipeline& pipeline, TailSwitches switches);
/// The same pipeline with the passes that TVM's configuration switches on, and without those that it switches
/// off.
Pipeline underConfig(const Pipeline& pipeline, const PassConfig& config);
/// Whether the pipeline has the pass, in whatever form.
bool hasPass(const Pipeline& pipeline, std::string_view name);
/// Whether any pipeline names the pass, built or not.
bool isKnownPass(std::string_view name);
/// Contracts that a pipeline breaks, each with the pipeline's reason for it.
std::vector<ContractBreach> breachesOf(const Pipeline& pipeline);

} // namespace tir
