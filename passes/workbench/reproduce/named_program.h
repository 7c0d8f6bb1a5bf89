/// Programs that an untrusted file could start: a case, or a recording, names its passes, and some passes are programs.

#pragma once

#include "passes/framework/pass.h"

namespace tir {

/// Whether the pass is any program or any function of any Python module: `external("…")`, `tvm("os.system", "…")`.
/// Passes by the names of TVM's dialects are not: `tvm("s_tir.ThreadSync", "shared")`. Such a pass of a file must run
/// only if the user allows it.
bool isNamedProgram(const PassInvocation& pass);

} // namespace tir
