/// The rules of the verifier that look at the facts of a module, by topic. Each appends what it finds;
/// core/analysis/verifier.cpp orders it. Scopes have a file of their own (core/analysis/scope_checker.h).

#pragma once

#include "core/analysis/module_facts.h"
#include "core/analysis/verifier.h"

namespace tir {

/// Who calls whom is as the launch lowering promises.
void checkCalls(const ModuleFacts& facts, const VerifyContext& context, Diagnostics& found);

/// After the split the host does not read the memory of the device; after the launch lowering a launch passes
/// what the kernel and its callees need.
void checkLaunches(const ModuleFacts& facts, const VerifyContext& context, Diagnostics& found);

/// A packed call of a kernel passes as much as the kernel and its launch take.
void checkLaunchArguments(const FunctionFacts& caller, const CallFacts& call, const FunctionFacts& callee,
                          Diagnostics& found);

/// Host code of the function does not access memory of a GPU outside of launches.
void checkHostMemory(const FunctionFacts& function, Diagnostics& found);

/// Shared memory is allocated inside launches, once per kernel after the merge.
void checkSharedMemory(const ModuleFacts& facts, const VerifyContext& context, Diagnostics& found);

} // namespace tir
