/// inject_software_pipeline: a loop with stages runs its components in different iterations at a time.
///
///     for i in range(16):            becomes    S[0] = load(0)
///         S = load(i)     # stage 0             for i in range(15):
///         use(S)          # stage 1                 S[(i + 1) % 2] = load(i + 1)
///                                                   use(S[i % 2])
///                                               use(S[15 % 2])
///
/// Place: after compact_buffer_allocation, because every version of a buffer takes its size; before
///        lower_opaque_block, because the loop and its buffers are found by their block.
/// Leaves alone: loops without the annotations; buffers that are allocated outside of the loop.
///
/// As in TVM, a buffer keeps one version if the elements that one thread writes and reads are provably different
/// elements. The sound mode considers writes of other threads.

#include "core/ir/ssa.h"
#include "core/support/text_format.h"
#include "passes/blocks/inject_software_pipeline/emit_pipeline.h"
#include "passes/blocks/inject_software_pipeline/overlap.h"
#include "passes/blocks/thread_axes.h"
#include "passes/framework/arithmetic.h"
#include "passes/framework/pass_mutator.h"
#include "passes/framework/tvm_defects.h"

#include <algorithm>

namespace tir::passes {
namespace {

constexpr std::string_view DoubleBuffer = "double_buffer_scope";

class PipelineInjector : public PassMutator {
public:
    PipelineInjector(PassContext& context, const PrimFunc& function)
        : PassMutator(context),
          m_function(function)
    {
        for (const BufferBinding& binding : function.bufferMap)
            m_visible.push_back(binding.buffer);
    }

private:
    using PassMutator::visit;

    const Stmt* visit(const SBlock& block) override
    {
        const size_t outer = m_visible.size();
        m_visible.insert(m_visible.end(), block.allocBuffers.begin(), block.allocBuffers.end());
        const Stmt* visited = Mutator::visit(block);
        m_visible.resize(outer);
        if (const AttrValue* value = find(block.annotations, DoubleBuffer)) {
            int64_t index = -1;
            if (value->toInt(index) && index >= 0 && size_t(index) < block.writes.size())
                m_doubled.insert(block.writes[size_t(index)]->buffer);
            else
                fail("the annotation \"double_buffer_scope\" of block " + quoted(block.name) +
                         " must be the number of a buffer that the block writes",
                     block, "ValueError");
        }
        return visited;
    }

    const Stmt* visit(const AttrStmt& attr) override
    {
        if (const IterVar* axis = attr.key == attr::ThreadExtent ? attr.iterVar() : nullptr)
            m_threads.insert(axis->var);
        return Mutator::visit(attr);
    }

    const Stmt* visit(const For& loop) override
    {
        if (isThreadLoop(loop))
            m_threads.insert(loop.loopVar);
        const Stmt* visited = Mutator::visit(loop);
        const auto wanted = isPipeline(loop);
        if (const auto* fault = std::get_if<PipelineFault>(&wanted))
            return failed(*fault, loop);
        return std::get<bool>(wanted) && !error() ? pipelined(to<For>(*visited), loop) : visited;
    }

    const Stmt* pipelined(const For& loop, const For& original)
    {
        arith::BuffersByData visible;
        for (const Buffer* buffer : m_visible)
            visible[buffer->data] = buffer;
        BlockMaker outside(arena(), arithmeticOf(context()), visible);
        BlockMaker blocks(arena(), arithmeticOf(context()), std::move(visible));
        for (const Buffer* buffer : pipelineBuffers(loop))
            blocks.addVisible(buffer);
        const auto read = readPipeline(loop, blocks);
        if (const auto* fault = std::get_if<PipelineFault>(&read))
            return failed(*fault, original);
        const auto& pipeline = std::get<Pipeline>(read);
        if (!m_fragments)
            m_fragments = fragmentShapes(*m_function.body);
        arith::Analyzer plain(arena(), arithmeticOf(context()));
        const auto [versions, unprotected] =
            versionBuffers(plain, pipeline,
                           {.doubled = m_doubled,
                            .threads = m_threads,
                            .countsOtherThreads = context().mode() == Mode::Sound});
        if (context().mode() == Mode::Sound)
            if (const std::string why = whyNoOverlap(pipeline, versions); !why.empty()) {
                context().note("the loop over " + quoted(loop.loopVar->name) +
                                   " does not become a pipeline: " + why,
                               &original);
                return makeFrom<For>(loop, loop.loopVar, loop.min, loop.extent, loop.forKind, loop.body,
                                     loop.threadBinding, pipeline.annotations, loop.step);
            }
        for (const Buffer* buffer : unprotected)
            context().reportDefect(
                tvm_defect::PipelineVersions,
                quoted(buffer->name) +
                    " keeps one version, because no thread writes the elements that it reads "
                    "itself; other threads may write them an iteration too early",
                buffer);
        for (const VersionedBuffer& version : versions)
            blocks.addVisible(version.versioned);
        const EmittedPipeline emitted = emitPipeline(outside, blocks, pipeline, versions, *m_fragments);
        if (emitted.ambiguousReader)
            fail("a component reads what several asynchronous stages write, but it can wait for one only",
                 original);
        explain(pipeline, versions, original);
        return emitted.realize;
    }

    const Stmt* failed(const PipelineFault& fault, const For& loop)
    {
        fail(fault.message, loop, fault.kind);
        return &loop;
    }

    void explain(const Pipeline& pipeline, const std::vector<VersionedBuffer>& versions, const For& loop)
    {
        context().explain([pipeline, versions, &loop](NoteWriter& notes) {
            NoteTable table{{"component", "block", "stage", "order", "asynchronous"}, {}};
            for (size_t i = 0; i < pipeline.components.size(); ++i) {
                const PipelineComponent& component = pipeline.components[i];
                table.rows.push_back({std::to_string(i), std::string(component.block->name),
                                      std::to_string(component.stage), std::to_string(component.order),
                                      component.isAsync ? "yes" : "no"});
            }
            notes.note("loop " + quoted(loop.loopVar->name) + " becomes a pipeline of " +
                           std::to_string(pipeline.lastStage() + 1) + " stages",
                       &loop, std::move(table));
            for (const Buffer* buffer : pipeline.buffers) {
                const auto version = std::ranges::find(versions, buffer, &VersionedBuffer::original);
                const BufferStages stages = stagesOf(pipeline, buffer);
                const std::string written = "it is written in stage " + std::to_string(stages.firstWrite);
                const std::string read = "read in stage " + std::to_string(stages.lastRead);
                if (stages.firstWrite < 0 || stages.lastRead < 0)
                    notes.note(quoted(buffer->name) + " keeps one version: it is not both written and read",
                               buffer);
                else if (version == versions.end())
                    notes.note(quoted(buffer->name) + " keeps one version: " + written + " and " + read +
                                   ", and no iteration writes it before an earlier one has read it",
                               buffer);
                else
                    notes.note(quoted(buffer->name) + " gets " + std::to_string(version->count) +
                                   " versions: " + written + " and last " + read +
                                   ", so as many iterations use it at the same time",
                               buffer);
            }
        });
    }

    const PrimFunc& m_function;
    std::vector<const Buffer*> m_visible;
    PointerSet<Buffer> m_doubled; ///< at least two versions are wanted
    PointerSet<Var> m_threads;
    std::optional<FragmentShapes> m_fragments;
};

FunctionOutcome run(const PrimFunc& function, PassContext& context)
{
    PipelineInjector injector(context, function);
    const Stmt* body = injector.mutate(function.body);
    if (injector.error())
        return *injector.error();
    if (body == function.body)
        context.note("nothing to do: no loop has stages and orders of a software pipeline", &function);
    return SsaConverter(context.arena()).convert(*withBody(context.arena(), function, body));
}

} // namespace

PassInfo injectSoftwarePipeline()
{
    return {
        .name = "InjectSoftwarePipeline",
        .summary = "Overlap the iterations of loops with stages",
        .required = {{ModuleProperty::Blocks, "the components of a pipeline and their buffers are blocks"}},
        .run = functionPass(run)};
}

} // namespace tir::passes
