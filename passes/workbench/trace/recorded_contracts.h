/// The contracts of the passes of a run that was recorded elsewhere, such as by TVM, which does not check them.

#pragma once

#include "passes/framework/recording.h"

#include <nlohmann/json_fwd.hpp>

namespace tir {

/// Sets the breaches of all steps: properties that a pass requires and that do not hold by the order of the passes, or
/// in its module. The module of an unread step can have any property. Uses up to `helpers` more threads, which is worth
/// it for large modules.
void addBreaches(Recording& recording, size_t helpers = 0);

/// [{property, message, notes, isConvention, exemption}], as documented in trace_file.h.
nlohmann::ordered_json toJson(const std::vector<ContractBreach>& breaches);

} // namespace tir
