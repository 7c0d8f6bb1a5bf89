#include "passes/workbench/execution/work_count_json.h"

namespace tir {
namespace {

constexpr auto LaunchFields = [](auto& launches, const auto& field) {
    field("kernel", launches.kernel);
    field("grid", launches.grid);
    field("block", launches.block);
    field("dynamicSharedBytes", launches.dynamicSharedBytes);
    field("launches", launches.launches);
    field("work", launches.work, WorkCountFields);
    field("isDifferent", launches.isDifferent);
};

} // namespace

nlohmann::json toJson(const std::vector<CountedLaunches>& launches)
{
    return writeFields(launches, LaunchFields);
}

std::vector<CountedLaunches> countedLaunchesFromJson(const nlohmann::json& json)
{
    std::vector<CountedLaunches> launches;
    readFields(json, launches, LaunchFields);
    return launches;
}

} // namespace tir
