/// Generating code in this process: what the worker does.

#pragma once

#include "passes/workbench/execution/generate_code.h"

namespace tir {

Result<Artifact> generateHere(const GenerateRequest& request);

} // namespace tir
