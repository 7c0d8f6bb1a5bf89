/// The work of launches as JSON:
///
///     work      {loadedBytes, storedBytes, loadedSharedBytes, storedSharedBytes, operations, byType, isExact}
///     byType    [{dtype, isMatrix, count}]
///     launches  [{kernel, grid, block, dynamicSharedBytes, launches, work, isDifferent}]

#pragma once

#include "passes/workbench/execution/json_fields.h"
#include "passes/workbench/execution/work_count.h"

namespace tir {

inline constexpr auto OperationFields = [](auto& operations, const auto& field) {
    field.name("dtype", operations.dtype, dtypeFromString);
    field("isMatrix", operations.isMatrix);
    field("count", operations.count);
};

inline constexpr auto WorkCountFields = [](auto& work, const auto& field) {
    field("loadedBytes", work.loadedBytes);
    field("storedBytes", work.storedBytes);
    field("loadedSharedBytes", work.loadedSharedBytes);
    field("storedSharedBytes", work.storedSharedBytes);
    field("operations", work.operations);
    field("byType", work.byType, OperationFields);
    field("isExact", work.isExact);
};

nlohmann::json toJson(const std::vector<CountedLaunches>& launches);
/// Throws the exceptions of the JSON library if a key is missing.
std::vector<CountedLaunches> countedLaunchesFromJson(const nlohmann::json& json);

} // namespace tir
