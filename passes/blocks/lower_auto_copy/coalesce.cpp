#include "core/arith/analyzer.h"
#include "core/arith/iter_map/iter_map.h"
#include "core/ir/substitute.h"
#include "passes/blocks/lower_auto_copy/thread_rules.h"

#include <algorithm>

namespace tir::passes {
namespace {

constexpr std::string_view ThreadTags[] = {"threadIdx.z", "threadIdx.y", "threadIdx.x"};

/// More than any GPU moves at once.
constexpr int64_t MostVectorBytes = 1 << 16;

int64_t vectorBytes(const CopyBlock& copy)
{
    return copy.number("vector_bytes", 1);
}

/// One loop in place of several, divided into loops over threads and vector lanes.
class Coalescer {
public:
    Coalescer(Arena& arena, const CopyBlock& copy, const CopyNest& nest)
        : m_arena(arena),
          m_analyzer(arena),
          m_copy(copy),
          m_nest(nest),
          m_type(nest.loops.front()->loopVar->dtype)
    {
        for (const For* loop : nest.loops) {
            m_name += std::string(loop->loopVar->name) + "_";
            m_extent *= extentOf(*loop);
        }
        m_name += "fused";
    }

    const Stmt* coalesce()
    {
        divide();
        const Stmt* body = substituted();
        const Expr* isInside = binary(m_arena, BinaryOp::LT, m_position, intImm(m_arena, m_type, m_extent));
        if (!m_analyzer.canProve(isInside))
            body = m_arena.make<IfThenElse>(isInside, body);
        return inLoops(m_arena, m_parts, body);
    }

private:
    /// The new loops, and the number of the iteration that they run.
    void divide()
    {
        const int64_t lanes =
            std::max<int64_t>(1, vectorBytes(m_copy) * 8 / m_copy.source->buffer->dtype.bits);
        int64_t together = lanes;
        for (const std::string_view tag : ThreadTags)
            if (const auto threads = m_copy.threads.find(tag); threads != m_copy.threads.end())
                together *= threads->second;
        addPart(ForKind::Serial, (m_extent + together - 1) / together, nullptr);
        for (const std::string_view tag : ThreadTags)
            if (const auto threads = m_copy.threads.find(tag); threads != m_copy.threads.end()) {
                const auto* var = m_arena.make<Var>(tag, primType(m_arena, m_type));
                addPart(ForKind::ThreadBinding, threads->second,
                        m_arena.make<IterVar>(nullptr, var, IterType::ThreadIndex, tag));
            }
        addPart(ForKind::Vectorized, lanes, nullptr);
    }

    void addPart(ForKind kind, int64_t extent, const IterVar* binding)
    {
        const Var* var = variableLike(m_arena, *m_nest.loops.front()->loopVar,
                                      m_name + "_" + std::to_string(m_parts.size()));
        const Expr* zero = intImm(m_arena, m_type, 0);
        const Expr* count = intImm(m_arena, m_type, extent);
        m_position = m_parts.empty() ? var : add(m_arena, mul(m_arena, m_position, count), var);
        m_parts.push_back(m_arena.make<For>(var, zero, count, kind, nullptr, binding));
        m_analyzer.bind(var, zero, count);
    }

    /// The store, with the old variables in terms of the number of the iteration.
    const Stmt* substituted()
    {
        const auto* fused = m_arena.make<Var>("fused", primType(m_arena, m_type));
        VarValues values;
        const Expr* rest = fused;
        for (size_t i = m_nest.loops.size(); i-- > 0;) {
            const For& loop = *m_nest.loops[i];
            const Expr* extent = intImm(m_arena, m_type, extentOf(loop));
            values[loop.loopVar] =
                cast(m_arena, loop.loopVar->dtype, binary(m_arena, BinaryOp::FloorMod, rest, extent));
            rest = floorDiv(m_arena, rest, extent);
        }
        VarValues position;
        position[fused] = m_position;
        return substitute(m_arena, substitute(m_arena, m_nest.inner(m_arena), values), position);
    }

    Arena& m_arena;
    arith::Analyzer m_analyzer;
    const CopyBlock& m_copy;
    const CopyNest& m_nest;
    const DType m_type;
    std::string m_name;
    int64_t m_extent = 1;
    std::vector<const For*> m_parts;
    const Expr* m_position = nullptr;
};

} // namespace

RewrittenCopy coalesce(Arena& arena, const CopyBlock& copy, const Stmt* body)
{
    const std::optional<CopyNest> nest = readNest(body);
    if (!nest || nest->loops.empty())
        return {.fault = NoNest};
    if (vectorBytes(copy) > MostVectorBytes)
        return {.fault = "its vector_bytes must be at most " + std::to_string(MostVectorBytes)};
    return {.body = Coalescer(arena, copy, *nest).coalesce()};
}

RewrittenCopy loopOverTarget(Arena& arena, const CopyBlock& copy, const Stmt* body)
{
    const std::optional<CopyNest> nest = readNest(body);
    if (!nest || nest->condition)
        return {.fault = NoNest};
    const BufferStore& store = *nest->store;
    const auto* load = as<BufferLoad>(store.value);
    if (!load)
        return {.fault = "it must store what it loads, without computing anything"};

    // The position in the target, as a map of the loops.
    arith::Analyzer analyzer(arena);
    std::vector<const Expr*> positions;
    for (size_t i = 0; i < store.indices.size(); ++i) {
        const Expr* from = copy.target->region[i]->min;
        const Expr* position = analyzer.simplify(binary(arena, BinaryOp::Sub, store.indices[i], from));
        if (!isConstInt(position, 0))
            positions.push_back(position);
    }
    arith::VarRanges domains;
    for (const For* loop : nest->loops)
        domains.push_back({loop->loopVar, loop->min, loop->extent});
    const arith::IterMap map = arith::detectIterMap(analyzer, arena.copy(positions), domains,
                                                    {.level = arith::IterMapLevel::Bijective});
    if (!map || map.indices.size() != nest->loops.size())
        return {.fault = "its loops must run over every element of its target once"};

    std::vector<const For*> loops;
    std::vector<const Expr*> targetIndices;
    std::vector<const Expr*> variables;
    for (const Range* range : copy.target->region) {
        const Expr* index = range->min;
        if (!isConstInt(range->extent, 1)) {
            if (loops.size() == nest->loops.size())
                return {.fault = "it has fewer loops than its target has dimensions"};
            const For& old = *nest->loops[loops.size()];
            const Var* var = variableLike(arena, *old.loopVar, std::string(old.loopVar->name) + "_inverse");
            // The extent is that of the dimension with the number of the loop, also if this one was skipped.
            loops.push_back(serialLoop(arena, var, copy.target->region[loops.size()]->extent));
            index = add(arena, index, var);
            variables.push_back(var);
        }
        targetIndices.push_back(index);
    }
    if (loops.size() != nest->loops.size())
        return {.fault = "it has more loops than its target has dimensions"};
    const std::vector<arith::VarValue> inverse =
        arith::inverseAffineIterMap(analyzer, map.indices, arena.copy(variables));
    const auto valueOf = [&](const Var* var) -> const Expr* {
        const auto found = std::ranges::find(inverse, var, &arith::VarValue::var);
        return found == inverse.end() ? intImm(arena, var->dtype, 0) : found->value;
    };
    std::vector<const Expr*> sourceIndices;
    size_t next = 0;
    for (const Range* range : copy.source->region) {
        const bool isUnit = isConstInt(range->extent, 1) || next == nest->loops.size();
        sourceIndices.push_back(isUnit ? range->min
                                       : add(arena, range->min, valueOf(nest->loops[next]->loopVar)));
        next += !isUnit;
    }
    const auto* value = arena.make<BufferLoad>(load->dtype, load->buffer, arena.copy(sourceIndices));
    const auto* made = arena.make<BufferStore>(store.buffer, value, arena.copy(targetIndices));
    return {.body = inLoops(arena, loops, made)};
}

} // namespace tir::passes
