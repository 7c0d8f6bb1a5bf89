/// Inputs with which `tirc check` executes every step once more, because some errors show only with them.

#pragma once

#include "passes/workbench/execution/run_request.h"

#include <map>
#include <string>
#include <vector>

namespace tir {

/// Inputs besides those of a request.
struct OtherInputs {
    std::map<std::string, InputSpec> specs;
    std::string text;        ///< "n = 65"; empty if there are none
    bool hasIndices = false; ///< they change elements that are indices, extents, or divisors, or scalars
    bool hasScalars = false;
};

/// The sizes that a run chooses: "n = 64, m = 32", in the order of the names.
std::string chosenSizesText(const RunRequest& request);

/// Sizes with which tiles are incomplete, where a missing guard shows; none if the request gives the sizes, or if no
/// dimension is tiled.
OtherInputs sizesOfIncompleteTiles(const RunRequest& request);

/// Whether values decide what the module computes: it compares, divides, converts, or chooses what it has loaded. Sums and
/// products are the same for all values. The same for scalars that are not the size of a tensor.
bool dependsOnValues(const Module& module);

/// Values for the parameters that the request does not give: negative ones, zero, and larger ones than by default. The input
/// may not be for them: of several choices, the first that it accepts is the best. Later ones leave out scalars, tensors with
/// elements that are indices, extents, or divisors, numbers that may overflow, and then all integers.
std::vector<OtherInputs> otherValues(const RunRequest& request);

} // namespace tir
