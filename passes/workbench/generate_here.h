/// Generating code in this process: what the worker does.

#pragma once

#include "passes/workbench/generate_code.h"

namespace tir {

Result<Artifact> generateHere(const GenerateRequest& request);

} // namespace tir
