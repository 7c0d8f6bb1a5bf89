/// How many threads a block of a kernel has, as generated CUDA C declares it to the driver (__launch_bounds__), which
/// launches no more.

#pragma once

#include "core/ir/stmt.h"

#include <cstdint>
#include <optional>

namespace tir {

/// Nothing without thread axes, with one thread, and where an extent is not a constant or the product does not fit.
std::optional<int64_t> declaredThreads(const Stmt& kernelBody);

} // namespace tir
