#include "passes/blocks/inject_software_pipeline/versions.h"

#include "core/ir/contains.h"
#include "core/ir/mutator.h"

#include <algorithm>

namespace tir::passes {
namespace {

/// Of one buffer.
class VersionCounter {
public:
    VersionCounter(arith::Analyzer& analyzer, const Pipeline& pipeline, const VersionOptions& options)
        : m_analyzer(analyzer),
          m_pipeline(pipeline),
          m_options(options)
    {}

    int64_t count(const Buffer* buffer) const
    {
        const BufferStages stages = stagesOf(m_pipeline, buffer);
        if (stages.firstWrite < 0)
            return 1;
        int64_t versions = stages.lastRead - stages.firstWrite + 1;
        if (versions == 2 && !isOverwritten(buffer))
            versions = 1;
        return versions == 1 && m_options.doubled.contains(buffer) ? 2 : versions;
    }

    /// Whether a component writes elements before an earlier iteration has read them, in another thread.
    bool isOverwrittenByOthers(const Buffer* buffer) const
    {
        const StorageRank rank = buffer->scope().rank;
        if (rank != StorageRank::Global && rank != StorageRank::Shared)
            return false;
        return hasOverwriting(buffer, [&](const BufferRegion& written, const BufferRegion& read) {
            return dependsOnThread(written) || dependsOnThread(read);
        });
    }

private:
    bool isOverwritten(const Buffer* buffer) const
    {
        if (m_options.countsOtherThreads && isOverwrittenByOthers(buffer))
            return true;
        return hasOverwriting(buffer, [this](const BufferRegion& written, const BufferRegion& read) {
            return mayOverlap(written, read);
        });
    }

    bool dependsOnThread(const BufferRegion& region) const
    {
        const auto isThread = [this](const Node& node) {
            const auto* var = as<Var>(&node);
            return var && m_options.threads.contains(var);
        };
        return std::ranges::any_of(region.region, [&](const Range* range) {
            return contains(*range->min, isThread) || contains(*range->extent, isThread);
        });
    }

    /// Whether a component writes before an earlier iteration reads, in regions that `meet`.
    template <class Meet>
    bool hasOverwriting(const Buffer* buffer, const Meet& meet) const
    {
        for (const PipelineComponent& writer : m_pipeline.components)
            for (const PipelineComponent& reader : m_pipeline.components) {
                const BufferRegion* written = regionOf(writer.block->writes, buffer);
                const BufferRegion* read = regionOf(reader.block->reads, buffer);
                if (written && read && writer.order < reader.order && writer.stage < reader.stage &&
                    meet(*written, *read))
                    return true;
            }
        return false;
    }

    bool mayOverlap(const BufferRegion& a, const BufferRegion& b) const
    {
        for (size_t i = 0; i < a.region.size(); ++i) {
            const auto set = [&](const Range& range) {
                return arith::intSetFromRange(m_analyzer, range.min, range.extent);
            };
            if (arith::intersect(m_analyzer, {set(*a.region[i]), set(*b.region[i])}).isNothing)
                return false;
        }
        return true;
    }

    arith::Analyzer& m_analyzer;
    const Pipeline& m_pipeline;
    const VersionOptions& m_options;
};

const Buffer* withVersionDimension(Arena& arena, const Buffer& buffer, int64_t count)
{
    const auto prepended = [&](const Expr* first, ExprList list) {
        std::vector<const Expr*> made{first};
        made.insert(made.end(), list.begin(), list.end());
        return arena.copy(made);
    };
    auto* made = arena.make<Buffer>(buffer);
    made->shape = prepended(int32(arena, count), buffer.shape);
    if (!buffer.strides.empty())
        made->strides = prepended(mul(arena, buffer.strides.front(), buffer.shape.front()), buffer.strides);
    made->origin = &buffer;
    return made;
}

class VersionSelector : public Mutator {
public:
    VersionSelector(Arena& arena, const Pipeline& pipeline, const std::vector<VersionedBuffer>& buffers,
                    const FragmentShapes& fragments)
        : Mutator(arena),
          m_loop(*pipeline.loop),
          m_isAnyVersion(pipeline.lastStage() != 1),
          m_buffers(buffers),
          m_fragments(fragments)
    {}

private:
    using Mutator::visit;

    const Stmt* visit(const SBlock& block) override
    {
        const auto& visited = to<SBlock>(*Mutator::visit(block));
        SBlock made = visited;
        bool isSame = true;
        const auto select = [&](std::span<const BufferRegion* const> regions) {
            std::vector<const BufferRegion*> selected;
            for (const BufferRegion* region : regions)
                selected.push_back(ofVersion(region));
            const bool isEqual = std::ranges::equal(selected, regions);
            isSame &= isEqual;
            return isEqual ? regions : arena().copy(selected);
        };
        made.reads = select(visited.reads);
        made.writes = select(visited.writes);
        return isSame ? &visited : makeFrom<SBlock>(block, made);
    }

    const BufferRegion* ofVersion(const BufferRegion* region)
    {
        const VersionedBuffer* entry = entryOf(region->buffer);
        if (!entry)
            return region;
        const Range* versions = m_isAnyVersion
                                    ? arena().make<Range>(int32(arena(), 0), int32(arena(), entry->count))
                                    : arena().make<Range>(version(*entry), int32(arena(), 1));
        std::vector<const Range*> ranges{versions};
        ranges.insert(ranges.end(), region->region.begin(), region->region.end());
        return makeFrom<BufferRegion>(*region, entry->versioned, arena().copy(ranges));
    }

    const Expr* visit(const BufferLoad& load) override
    {
        const auto& visited = to<BufferLoad>(*Mutator::visit(load));
        const VersionedBuffer* entry = entryOf(load.buffer);
        return entry ? makeFrom<BufferLoad>(load, load.dtype, entry->versioned,
                                            indicesOf(*entry, visited.indices), visited.predicate)
                     : &visited;
    }

    const Stmt* visit(const BufferStore& store) override
    {
        const auto& visited = to<BufferStore>(*Mutator::visit(store));
        const VersionedBuffer* entry = entryOf(store.buffer);
        return entry ? makeFrom<BufferStore>(store, entry->versioned, visited.value,
                                             indicesOf(*entry, visited.indices), visited.predicate)
                     : &visited;
    }

    const Expr* visit(const Call& call) override
    {
        const auto* visited = as<Call>(Mutator::visit(call));
        if (visited->isOp(OpId::tvm_access_ptr))
            return withOffsets(*visited, {1});
        if (visited->isOp(OpId::ptx_mma))
            return withOffsets(*visited, {6, 8, 10});
        if (visited->isOp(OpId::ptx_ldmatrix))
            return withOffsets(*visited, {3});
        if (visited->isOp(OpId::tvm_mma_sync))
            return withFragments(*visited, {{0, 1}, {2, 3}, {4, 5}, {6, 7}});
        if (visited->isOp(OpId::tvm_load_matrix_sync) || visited->isOp(OpId::tvm_store_matrix_sync))
            return withFragments(*visited, {{0, 4}});
        return visited;
    }

    /// `pointers`: numbers of arguments that are data variables, each followed by an offset in elements.
    const Expr* withOffsets(const Call& call, const std::vector<size_t>& pointers)
    {
        std::vector<const Expr*> args(call.args.begin(), call.args.end());
        for (const size_t pointer : pointers) {
            const VersionedBuffer* entry = entryOfData(call, pointer, pointer + 1);
            if (!entry)
                continue;
            const Buffer& original = *entry->original;
            const Expr* size =
                original.strides.empty() ? elementCount(original) : entry->versioned->strides.front();
            const StorageRank rank = original.scope().rank;
            if (rank == StorageRank::MmaMatrixA || rank == StorageRank::MmaMatrixB)
                size = floorDiv(arena(), size, int32(arena(), 32)); // each thread of a warp has its part
            const Expr* number =
                binary(arena(), BinaryOp::FloorMod, m_loop.loopVar, int32(arena(), entry->count));
            args[pointer + 1] = add(arena(), args[pointer + 1], mul(arena(), number, size));
        }
        return withArgs(call, args);
    }

    struct Operand {
        size_t fragment;
        size_t index;
    };
    /// Indices of fragments count fragments.
    const Expr* withFragments(const Call& call, const std::vector<Operand>& operands)
    {
        std::vector<const Expr*> args(call.args.begin(), call.args.end());
        for (const Operand& operand : operands) {
            const VersionedBuffer* entry = entryOfData(call, operand.fragment, operand.index);
            const auto* shape = entry ? m_fragments.find(entry->original->data) : nullptr;
            if (!shape)
                continue;
            const Expr* size = floorDiv(arena(), elementCount(*entry->original),
                                        int32(arena(), fragmentSize(*entry->original, *shape)));
            args[operand.index] = add(arena(), args[operand.index], mul(arena(), version(*entry), size));
        }
        return withArgs(call, args);
    }

    static int64_t fragmentSize(const Buffer& buffer, const std::array<int64_t, 3>& shape)
    {
        const auto [m, n, k] = shape;
        switch (buffer.scope().rank) {
        case StorageRank::WmmaMatrixA:
            return m * k;
        case StorageRank::WmmaMatrixB:
            return n * k;
        case StorageRank::WmmaAccumulator:
        case StorageRank::Global:
        case StorageRank::Shared:
        case StorageRank::Warp:
        case StorageRank::Local:
        case StorageRank::Texture:
        case StorageRank::AmxTmm:
        case StorageRank::MmaMatrixA:
        case StorageRank::MmaMatrixB:
        case StorageRank::MmaMatrixC:
        case StorageRank::MetalSimdGroup:
        case StorageRank::MetalCooperativeTensor:
        case StorageRank::TrnSbuf:
        case StorageRank::TrnPsum:
            break; // as TVM: also for memory that is no fragment
        }
        return m * n;
    }

    const Expr* withArgs(const Call& call, const std::vector<const Expr*>& args)
    {
        return std::ranges::equal(args, call.args)
                   ? &call
                   : makeFrom<Call>(call, call.dtype, call.op, arena().copy(args), call.annotations);
    }

    const Expr* elementCount(const Buffer& buffer)
    {
        const Expr* count = int32(arena(), 1);
        for (const Expr* extent : buffer.shape)
            count = mul(arena(), count, extent);
        return count;
    }

    const Expr* version(const VersionedBuffer& entry)
    {
        const Expr* iteration = binary(arena(), BinaryOp::Sub, m_loop.loopVar, m_loop.min);
        return binary(arena(), BinaryOp::FloorMod, iteration, int32(arena(), entry.count));
    }

    ExprList indicesOf(const VersionedBuffer& entry, ExprList indices)
    {
        std::vector<const Expr*> made{version(entry)};
        made.insert(made.end(), indices.begin(), indices.end());
        return arena().copy(made);
    }

    const VersionedBuffer* entryOf(const Buffer* buffer) const
    {
        const auto found = std::ranges::find(m_buffers, buffer, &VersionedBuffer::original);
        return found == m_buffers.end() ? nullptr : &*found;
    }

    /// Of the buffer whose data variable is an argument.
    const VersionedBuffer* entryOfData(const Call& call, size_t pointer, size_t last) const
    {
        if (last >= call.args.size())
            return nullptr;
        const auto found = std::ranges::find_if(m_buffers, [&](const VersionedBuffer& entry) {
            return entry.original->data == call.args[pointer];
        });
        return found == m_buffers.end() ? nullptr : &*found;
    }

    const For& m_loop;
    const bool m_isAnyVersion; ///< regions cover all versions
    const std::vector<VersionedBuffer>& m_buffers;
    const FragmentShapes& m_fragments;
};

} // namespace

FragmentShapes fragmentShapes(const Stmt& body)
{
    FragmentShapes shapes;
    contains(
        body,
        [&](const Node& node) {
            const auto* call = as<Call>(&node);
            const bool hasShape =
                call && call->args.size() > 3 &&
                (call->isOp(OpId::tvm_load_matrix_sync) || call->isOp(OpId::tvm_store_matrix_sync) ||
                 call->isOp(OpId::tvm_fill_fragment));
            const auto* var = hasShape ? as<Var>(call->args[0]) : nullptr;
            if (!var)
                return false;
            std::array<int64_t, 3> shape{};
            for (size_t i = 0; i < shape.size(); ++i)
                if (const auto* extent = as<IntImm>(call->args[i + 1]))
                    shape[i] = extent->value;
            if (std::ranges::all_of(shape, [](int64_t extent) { return extent > 0; }))
                shapes.insert(var, shape);
            return false;
        },
        Role::Scope);
    return shapes;
}

BufferStages stagesOf(const Pipeline& pipeline, const Buffer* buffer)
{
    BufferStages stages{-1, -1};
    for (const PipelineComponent& component : pipeline.components) {
        if (regionOf(component.block->writes, buffer))
            stages.firstWrite =
                stages.firstWrite < 0 ? component.stage : std::min(component.stage, stages.firstWrite);
        if (regionOf(component.block->reads, buffer))
            stages.lastRead = std::max(stages.lastRead, component.stage);
    }
    return stages;
}

BufferVersions versionBuffers(arith::Analyzer& analyzer, const Pipeline& pipeline,
                              const VersionOptions& options)
{
    const VersionCounter counter(analyzer, pipeline, options);
    BufferVersions made;
    for (const Buffer* buffer : pipeline.buffers) {
        const int64_t count = counter.count(buffer);
        if (count > 1)
            made.versioned.push_back({buffer, withVersionDimension(analyzer.arena(), *buffer, count), count});
        else if (counter.isOverwrittenByOthers(buffer))
            made.writtenByOtherThreads.push_back(buffer);
    }
    return made;
}

const SBlock* withVersions(Arena& arena, const Pipeline& pipeline,
                           const std::vector<VersionedBuffer>& buffers, const FragmentShapes& fragments,
                           const SBlock& component)
{
    VersionSelector selector(arena, pipeline, buffers, fragments);
    return as<SBlock>(selector.mutate(static_cast<const Stmt*>(&component)));
}

} // namespace tir::passes
