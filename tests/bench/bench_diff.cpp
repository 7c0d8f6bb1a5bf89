/// Comparing the texts of two steps, which the user waits for on every step: the goal is 100 ms for 15,000 lines,
/// whatever has changed. Lines that repeat everywhere make the search expensive; its cost is bounded. The structural
/// diff of two modules of 20,000 lines that share no node, as two imported ones, should take 50 ms.

#include "core/diff/line_diff.h"
#include "core/diff/structural/structural_rows.h"
#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"

#include <benchmark/benchmark.h>

#include <random>
#include <string>

namespace {

using namespace tir;

constexpr int Lines = 15000;
constexpr double GoalSeconds = 100e-3;

/// `of goal`: the goal is met at 1 and below.
void compare(benchmark::State& state, const std::string& before, const std::string& after)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(diffLines(before, after));
    state.counters["of goal"] = benchmark::Counter(double(state.iterations()) * GoalSeconds,
                                                   benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// Every n-th line differs.
void changedLines(benchmark::State& state)
{
    std::string before;
    std::string after;
    for (int i = 0; i < Lines; ++i) {
        before += "A[tx + " + std::to_string(i) + "] = B[tx // 2]\n";
        after += (i % state.range(0) == 0 ? "A[tx * " : "A[tx + ") + std::to_string(i) + "] = B[tx // 2]\n";
    }
    compare(state, before, after);
}

void shuffledRepetition(benchmark::State& state)
{
    std::mt19937 random(7);
    const auto make = [&] {
        std::string text;
        for (int i = 0; i < Lines; ++i)
            text += "line " + std::to_string(random() % 40) + "\n";
        return text;
    };
    const std::string before = make();
    compare(state, before, make());
}

constexpr int StructuralLines = 20000;
constexpr double StructuralGoalSeconds = 50e-3;

/// Functions of 100 lines each; every n-th statement differs from that of another `variant`.
std::string moduleText(int lines, int changeEvery, int variant)
{
    std::string text = "@I.ir_module\nclass Module:\n";
    const std::string suffix = variant == 0 || changeEvery > 0 ? "" : "_" + std::to_string(variant);
    for (int line = 0; line < lines; ++line) {
        if (line % 100 == 0)
            text += "    @T.prim_func(s_tir=True)\n    def f" + std::to_string(line) + "(A" + suffix +
                    ": T.Buffer((64,), \"float32\"), B" + suffix + ": T.Buffer((64,), \"float32\")):\n" +
                    "        for i" + suffix + " in range(64):\n";
        const int added = changeEvery > 0 && line % changeEvery == 0 ? variant : 0;
        text += "            A" + suffix + "[i" + suffix + " + " + std::to_string(line % 50 + added) +
                "] = B" + suffix + "[i" + suffix + "] * T.float32(" + std::to_string(line) + ")\n";
    }
    return text;
}

/// Every n-th line differs, or, with 0, only names do.
void structuralDiff(benchmark::State& state)
{
    const auto read = [&](int variant) {
        return parseModule(SourceText("bench.py", moduleText(StructuralLines, int(state.range(0)), variant)))
            .value()
            .module;
    };
    const OwnedModule before = read(0);
    const OwnedModule after = read(1);
    const PlaceTable left(*before.module);
    const PlaceTable right(*after.module);
    const PrintedText leftText = printWithPlaces(*before.module, left);
    const PrintedText rightText = printWithPlaces(*after.module, right);
    for (auto _ : state) {
        const StructuralDiff diff(left, right);
        const StructuralRows rows = structuralRows(diff, {leftText.text, leftText.placeSpans},
                                                   {rightText.text, rightText.placeSpans});
        state.counters["changed"] = rows.changedLines;
    }
    state.counters["of goal"] = benchmark::Counter(double(state.iterations()) * StructuralGoalSeconds,
                                                   benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

} // namespace

BENCHMARK(structuralDiff)->Arg(0)->Arg(1000)->Arg(3)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK(changedLines)->Arg(1000)->Arg(3)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK(shuffledRepetition)->Unit(benchmark::kMillisecond);
