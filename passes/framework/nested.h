/// Passes that consist of other passes.

#pragma once

#include "passes/framework/pass.h"

namespace tir {

/// The pass runs those of `info.runs` one after another with its configuration, mode and notes; they take no
/// arguments. It ends at the first that refuses.
PassInfo nestedPass(PassInfo info);

} // namespace tir
