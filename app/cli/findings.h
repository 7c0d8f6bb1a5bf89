/// Findings of checked runs, as the commands write them. As JSON:
///
///     [{kind, severity, message, buffer, element, scope, count, access, other}]
///
/// kind is a code of `tirc list findings`; element as the program names it, "C[3, 5]"; scope "global",
/// "shared.dyn", "local", …; count: how often; access {kind, isOnHost, block, thread, line, column, endLine,
/// endColumn}: kind is "reads", "writes", "updates", "copies into", "waits", "divides", "launches"
/// or "never reaches", the place is in the text
/// of the step; other is the other side of a conflict likewise, else null.

#pragma once

#include "core/runtime/finding.h"
#include "passes/workbench/trace/step_text.h"

#include <nlohmann/json_fwd.hpp>

namespace tir::cli {

nlohmann::ordered_json toJson(const std::vector<Finding>& findings, const StepText& text);

} // namespace tir::cli
