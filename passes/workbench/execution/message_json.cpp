#include "passes/workbench/execution/message_json.h"

#include "core/support/result.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tir {
namespace {

/// The fields that are not integers, all of the report about a GPU.
constexpr std::string_view FractionFields[] = {"bandwidthShare", "arithmeticShare", "clockHertz",
                                               "peakBytesPerSecond", "peakOperationsPerSecond"};

} // namespace

nlohmann::json parseMessage(std::string_view text)
{
    using Json = nlohmann::json;
    std::string field;
    const auto keeps = [&](int, Json::parse_event_t event, Json& parsed) {
        if (event == Json::parse_event_t::key)
            field = parsed.get<std::string>();
        return event != Json::parse_event_t::value || !parsed.is_number_float() ||
               std::ranges::count(FractionFields, field) > 0;
    };
    return Json::parse(text.begin(), text.end(), keeps);
}

std::string dumpMessage(const nlohmann::json& message)
{
    return message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

Diagnostic unusableMessage(const std::string& what, const std::string& why)
{
    return error("worker-protocol", what + " cannot be read: " + why);
}

} // namespace tir
