/// Generates a function of the tile dialect from bytes: scopes of execution, layouts, tile primitives, views, hints.

#pragma once

#include "tests/fuzz/byte_source.h"

#include <string>

namespace tir::testing {

/// The lines of a well-formed function with the given name, indented for a class. It avoids constructs that TVM's text
/// cannot distinguish.
std::string generatedTileFunction(ByteSource& bytes, const std::string& name);

} // namespace tir::testing
