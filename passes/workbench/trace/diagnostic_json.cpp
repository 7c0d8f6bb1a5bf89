#include "passes/workbench/trace/diagnostic_json.h"

#include "core/support/result.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tir {

nlohmann::json diagnosticsToJson(const Diagnostics& diagnostics)
{
    nlohmann::json list = nlohmann::json::array();
    for (const Diagnostic& diagnostic : diagnostics) {
        nlohmann::json notes = nlohmann::json::array();
        for (const DiagnosticNote& note : diagnostic.notes)
            notes.push_back(note.message);
        list.push_back({{"severity", int(diagnostic.severity)},
                        {"code", diagnostic.code},
                        {"message", diagnostic.message},
                        {"place", diagnostic.place},
                        {"notes", notes}});
    }
    return list;
}

Diagnostics diagnosticsFromJson(const nlohmann::json& list)
{
    Diagnostics diagnostics;
    for (const nlohmann::json& json : list) {
        Diagnostic diagnostic = error(json.at("code"), json.at("message"));
        diagnostic.severity = Severity(std::clamp(json.at("severity").get<int>(), 0, int(Severity::Error)));
        diagnostic.place = json.at("place");
        for (const nlohmann::json& note : json.at("notes"))
            diagnostic.notes.push_back({note, NoPlace, {}});
        diagnostics.push_back(std::move(diagnostic));
    }
    return diagnostics;
}

} // namespace tir
