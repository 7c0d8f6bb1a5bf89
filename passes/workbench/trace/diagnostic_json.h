/// Diagnostics as they cross the pipes to and from a worker: {severity, code, message, place, notes}; notes
/// are their words only.

#pragma once

#include "core/support/diagnostic.h"

#include <nlohmann/json_fwd.hpp>

namespace tir {

nlohmann::json diagnosticsToJson(const Diagnostics& diagnostics);
/// Throws what the library throws for anything else.
Diagnostics diagnosticsFromJson(const nlohmann::json& json);

} // namespace tir
