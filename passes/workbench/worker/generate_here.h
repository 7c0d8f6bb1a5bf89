/// Generates code in this process; called by the worker.

#pragma once

#include "passes/workbench/execution/generate_code.h"

namespace tir {

Result<Artifact> generateHere(const GenerateRequest& request);

} // namespace tir
