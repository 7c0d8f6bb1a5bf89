/// The rules of the verifier, by topic. Each appends what it finds; core/analysis/verifier.cpp orders it.

#pragma once

#include "core/analysis/module_facts.h"
#include "core/analysis/verifier.h"

namespace tir {

/// Every variable and data pointer is defined, once, where it is used; buffers are declared.
void checkScopes(const Module& module, Diagnostics& found);

/// Who calls whom is as the launch lowering promises.
void checkCalls(const ModuleFacts& facts, const VerifyContext& context, Diagnostics& found);

/// Shared memory is allocated inside launches, once per kernel after the merge.
void checkSharedMemory(const ModuleFacts& facts, const VerifyContext& context, Diagnostics& found);

} // namespace tir
