/// Whether the iterations of a pipeline can overlap.

#pragma once

#include "passes/blocks/inject_software_pipeline/versions.h"

namespace tir::passes {

/// Why overlapping iterations would not compute the same, or cannot be shown to; empty if they compute the same.
/// TVM does not check this.
std::string whyNoOverlap(const Pipeline& pipeline, const std::vector<VersionedBuffer>& versions);

} // namespace tir::passes
