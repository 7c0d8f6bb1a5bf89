/// Calls of passes as JSON, as TVM's Python takes them.

#pragma once

#include "passes/framework/recording.h"

#include <nlohmann/json_fwd.hpp>

namespace tir {

/// Adds the keys "arguments" and "named".
void addArguments(nlohmann::ordered_json& call, const PassInvocation& pass);

nlohmann::ordered_json toJson(const PassConfig& config);
nlohmann::ordered_json toJson(const TvmConfig& config);
/// A value of that JSON, or any other one, as `--config` takes it.
std::string configText(const nlohmann::ordered_json& value);
/// The value that `--config` takes as JSON: texts need no quotation marks.
std::string settingJson(const std::string& value);
/// Adds a value of that JSON. Fails as addConfig() does.
Result<bool> addConfig(PassConfig& config, const std::string& key, const nlohmann::ordered_json& value);
/// Adds the values of an object.
void addTvmConfig(TvmConfig& config, const nlohmann::ordered_json& values);

} // namespace tir
