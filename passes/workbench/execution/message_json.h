/// Reading the JSON of messages between a program and its worker processes.

#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string_view>

namespace tir {

/// Throws what the library throws for a text that is not JSON. A fraction, or a number beyond 64 bits, is left out
/// where messages have integers: the library would convert it to the integer of the field, which is undefined for
/// most.
nlohmann::json parseMessage(std::string_view text);

} // namespace tir
