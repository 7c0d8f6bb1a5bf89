/// Generates well-formed programs from bytes: functions, launches, shared memory, loops, bindings, expressions over
/// everything in scope. The meaning of a byte may change with the generator, so inputs that once failed are kept as
/// texts, not as bytes.

#pragma once

#include "tests/fuzz/byte_source.h"

#include <string>

namespace tir::testing {

/// TVMScript of a module that `verify` finds nothing wrong with.
std::string generatedProgram(ByteSource& bytes);

} // namespace tir::testing
