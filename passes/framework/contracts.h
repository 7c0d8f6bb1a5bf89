/// Contracts of passes (ContractClause in pass.h), checked before a run: does every pass find the properties
/// it requires at its position? If not, which pass invalidated the property or establishes it too late, and
/// where can the pass run instead?

#pragma once

#include "passes/framework/pass.h"

#include <optional>

namespace tir {

/// The contract of one pass.
struct Contract {
    std::string_view pass;
    std::vector<ContractClause> required = {};
    std::vector<ContractClause> established = {};
    std::vector<ContractClause> invalidated = {};
};

/// Contracts of all passes of the pipelines, including those that are not implemented: the order of a pipeline does not
/// depend on what is implemented. Also that of code generation, which follows the last pass.
const std::vector<Contract>& allContracts();
/// Null for a pass without contract.
const Contract* findContract(std::string_view pass);
/// Whether the pass establishes the property, at least with some arguments.
bool establishes(std::string_view pass, ModuleProperty property);
inline constexpr std::string_view CodeGeneration = "code generation";

/// Whether a clause applies to the pass with these arguments under this configuration.
bool applies(const ContractClause& clause, const PassInvocation& pass, const PassConfig& config = {});

/// A pass that does not find a property it requires.
struct ContractBreach {
    size_t step = 0; ///< number in the list, from 1
    std::string pass;
    std::string_view property;
    bool isConvention = false;
    bool isOfInput = false;         ///< no pass invalidated it: the input lacks it
    std::string message;            ///< which pass, which property, and why it does not hold
    std::vector<std::string> notes; ///< why the pass requires it, and where the pass can run
    std::string exemption = {};     ///< why the breach is intentional; empty if it is not
};

/// The properties that do not hold for the module before the first pass, and why. All others hold.
using MissingProperties = std::map<ModuleProperty, std::string>;
MissingProperties missingProperties(const Module& module);

/// In the order of the steps. Without `input`, a property that no pass of the list establishes or invalidates
/// is assumed to hold. A property that the input lacks is reported once, at the first pass that requires it.
std::vector<ContractBreach> checkContracts(const std::vector<PassInvocation>& passes,
                                           const std::optional<MissingProperties>& input = std::nullopt);

/// Whether there is no breach; much faster than computing the breaches.
bool respectsContracts(const std::vector<PassInvocation>& passes);

/// Why the pass at `index` of the list runs before or after another pass of the list.
struct OrderReason {
    bool isAfter = false; ///< it runs after `other`
    std::string_view other;
    std::string_view reason;
};
std::vector<OrderReason> orderReasons(const std::vector<PassInvocation>& passes, size_t index);

/// Whether a breach is an error.
bool forbidsRun(const std::vector<ContractBreach>& breaches);
/// As an error (a warning for a convention, a note with an exemption) with its notes.
Diagnostic toDiagnostic(const ContractBreach& breach);

} // namespace tir
