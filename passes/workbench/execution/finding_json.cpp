#include "passes/workbench/execution/finding_json.h"

#include "passes/workbench/execution/json_fields.h"

namespace tir {
namespace {

constexpr auto AccessFields = [](auto& access, const auto& field) {
    field.number("kind", access.kind, AccessKind::Skip);
    field("place", access.place);
    field("isOnHost", access.isOnHost);
    field("block", access.block);
    field("thread", access.thread);
};

constexpr auto FindingFields = [](auto& finding, const auto& field) {
    field.name("kind", finding.kind, findingKindFromString);
    field("buffer", finding.buffer);
    field("memory", finding.memory);
    field("element", finding.element);
    field("scope", finding.scope);
    field("access", finding.access, AccessFields);
    field("other", finding.other, AccessFields);
    field("otherElement", finding.otherElement);
    field("detail", finding.detail);
    field("count", finding.count);
};

} // namespace

nlohmann::json findingsToJson(const std::vector<Finding>& findings)
{
    return writeFields(findings, FindingFields);
}

std::vector<Finding> findingsFromJson(const nlohmann::json& list)
{
    std::vector<Finding> findings;
    readFields(list, findings, FindingFields);
    return findings;
}

} // namespace tir
