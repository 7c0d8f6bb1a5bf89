/// The rules of the verifier that look at the facts of a module, by topic. Each appends what it finds;
/// core/analysis/verifier.cpp orders it. Scopes have a file of their own (core/analysis/scope_checker.h).

#pragma once

#include "core/analysis/module_facts.h"
#include "core/analysis/verifier.h"

namespace tir {

/// Who calls whom is as the launch lowering promises.
void checkCalls(const ModuleFacts& facts, const VerifyContext& context, Diagnostics& found);

/// Shared memory is allocated inside launches, once per kernel after the merge.
void checkSharedMemory(const ModuleFacts& facts, const VerifyContext& context, Diagnostics& found);

} // namespace tir
