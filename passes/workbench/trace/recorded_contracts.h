/// The contracts of the passes of a run that was recorded elsewhere, such as by TVM, which does not check them.

#pragma once

#include "passes/framework/contracts.h"
#include "passes/workbench/trace/trace_file.h"

#include <nlohmann/json_fwd.hpp>

namespace tir {

/// Sets the breaches of all steps: what a pass requires and does not find by the order of the passes, or in the
/// module that it got. `missing`: by text of the trace, the properties that its module lacks; nothing for a text
/// that cannot be read.
void addBreaches(Trace& trace, const std::vector<std::optional<MissingProperties>>& missing);
/// The same; reads every text.
void addBreaches(Trace& trace);

/// [{property, message, notes, isConvention, exemption}], as trace_file.h says.
nlohmann::ordered_json breachesJson(const TraceStep& step);

} // namespace tir
