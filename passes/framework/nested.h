/// Passes that consist of other passes.

#pragma once

#include "passes/framework/pass.h"

#include <initializer_list>

namespace tir {

/// Runs the passes one after another with the configuration, mode and notes of `context`; they take no
/// arguments. Ends at the first that refuses.
PassOutcome runNested(const Module& module, PassContext& context,
                      std::initializer_list<std::string_view> passes);

} // namespace tir
