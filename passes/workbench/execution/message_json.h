/// Reading the JSON of messages between a program and its worker processes.

#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string_view>

namespace tir {

/// Throws the exceptions of the JSON library for a text that is not JSON. Fractions, and numbers beyond 64 bits, are
/// dropped where messages have integers: the library's conversion of them is undefined for most.
nlohmann::json parseMessage(std::string_view text);

} // namespace tir
