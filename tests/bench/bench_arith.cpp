/// Simplifying the index expressions of kernels, as StmtSimplify does for every index. The goal is 20 microseconds for
/// a new expression, and 1 for a repeated one.

#include "core/arith/analyzer.h"
#include "core/arith/iter_map/iter_map.h"
#include "core/ir/make.h"

#include <benchmark/benchmark.h>

namespace {

using namespace tir;

/// bx * 1024 + ty * 64 + i * 16 + tx, with its quotient and remainder by `tile`.
struct Indices {
    explicit Indices(Arena& arena) : arena(arena)
    {
        static constexpr const char* Names[] = {"bx", "ty", "i", "tx"};
        static constexpr int Extents[] = {64, 16, 4, 16};
        for (int k = 0; k < 4; ++k) {
            vars[k] = arena.make<Var>(Names[k], primType(arena, Int32));
            ranges.push_back({vars[k], int32(arena, 0), int32(arena, Extents[k])});
        }
    }

    const Expr* flat() const
    {
        const Expr* sum = mul(arena, vars[0], int32(arena, 1024));
        sum = add(arena, sum, mul(arena, vars[1], int32(arena, 64)));
        sum = add(arena, sum, mul(arena, vars[2], int32(arena, 16)));
        return add(arena, sum, vars[3]);
    }
    const Expr* quotient(int tile) const { return floorDiv(arena, flat(), int32(arena, tile)); }
    const Expr* remainder(int tile) const
    {
        return binary(arena, BinaryOp::FloorMod, flat(), int32(arena, tile));
    }

    Arena& arena;
    const Var* vars[4];
    arith::VarRanges ranges;
};

void bindAll(arith::Analyzer& analyzer, const arith::VarRanges& ranges)
{
    for (const arith::VarRange& range : ranges)
        analyzer.bind(range.var, range.min, range.extent);
}

void newExpression(benchmark::State& state)
{
    for (auto _ : state) {
        Arena arena;
        const Indices indices(arena);
        arith::Analyzer analyzer(arena);
        bindAll(analyzer, indices.ranges);
        benchmark::DoNotOptimize(analyzer.simplify(add(arena, indices.quotient(32), indices.remainder(32))));
    }
}

void knownExpression(benchmark::State& state)
{
    Arena arena;
    const Indices indices(arena);
    arith::Analyzer analyzer(arena);
    bindAll(analyzer, indices.ranges);
    const Expr* expr = add(arena, indices.quotient(32), indices.remainder(32));
    for (auto _ : state)
        benchmark::DoNotOptimize(analyzer.simplify(expr));
}

void iterationMap(benchmark::State& state)
{
    Arena arena;
    const Indices indices(arena);
    arith::Analyzer analyzer(arena);
    const std::vector<const Expr*> both{indices.quotient(32), indices.remainder(32)};
    for (auto _ : state)
        benchmark::DoNotOptimize(iterMapSimplify(analyzer, both, indices.ranges));
}

} // namespace

BENCHMARK(newExpression)->Unit(benchmark::kMicrosecond);
BENCHMARK(knownExpression)->Unit(benchmark::kMicrosecond);
BENCHMARK(iterationMap)->Unit(benchmark::kMicrosecond);
