#include "passes/workbench/execution/work_count_json.h"

namespace tir {

using Json = nlohmann::json;

Json toJson(const WorkCount& work)
{
    Json byType = Json::array();
    for (const OperationCount& operations : work.byType)
        byType.push_back({{"dtype", toString(operations.dtype)},
                          {"isMatrix", operations.isMatrix},
                          {"count", operations.count}});
    return {{"loadedBytes", work.loadedBytes},
            {"storedBytes", work.storedBytes},
            {"loadedSharedBytes", work.loadedSharedBytes},
            {"storedSharedBytes", work.storedSharedBytes},
            {"operations", work.operations},
            {"byType", std::move(byType)},
            {"isExact", work.isExact}};
}

WorkCount workCountFromJson(const Json& json)
{
    WorkCount work{.loadedBytes = json.at("loadedBytes"),
                   .storedBytes = json.at("storedBytes"),
                   .loadedSharedBytes = json.at("loadedSharedBytes"),
                   .storedSharedBytes = json.at("storedSharedBytes"),
                   .operations = json.at("operations"),
                   .byType = {},
                   .isExact = json.at("isExact")};
    for (const Json& operations : json.at("byType"))
        if (const auto dtype = dtypeFromString(operations.at("dtype").get<std::string>()))
            work.byType.push_back({*dtype, operations.at("isMatrix"), operations.at("count")});
    return work;
}

Json toJson(const std::vector<CountedLaunches>& launches)
{
    Json list = Json::array();
    for (const CountedLaunches& each : launches)
        list.push_back({{"kernel", each.kernel},
                        {"grid", each.grid},
                        {"block", each.block},
                        {"dynamicSharedBytes", each.dynamicSharedBytes},
                        {"launches", each.launches},
                        {"work", toJson(each.work)},
                        {"isDifferent", each.isDifferent}});
    return list;
}

std::vector<CountedLaunches> countedLaunchesFromJson(const Json& json)
{
    std::vector<CountedLaunches> launches;
    for (const Json& each : json)
        launches.push_back({.kernel = each.at("kernel"),
                            .grid = each.at("grid"),
                            .block = each.at("block"),
                            .dynamicSharedBytes = each.at("dynamicSharedBytes"),
                            .launches = each.at("launches"),
                            .work = workCountFromJson(each.at("work")),
                            .isDifferent = each.at("isDifferent")});
    return launches;
}

} // namespace tir
