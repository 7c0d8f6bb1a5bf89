/// A function of the tile dialect, made of bytes: scopes of execution, layouts, tile primitives, views,
/// hints.

#pragma once

#include "tests/fuzz/byte_source.h"

#include <string>

namespace tir::testing {

/// The lines of a well-formed function with the given name, indented for a class. It leaves out what TVM's
/// text cannot tell apart.
std::string generatedTileFunction(ByteSource& bytes, const std::string& name);

} // namespace tir::testing
