/// The JSON of messages between a program and its worker processes.

#pragma once

#include "core/support/diagnostic.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace tir {

/// Throws the exceptions of the JSON library for a text that is not JSON. Fractions, and numbers beyond 64 bits, are
/// dropped where messages have integers: the library's conversion of them is undefined for most.
nlohmann::json parseMessage(std::string_view text);

/// In one line. Names in a module may hold any bytes: those that are not UTF-8 are replaced.
std::string dumpMessage(const nlohmann::json& message);

/// "WHAT cannot be read: WHY".
Diagnostic unusableMessage(const std::string& what, const std::string& why);

/// {severity, code, message, place, notes}; of notes, only the messages.
nlohmann::json diagnosticsToJson(const Diagnostics& diagnostics);
/// Throws the exceptions of the JSON library for anything else.
Diagnostics diagnosticsFromJson(const nlohmann::json& json);

} // namespace tir
