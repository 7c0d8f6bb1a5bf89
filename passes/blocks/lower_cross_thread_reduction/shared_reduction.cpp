#include "passes/blocks/lower_cross_thread_reduction/shared_reduction.h"

#include "core/analysis/text.h"
#include "core/arith/iter_map/iter_map.h"
#include "core/ir/contains.h"
#include "core/support/text_format.h"
#include "passes/blocks/thread_axes.h"

#include <algorithm>

namespace tir::passes {
namespace {

/// Whether an axis of the block that reduces selects the element that is written.
bool reductionIndexesOutput(const SBlock& block)
{
    PointerSet<Var> reduced;
    for (const IterVar* axis : block.iterVars)
        if (axis->iterType == IterType::CommReduce)
            reduced.insert(axis->var);
    PointerSet<Buffer> written;
    for (const BufferRegion* region : block.writes)
        written.insert(region->buffer);
    const auto usesReduced = [&](const Expr* expr) {
        return contains(*expr, [&](const Node& node) {
            const auto* var = as<Var>(&node);
            return var && reduced.contains(var);
        });
    };
    return contains(*block.body, [&](const Node& node) {
        if (const auto* store = as<BufferStore>(&node))
            return written.contains(store->buffer) && std::ranges::any_of(store->indices, usesReduced);
        const auto* match = as<MatchBufferRegion>(&node);
        if (!match || !written.contains(match->source->buffer))
            return false;
        written.insert(match->buffer);
        return std::ranges::any_of(match->source->region,
                                   [&](const Range* range) { return usesReduced(range->min); });
    });
}

/// The last block below a statement, not one inside of another.
const SBlockRealize* lastBlock(const Node& root)
{
    if (const auto* realize = as<SBlockRealize>(&root))
        return realize;
    const SBlockRealize* last = nullptr;
    forEachChild(root, Role::Scope, [&](const Node& child, Role) {
        if (!child.isExpr())
            if (const SBlockRealize* found = lastBlock(child))
                last = found;
    });
    return last;
}

} // namespace

PointerMap<Buffer, int> writerCounts(const SBlock& scope)
{
    PointerMap<Buffer, int> counts;
    const auto count = [&](const auto& self, const Node& node, Role role) -> void {
        if (const auto* block = as<SBlock>(&node)) {
            for (const BufferRegion* region : block->writes)
                ++counts[region->buffer];
            return;
        }
        forEachChild(node, role, [&](const Node& child, Role childRole) {
            if (!child.isExpr())
                self(self, child, childRole);
        });
    };
    count(count, *scope.body, Role::Scope);
    return counts;
}

bool isReduction(const SBlock& block, const PointerMap<Buffer, int>& writers)
{
    const auto isPlain = [](const IterVar* axis) {
        return axis->iterType == IterType::DataPar || axis->iterType == IterType::CommReduce;
    };
    const auto isOnlyWriter = [&](const BufferRegion* output) {
        const int* count = writers.find(output->buffer);
        return count && *count == 1;
    };
    return block.init && std::ranges::all_of(block.iterVars, isPlain) &&
           std::ranges::all_of(block.writes, isOnlyWriter) && !reductionIndexesOutput(block);
}

bool isAffine(arith::Analyzer& analyzer, const SBlockRealize& realize, const Expr* predicate,
              const std::vector<const For*>& loops)
{
    if (loops.empty())
        return true;
    arith::VarRanges domains;
    for (const For* loop : loops)
        domains.push_back({loop->loopVar, loop->min, loop->extent});
    const arith::IterMap map =
        arith::detectIterMap(analyzer, realize.iterValues, domains, {.predicate = predicate});
    return map && std::ranges::all_of(map.indices, [](const arith::IterSum& index) {
               return index.args.empty() || isConstInt(index.args.front().scale, 1);
           });
}

std::vector<const For*> reductionLoops(const SBlockRealize& realize, const std::vector<const For*>& around)
{
    std::vector<const For*> loops;
    for (const For* loop : around)
        for (size_t i = 0; i < realize.iterValues.size(); ++i)
            if (realize.block->iterVars[i]->iterType == IterType::CommReduce &&
                mentions(realize.iterValues[i], loop->loopVar)) {
                loops.push_back(loop);
                break;
            }
    return loops;
}

std::string readBlock(Arena& arena, const SBlockRealize& realize, const std::vector<const For*>& around,
                      CrossThreadReduction& reduction)
{
    const SBlock& block = *realize.block;
    const size_t count = reduction.loops.size();
    if (!std::equal(reduction.loops.begin(), reduction.loops.end(), around.end() - ptrdiff_t(count)))
        return "a loop that does not reduce is inside of a loop that does";
    for (const For* loop : reduction.threads)
        if (!isThreadAxis(threadTag(*loop)))
            return "loop " + quoted(loop->loopVar->name) + " is bound to " + std::string(threadTag(*loop)) +
                   ", but only the threads of one block can combine their values";
    const auto isLocal = [](const BufferRegion* output) {
        return output->buffer->scope().rank == StorageRank::Local;
    };
    if (std::ranges::any_of(block.writes, isLocal) && !std::ranges::all_of(block.writes, isLocal))
        return "either all of its outputs or none of them must be in local memory";
    auto recognized = recognizeReduction(arena, block);
    if (const auto* fault = std::get_if<std::string>(&recognized))
        return *fault;
    if (lastBlock(*reduction.loops.front()) != &realize)
        return "another block comes after it in loop " + quoted(reduction.loops.front()->loopVar->name);
    reduction.block = std::move(std::get<ReductionBlock>(recognized));
    return {};
}

} // namespace tir::passes
