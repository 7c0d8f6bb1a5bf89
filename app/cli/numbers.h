/// Checks of numbers on the command line, with messages that state the allowed range.

#pragma once

#include "app/cli/command_line.h"

#include <climits>
#include <cstdint>

namespace tir::cli {

ValueCheck positiveNumber();
ValueCheck notNegativeNumber();
/// Counts, which would wrap around or be cut off where they do not fit.
ValueCheck wholeNumber(uint64_t least, uint64_t greatest = INT_MAX);

} // namespace tir::cli
