#include "passes/workbench/execution/finding_json.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tir {
namespace {

using Json = nlohmann::json;

Json accessJson(const FindingAccess& access)
{
    return {{"kind", int(access.kind)},
            {"place", access.place},
            {"isOnHost", access.isOnHost},
            {"block", access.block},
            {"thread", access.thread}};
}

FindingAccess accessFrom(const Json& json)
{
    FindingAccess access;
    access.kind = AccessKind(std::clamp(json.at("kind").get<int>(), 0, int(AccessKind::Skip)));
    access.place = json.at("place");
    access.isOnHost = json.at("isOnHost");
    access.block = json.at("block").get<std::array<uint32_t, 3>>();
    access.thread = json.at("thread").get<std::array<uint32_t, 3>>();
    return access;
}

} // namespace

Json findingsToJson(const std::vector<Finding>& findings)
{
    Json list = Json::array();
    for (const Finding& finding : findings)
        list.push_back({{"kind", toString(finding.kind)},
                        {"buffer", finding.buffer},
                        {"element", finding.element},
                        {"scope", finding.scope},
                        {"access", accessJson(finding.access)},
                        {"other", finding.other ? accessJson(*finding.other) : Json()},
                        {"otherElement", finding.otherElement},
                        {"detail", finding.detail},
                        {"count", finding.count}});
    return list;
}

std::vector<Finding> findingsFromJson(const Json& list)
{
    std::vector<Finding> findings;
    for (const Json& json : list) {
        Finding finding;
        finding.kind = findingKindFromString(json.at("kind").get<std::string>()).value_or(FindingKind::Race);
        finding.buffer = json.at("buffer");
        finding.element = json.at("element");
        finding.scope = json.at("scope");
        finding.access = accessFrom(json.at("access"));
        if (!json.at("other").is_null())
            finding.other = accessFrom(json.at("other"));
        finding.otherElement = json.at("otherElement");
        finding.detail = json.at("detail");
        finding.count = json.at("count");
        findings.push_back(std::move(finding));
    }
    return findings;
}

} // namespace tir
