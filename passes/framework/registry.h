/// The passes that exist, from pass_list.def.

#pragma once

#include "passes/framework/pass.h"

namespace tir {

/// All passes, sorted by name.
const std::vector<PassInfo>& allPasses();

/// Null when no such pass is built yet.
const PassInfo* findPass(std::string_view name);

} // namespace tir
