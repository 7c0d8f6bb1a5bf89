/// Contracts of passes (Property in pass.h), checked before a run: does every pass find what it needs where
/// it stands, and if not, who broke it or never gave it, and where may the pass stand?

#pragma once

#include "passes/framework/pass.h"

#include <optional>

namespace tir {

/// Needs, gives and breaks of one pass.
struct Contract {
    std::string_view pass;
    std::vector<Property> needs = {};
    std::vector<Property> gives = {};
    std::vector<Property> breaks = {};
};

/// Of every pass that has one, built or not: the order of a pipeline does not depend on what is built. Also
/// of code generation, which stands behind the last pass and is no pass itself.
const std::vector<Contract>& allContracts();
inline constexpr std::string_view CodeGeneration = "code generation";

/// Whether a statement of a contract is about this form of the pass.
bool isAbout(const Property& property, const PassInvocation& pass);

/// A pass that does not find a property it needs.
struct ContractBreach {
    size_t step = 0; ///< number in the list, from 1
    std::string pass;
    std::string_view property;
    bool isConvention = false;
    std::string message;            ///< which pass, which property, who broke it or never gave it
    std::vector<std::string> notes; ///< why it is needed, and where the pass may stand
    std::string exemption = {};     ///< why this is wanted; empty when nobody says so
};

/// What does not hold of the module before the first pass, and how that shows. What is not in it holds.
using MissingProperties = std::map<std::string_view, std::string>;
MissingProperties missingProperties(const Module& module);

/// Without `input` nothing is known of the module: what no pass of the list gives or breaks is taken to hold.
/// In the order of the steps.
std::vector<ContractBreach> checkContracts(const std::vector<PassInvocation>& passes,
                                           const std::optional<MissingProperties>& input = std::nullopt);

/// Why the pass at `index` of the list stands where it does with respect to another one of the list.
struct OrderReason {
    bool isAfter = false; ///< it stands after `other`
    std::string_view other;
    std::string_view reason;
};
std::vector<OrderReason> orderReasons(const std::vector<PassInvocation>& passes, size_t index);

/// Whether a breach is reason enough not to run.
bool forbidsRun(const std::vector<ContractBreach>& breaches);
/// As an error (a warning for a convention, a note with an exemption) with its notes.
Diagnostic toDiagnostic(const ContractBreach& breach);

} // namespace tir
