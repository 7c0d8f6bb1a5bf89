/// The contracts of the passes of a run that was recorded elsewhere, such as by TVM, which does not check them.

#pragma once

#include "passes/framework/recording.h"

#include <nlohmann/json_fwd.hpp>

namespace tir {

/// Sets the breaches of all steps: what a pass requires and does not find by the order of the passes, or in the
/// module that it got. The module of an unread step can have any property. Up to `helpers` more threads help, which is
/// worth it for large modules.
void addBreaches(Recording& recording, size_t helpers = 0);

/// [{property, message, notes, isConvention, exemption}], as trace_file.h says.
nlohmann::ordered_json toJson(const std::vector<ContractBreach>& breaches);

} // namespace tir
