/// Inputs with which `tirc check` executes every step once more, because some errors show only with them.

#pragma once

#include "passes/workbench/execution/run_request.h"

#include <map>
#include <string>

namespace tir {

/// Inputs besides those of a request.
struct OtherInputs {
    std::map<std::string, InputSpec> specs;
    std::string text; ///< "n = 65"; empty if there are none
};

/// The sizes that a run chooses: "n = 64, m = 32", in the order of the names.
std::string chosenSizesText(const RunRequest& request);

/// Sizes with which tiles are incomplete, where a missing guard shows; none if the request gives the sizes, or if no
/// dimension is tiled.
OtherInputs sizesOfIncompleteTiles(const RunRequest& request);

} // namespace tir
