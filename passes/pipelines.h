/// The named pipelines: which passes, in which order. Why each stands where it stands is in the contracts of
/// the passes (passes/framework/contracts.h).

#pragma once

#include "passes/framework/contracts.h"

namespace tir {

/// Three independent switches of the split tail.
enum class TailOrder : uint8_t { Today, Before };
enum class LegacyMode : uint8_t { No, Yes };

struct Pipeline {
    std::string name;    ///< "split@legacy-merge"
    std::string summary; ///< one line
    std::vector<PassInvocation> passes;
    std::string history = {}; ///< why it breaks contracts on purpose; empty when it breaks none
};

/// Whether host and device modules part behind the pipeline and are made ready for their code generators.
enum class Finalize : uint8_t { No, Yes };

const std::vector<Pipeline>& allPipelines();
const Pipeline* findPipeline(std::string_view name);
/// Whether any pipeline names the pass, built or not.
bool isKnownPass(std::string_view name);
/// The split pipeline with any combination of switches; its name says which. With finalisation it is called
/// `build` instead of `split`.
Pipeline splitPipeline(TailOrder order, LegacyMode merge, LegacyMode launch,
                       Finalize finalize = Finalize::No);
/// Contracts that a pipeline breaks, each with the pipeline's reason for it.
std::vector<ContractBreach> breachesOf(const Pipeline& pipeline);

} // namespace tir
