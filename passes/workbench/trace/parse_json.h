/// Parses JSON with long texts in it, as recordings have them, several times as fast as nlohmann's parser does: the long
/// texts are found first and decoded on all cores.

#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace tir {

/// The value that `nlohmann::ordered_json::parse(json, nullptr, false)` returns: discarded if `json` is damaged.
/// `helpers`: how many more threads should decode texts.
nlohmann::ordered_json parseJson(std::string_view json, size_t helpers = 0);

/// The text under a key of a record; empty if there is none. Precondition: the record is an object.
std::string textOf(const nlohmann::ordered_json& record, const char* key);

} // namespace tir
