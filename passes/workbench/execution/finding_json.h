/// Findings as they cross the pipe from a worker: {kind, buffer, element, scope, access, other, otherElement,
/// detail, count}; an access is {kind, place, isOnHost, block, thread}, `other` may be null.

#pragma once

#include "core/runtime/finding.h"

#include <nlohmann/json_fwd.hpp>

namespace tir {

nlohmann::json findingsToJson(const std::vector<Finding>& findings);
/// Throws the exceptions of the JSON library for anything else.
std::vector<Finding> findingsFromJson(const nlohmann::json& json);

} // namespace tir
