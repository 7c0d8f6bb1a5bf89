#include "passes/workbench/trace/diagnostic_json.h"

#include "passes/workbench/execution/json_fields.h"

namespace tir {
namespace {

/// Without the notes.
constexpr auto DiagnosticFields = [](auto& diagnostic, const auto& field) {
    field.number("severity", diagnostic.severity, Severity::Error);
    field("code", diagnostic.code);
    field("message", diagnostic.message);
    field("place", diagnostic.place);
};

} // namespace

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
