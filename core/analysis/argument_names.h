/// The role of each argument of a call: the parameters of a function of the module and, for a kernel launch, the
/// extents of its threads and the bytes of its shared memory.

#pragma once

#include "core/ir/places.h"

#include <string>
#include <vector>

namespace tir {

struct NamedArgument {
    Place place;      ///< of the argument
    std::string name; ///< "X_ptr", "threadIdx.x", "dynamic bytes"
};

/// Of all calls of functions of the module whose arguments correspond to parameters, by place.
std::vector<NamedArgument> argumentNames(const PlaceTable& places);

} // namespace tir
