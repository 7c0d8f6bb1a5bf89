/// The passes that exist, from pass_list.def.

#pragma once

#include "passes/framework/pass.h"

#include <optional>

namespace tir {

/// All passes, sorted by name.
const std::vector<PassInfo>& allPasses();

/// Null when no such pass is built yet.
const PassInfo* findPass(std::string_view name);

/// The error in the arguments of `invocation`; nothing if `pass` accepts them.
std::optional<Diagnostic> checkArguments(const PassInfo& pass, const PassInvocation& invocation);

} // namespace tir
