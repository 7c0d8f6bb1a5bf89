#include "passes/blocks/inject_software_pipeline/emit_pipeline.h"

#include "core/ir/substitute.h"
#include "passes/blocks/inject_software_pipeline/async_queues.h"

#include <algorithm>

namespace tir::passes {
namespace {

class PipelineEmitter {
public:
    PipelineEmitter(arith::Analyzer& analyzer, BlockMaker& blocks, const Pipeline& pipeline,
                    const std::vector<VersionedBuffer>& versions, const FragmentShapes& fragments)
        : m_arena(analyzer.arena()),
          m_analyzer(analyzer),
          m_blocks(blocks),
          m_pipeline(pipeline),
          m_loop(*pipeline.loop),
          m_queues(analyzer, blocks, pipeline, versions),
          m_order(pipeline.inNewOrder())
    {
        for (const PipelineComponent* component : m_order)
            m_rewritten.push_back(withVersions(m_arena, pipeline, versions, fragments, *component->block));
    }

    const Stmt* emit()
    {
        const int64_t last = m_pipeline.lastStage();
        const Expr* end = add(m_arena, m_loop.min, m_loop.extent);
        const Expr* filled = plus(m_loop.min, last);
        const Expr* drained = plus(end, last);
        const Expr* epilogue = end;
        const Expr* epilogueBound = nullptr;
        // A loop that is shorter than the pipeline has no body: the epilogue follows the prologue.
        if (last > 1 && !m_analyzer.canProveGreaterEqual(m_loop.extent, last)) {
            if (as<IntImm>(m_loop.extent))
                epilogue = binary(m_arena, BinaryOp::Max, end, filled);
            else
                epilogueBound = filled;
        }
        return sequence(m_arena, {part(m_loop.min, filled, ForKind::Unrolled, nullptr),
                                  part(filled, end, m_loop.forKind, nullptr),
                                  part(epilogue, drained, ForKind::Unrolled, epilogueBound)});
    }

    const SBlock* ambiguousReader() const { return m_queues.ambiguousReader(); }

private:
    /// All components for which iterations [start, end) of the new loop have an iteration of the old one.
    /// `bound`: of the new loop, too.
    const Stmt* part(const Expr* start, const Expr* end, ForKind kind, const Expr* bound)
    {
        const Expr* extent = binary(m_arena, BinaryOp::Sub, end, start);
        const Expr* zero = intImm(m_arena, extent->dtype, 0);
        if (m_analyzer.canProve(binary(m_arena, BinaryOp::LE, extent, zero)))
            return nothing();
        const bool isUnit = m_analyzer.canProveEqual(extent, intImm(m_arena, extent->dtype, 1));
        arith::Analyzer ofPart(m_arena, m_analyzer.options());
        const Var* loopVar = nullptr;
        if (!isUnit) {
            auto* made = m_arena.make<Var>(m_loop.loopVar->name, m_loop.loopVar->type);
            made->origin = m_loop.loopVar;
            loopVar = made;
            m_analyzer.bind(loopVar, start, extent);
            ofPart.bind(loopVar, m_loop.min, extent);
        }
        std::vector<Instance> instances;
        for (size_t i = 0; i < m_order.size(); ++i)
            if (const auto instance = instanceOf(i, start, loopVar, bound))
                instances.push_back(*instance);
        if (instances.empty())
            return nothing();
        const Stmt* body = sequence(m_arena, m_queues.statements(std::move(instances), ofPart, extent));
        if (loopVar) {
            auto* loop =
                m_arena.make<For>(loopVar, m_loop.min, extent, kind, body, nullptr, m_pipeline.annotations);
            loop->origin = &m_loop;
            body = loop;
        }
        return m_blocks.realize(m_blocks.blockOf(body), boolImm(m_arena, true));
    }

    /// Nothing if the part never runs the component.
    std::optional<Instance> instanceOf(size_t index, const Expr* start, const Var* loopVar, const Expr* bound)
    {
        const Expr* at = loopVar ? loopVar : start; // counts from the start of the part
        const Expr* iteration =
            binary(m_arena, BinaryOp::Sub, at, intImm(m_arena, at->dtype, m_order[index]->stage));
        const Expr* end = add(m_arena, m_loop.min, m_loop.extent);
        const Expr* predicate = binary(
            m_arena, BinaryOp::And, m_analyzer.simplify(binary(m_arena, BinaryOp::LE, m_loop.min, iteration)),
            binary(m_arena, BinaryOp::LT, iteration, end));
        if (bound)
            predicate = m_analyzer.simplify(
                binary(m_arena, BinaryOp::And, predicate, binary(m_arena, BinaryOp::GE, at, bound)));
        if (m_analyzer.canProve(m_arena.make<Not>(predicate)))
            return std::nullopt;
        if (loopVar) {
            // The new loop counts from the start of the old one.
            const Expr* offset = binary(m_arena, BinaryOp::Sub, start, m_loop.min);
            VarValues moved;
            moved[loopVar] = add(m_arena, loopVar, offset);
            predicate = substitute(m_arena, predicate, moved);
            iteration = add(m_arena, iteration, offset);
        }
        VarValues values;
        values[m_loop.loopVar] = iteration;
        const Stmt* block = substitute(m_arena, static_cast<const Stmt*>(m_rewritten[index]), values);
        return Instance{m_order[index], as<SBlock>(block), predicate, iteration};
    }

    const Stmt* nothing()
    {
        return m_blocks.realize(m_blocks.blockOf(noOp(m_arena)), boolImm(m_arena, true));
    }

    const Expr* plus(const Expr* value, int64_t number)
    {
        return add(m_arena, value, intImm(m_arena, value->dtype, number));
    }

    Arena& m_arena;
    arith::Analyzer& m_analyzer;
    BlockMaker& m_blocks;
    const Pipeline& m_pipeline;
    const For& m_loop;
    AsyncQueues m_queues;
    std::vector<const PipelineComponent*> m_order;
    std::vector<const SBlock*> m_rewritten; ///< the components, with versions, in the new order
};

} // namespace

EmittedPipeline emitPipeline(BlockMaker& outside, BlockMaker& blocks, const Pipeline& pipeline,
                             const std::vector<VersionedBuffer>& versions, const FragmentShapes& fragments)
{
    arith::Analyzer analyzer(blocks.arena(), blocks.arithmetic());
    PipelineEmitter emitter(analyzer, blocks, pipeline, versions, fragments);
    SBlock block = *outside.blockOf(emitter.emit());
    std::vector<const Buffer*> buffers;
    for (const Buffer* buffer : pipeline.buffers) {
        const auto version = std::ranges::find(versions, buffer, &VersionedBuffer::original);
        buffers.push_back(version == versions.end() ? buffer : version->versioned);
    }
    block.allocBuffers = blocks.arena().copy(buffers);
    auto* made = blocks.arena().make<SBlock>(block);
    made->origin = pipeline.loop;
    return {outside.realize(made, boolImm(blocks.arena(), true)), emitter.ambiguousReader()};
}

} // namespace tir::passes
