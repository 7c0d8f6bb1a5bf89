#include "app/cli/findings.h"

#include "app/cli/output.h"

#include <nlohmann/json.hpp>

namespace tir::cli {
namespace {

using Json = nlohmann::ordered_json;

Json accessJson(const FindingAccess& access, const StepText& text)
{
    Json json = {{"kind", toString(access.kind)},
                 {"isOnHost", access.isOnHost},
                 {"block", access.block},
                 {"thread", access.thread}};
    addSpan(json, text.spanOf(access.place), text.source);
    return json;
}

} // namespace

Json toJson(const std::vector<Finding>& findings, const StepText& text)
{
    Json list = Json::array();
    for (const Finding& finding : findings) {
        const Diagnostic diagnostic = toDiagnostic(finding);
        list.push_back({{"kind", diagnostic.code},
                        {"severity", toString(diagnostic.severity)},
                        {"message", diagnostic.message},
                        {"buffer", finding.buffer},
                        {"element", finding.element},
                        {"scope", finding.scope},
                        {"count", finding.count},
                        {"access", accessJson(finding.access, text)},
                        {"other", finding.other ? accessJson(*finding.other, text) : Json(nullptr)}});
    }
    return list;
}

} // namespace tir::cli
