#include "passes/workbench/trace/pass_json.h"

#include "passes/workbench/trace/record.h"

#include <nlohmann/json.hpp>

namespace tir {
namespace {

using Json = nlohmann::ordered_json;

Json valueJson(const PassArgument& argument)
{
    return std::visit([](const auto& value) { return Json(value); }, argument);
}

std::string textOfJson(const Json& value)
{
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

void addArguments(Json& call, const PassInvocation& pass)
{
    call["arguments"] = Json::array();
    for (const PassArgument& argument : pass.positional)
        call["arguments"].push_back(valueJson(argument));
    call["named"] = Json::object();
    for (const auto& [name, argument] : pass.named)
        call["named"][name] = valueJson(argument);
}

Json toJson(const PassConfig& config)
{
    Json json = Json::object();
    for (const auto& [key, value] : config)
        json[key] = valueJson(value);
    return json;
}

Json toJson(const TvmConfig& config)
{
    Json json = Json::object();
    for (const auto& [key, value] : config)
        json[key] = Json::parse(value, nullptr, false);
    return json;
}

std::string configText(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : textOfJson(value);
}

std::string settingJson(const std::string& value)
{
    if (value == "True" || value == "False")
        return value == "True" ? "true" : "false";
    const Json read = Json::parse(value, nullptr, false);
    return textOfJson(read.is_discarded() ? Json(value) : read);
}

void addTvmConfig(TvmConfig& config, const Json& values)
{
    for (const auto& [key, value] : values.items())
        config[key] = textOfJson(value);
}

Result<bool> addConfig(PassConfig& config, const std::string& key, const Json& value)
{
    return addConfig(config, key + "=" + configText(value));
}

} // namespace tir
