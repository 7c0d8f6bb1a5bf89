#include "passes/workbench/check/time_budget.h"

#include "core/ir/contains.h"
#include "core/ir/stmt.h"
#include "core/support/decimal.h"

#include <array>

namespace tir {
namespace {

/// Those of a number that a user types.
constexpr int LimitDigits = 6;
constexpr double NsPerSecond = 1e9;

/// How many blocks of the grids run with such a limit, about.
double blocksWithin(const PartialGrids& grids, int64_t limit)
{
    double blocks = 0;
    for (const auto& [grid, count] : grids) {
        double ofGrid = 1;
        for (const int64_t extent : grid)
            ofGrid *= double(std::min(extent, limit));
        blocks += ofGrid;
    }
    return blocks;
}

} // namespace

std::string TimeBudget::limitText() const
{
    return "the time limit of " + decimalText(*m_limitSeconds, LimitDigits) + " s for the whole check";
}

bool launchesBlocks(const Module& module)
{
    const auto isOfBlocks = [](const Node& node) {
        const auto* loop = as<For>(&node);
        const auto* attribute = as<AttrStmt>(&node);
        const IterVar* axis = loop ? loop->threadBinding : attribute ? attribute->iterVar() : nullptr;
        return axis && axis->threadTag.starts_with("blockIdx.");
    };
    return std::ranges::any_of(module.functions, [&](const ModuleEntry& entry) {
        const auto* function = as<PrimFunc>(entry.function);
        return function && contains(*function->body, isOfBlocks);
    });
}

int64_t affordableBlocks(const RunReport& few, int64_t fewBlocks, double seconds)
{
    const double ofFew = blocksWithin(few.partialGrids, fewBlocks);
    int64_t largest = fewBlocks;
    for (const auto& [grid, count] : few.partialGrids)
        largest = std::max(largest, std::ranges::max(grid));
    const auto secondsWith = [&](int64_t limit) {
        return double(few.runNs) / NsPerSecond * blocksWithin(few.partialGrids, limit) / ofFew;
    };
    int64_t limit = fewBlocks;
    while (limit * 2 < largest && secondsWith(limit * 2) <= seconds)
        limit *= 2;
    return limit;
}

} // namespace tir
