/// Diagnostics in messages to and from a worker: {severity, code, message, place, notes}; of notes, only the messages.

#pragma once

#include "core/support/diagnostic.h"

#include <nlohmann/json_fwd.hpp>

namespace tir {

nlohmann::json diagnosticsToJson(const Diagnostics& diagnostics);
/// Throws the exceptions of the JSON library for anything else.
Diagnostics diagnosticsFromJson(const nlohmann::json& json);

} // namespace tir
