/// The named pipelines: which passes, in which order, and why each stands where it stands.

#pragma once

#include "passes/framework/pass.h"

namespace tir {

/// Three independent switches of the split tail.
enum class TailOrder : uint8_t { Today, Before };
enum class LegacyMode : uint8_t { No, Yes };

struct Pipeline {
    std::string name;    ///< "split@legacy-merge"
    std::string summary; ///< one line
    std::vector<PassInvocation> passes;
    bool breaksItsOrder = false; ///< on purpose: it breaks a constraint, to show what happens then
};

/// Whether host and device modules part behind the pipeline and are made ready for their code generators.
enum class Finalize : uint8_t { No, Yes };

/// One reason for an order: `first` must run before `second`.
struct OrderingConstraint {
    std::string_view first;
    std::string_view second;
    std::string_view reason;
    bool onlyToday = false; ///< the old order of the tail does without it
};

const std::vector<Pipeline>& allPipelines();
const Pipeline* findPipeline(std::string_view name);
/// Whether any pipeline names the pass, built or not.
bool isKnownPass(std::string_view name);
/// The split pipeline with any combination of switches; its name says which. With finalisation it is called
/// `build` instead of `split`.
Pipeline splitPipeline(TailOrder order, LegacyMode merge, LegacyMode launch,
                       Finalize finalize = Finalize::No);
const std::vector<OrderingConstraint>& orderingConstraints();

} // namespace tir
