#include "core/analysis/loop_brackets.h"

#include "core/analysis/text.h"

#include <algorithm>

namespace tir {
namespace {

void setTrips(LoopBracket& bracket, const For& loop)
{
    bracket.variable = loop.loopVar->name;
    bracket.trips = shortText(*loop.extent);
    const auto* extent = as<IntImm>(loop.extent);
    const auto* step = loop.step ? as<IntImm>(loop.step) : nullptr;
    if (loop.step && (!step || step->value != 1) && !(step && step->value > 0 && extent))
        bracket.trips += " / " + shortText(*loop.step);
    if (!extent || (loop.step && (!step || step->value <= 0)))
        return;
    const int64_t stride = step ? step->value : 1;
    bracket.tripCount = extent->value <= 0 ? 0 : (extent->value - 1) / stride + 1;
    bracket.trips = std::to_string(bracket.tripCount);
}

} // namespace

std::vector<LoopBracket> loopBrackets(std::span<const LoopSpan> loops)
{
    std::vector<LoopBracket> brackets;
    for (const LoopSpan& span : loops) {
        LoopBracket& bracket = brackets.emplace_back(LoopBracket{.variable = {},
                                                                 .trips = {},
                                                                 .tripCount = -1,
                                                                 .firstTick = span.firstTick,
                                                                 .lastTick = span.lastTick,
                                                                 .depth = 0,
                                                                 .place = span.firstPlace});
        if (const auto* loop = as<For>(span.loop))
            setTrips(bracket, *loop);
        else if (const auto* repeated = as<While>(span.loop))
            bracket.trips = shortText(*repeated->condition);
    }
    // Loops end, and are listed, inside out: of two with the same ticks, the later one is outside.
    std::reverse(brackets.begin(), brackets.end());
    std::stable_sort(brackets.begin(), brackets.end(), [](const LoopBracket& a, const LoopBracket& b) {
        return a.firstTick != b.firstTick ? a.firstTick < b.firstTick : a.lastTick > b.lastTick;
    });
    std::vector<int> open; // last ticks of the loops around
    for (LoopBracket& bracket : brackets) {
        while (!open.empty() && open.back() < bracket.firstTick)
            open.pop_back();
        bracket.depth = int(open.size());
        open.push_back(bracket.lastTick);
    }
    return brackets;
}

} // namespace tir
