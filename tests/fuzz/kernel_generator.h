/// Generates programs that execute: launches, shared memory between barriers, loops that end. Most of them do
/// nothing wrong; some access memory outside of a buffer or without a barrier.

#pragma once

#include "tests/fuzz/byte_source.h"

#include <string>

namespace tir::testing {

/// The same bytes give the same module; its entry is `main`.
std::string generatedKernels(ByteSource& bytes);

} // namespace tir::testing
