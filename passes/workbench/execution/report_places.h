/// Places in a report are in the module that ran. Here they become places of another one.

#pragma once

#include "passes/workbench/execution/run_request.h"

namespace tir {

/// Puts `map(place)` in place of every place of the report but NoPlace.
void mapPlaces(RunReport& report, const std::function<Place(Place)>& map);

} // namespace tir
