#include "passes/workbench/execution/message_json.h"

#include "core/support/result.h"
#include "passes/workbench/execution/json_fields.h"

#include <algorithm>

namespace tir {
namespace {

/// The fields that are not integers, all of the report about a GPU.
constexpr std::string_view FractionFields[] = {"bandwidthShare", "arithmeticShare", "clockHertz",
                                               "peakBytesPerSecond", "peakOperationsPerSecond"};

/// Without the notes.
constexpr auto DiagnosticFields = [](auto& diagnostic, const auto& field) {
    field.number("severity", diagnostic.severity, Severity::Error);
    field("code", diagnostic.code);
    field("message", diagnostic.message);
    field("place", diagnostic.place);
};

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

nlohmann::json diagnosticsToJson(const Diagnostics& diagnostics)
{
    nlohmann::json list = nlohmann::json::array();
    for (const Diagnostic& diagnostic : diagnostics) {
        nlohmann::json json = writeFields(diagnostic, DiagnosticFields);
        nlohmann::json& notes = json["notes"] = nlohmann::json::array();
        for (const DiagnosticNote& note : diagnostic.notes)
            notes.push_back(note.message);
        list.push_back(std::move(json));
    }
    return list;
}

Diagnostics diagnosticsFromJson(const nlohmann::json& list)
{
    Diagnostics diagnostics;
    for (const nlohmann::json& json : list) {
        Diagnostic diagnostic;
        readFields(json, diagnostic, DiagnosticFields);
        for (const nlohmann::json& note : json.at("notes"))
            diagnostic.notes.push_back({note, NoPlace, {}});
        diagnostics.push_back(std::move(diagnostic));
    }
    return diagnostics;
}

} // namespace tir
