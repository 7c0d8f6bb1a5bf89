/// The work of launches as JSON:
///
///     work      {loadedBytes, storedBytes, loadedSharedBytes, storedSharedBytes, operations, byType, isExact}
///     byType    [{dtype, isMatrix, count}]
///     launches  [{kernel, grid, block, dynamicSharedBytes, launches, work, isDifferent}]

#pragma once

#include "passes/workbench/execution/work_count.h"

#include <nlohmann/json.hpp>

namespace tir {

nlohmann::json toJson(const WorkCount& work);
nlohmann::json toJson(const std::vector<CountedLaunches>& launches);
/// These throw the exceptions of the JSON library if a key is missing.
WorkCount workCountFromJson(const nlohmann::json& json);
std::vector<CountedLaunches> countedLaunchesFromJson(const nlohmann::json& json);

} // namespace tir
