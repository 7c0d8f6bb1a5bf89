/// The rules of the verifier that check the facts of a module, by topic. Each appends its diagnostics. The table in
/// verifier.cpp states when a rule applies; those of module properties are in property_rules.h, those of scopes in
/// scope_checker.h, those of types in types.h and jumps.h.

#pragma once

#include "core/analysis/verify/property_rules.h"
#include "core/analysis/verify/verifier.h"

namespace tir {

/// Applies all rules of the context. Appends to `found`.
void applyModuleRules(const ModuleFacts& facts, const VerifyContext& context, Diagnostics& found);

/// Every function that is called is in the module, and gets the arguments that it takes.
/// Codes: "undefined-function", "argument-count", "argument-type".
ModuleRule checkCallees;

/// Names that generated code repeats are identifiers. Code: "invalid-name".
ModuleRule checkNames;

/// Note "shared-memory-outside-launch".
ModuleRule checkSharedMemoryPlaces;

/// A launch does not exceed the shared memory of its target. Warning "shared-memory-limit".
ModuleRule checkSharedMemoryLimit;

/// No kernel allocates global memory. Code: "global-memory-in-launch".
ModuleRule checkGlobalMemory;

/// No device region is left. Code: "device-region-left".
ModuleRule checkNoRegions;

/// Kernels do not have parameters that only a launch can provide. Codes: "shared-memory-parameter",
/// "local-memory-parameter".
ModuleRule checkKernelParameters;

/// Host functions do not access the memory of their device. Code: "device-memory-on-host".
ModuleRule checkHostArguments;

/// The host launches functions that are compiled for a device only, and a launch returns nothing. Code:
/// "device-function-on-host".
ModuleRule checkCallsOfDevice;

/// A launch passes the parameters that the kernel and the device functions that it calls require. Code:
/// "launch-parameter-missing".
ModuleRule checkLaunchParameters;

/// A packed call of a kernel passes as much as the kernel and its launch take.
void checkLaunchArguments(const FunctionFacts& caller, const CallFacts& call, const FunctionFacts& callee,
                          Diagnostics& found);

} // namespace tir
