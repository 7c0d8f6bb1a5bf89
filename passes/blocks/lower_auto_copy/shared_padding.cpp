#include "passes/blocks/lower_auto_copy/shared_padding.h"

#include "core/arith/analyzer.h"
#include "core/ir/contains.h"
#include "core/ir/substitute.h"
#include "core/ir/visitor.h"
#include "core/support/checked_math.h"
#include "passes/blocks/lower_auto_copy/warp_values.h"
#include "passes/blocks/thread_axes.h"

#include <algorithm>
#include <array>

namespace tir::passes {
namespace {

constexpr int64_t Banks = 32;
constexpr int64_t BankBits = 32;
constexpr int64_t MostElements = 1 << 20; ///< that are enumerated for one access

bool isShared(const Buffer& buffer)
{
    return buffer.scope().rank == StorageRank::Shared;
}

} // namespace

/// The accesses of one body, by the threads of a warp.
class AccessCollector : public Visitor {
public:
    AccessCollector(SharedPadding& padding, const std::vector<const For*>& outerLoops)
        : m_padding(padding),
          m_arena(padding.m_arena),
          m_analyzer(padding.m_arena),
          m_warp(warpExtents(padding.m_threads))
    {
        for (const For* loop : outerLoops)
            m_values[loop->loopVar] = loop->min;
    }

private:
    using Visitor::visit;

    void visit(const For& loop) override
    {
        if (isThreadLoop(loop)) {
            const auto extent = m_warp.find(threadTag(loop));
            m_extents[loop.loopVar] = extent == m_warp.end() ? 1 : extent->second;
        } else {
            m_values[loop.loopVar] = loop.min;
        }
        const For* outer = std::exchange(m_vector, loop.forKind == ForKind::Vectorized ? &loop : m_vector);
        visitChildren(loop);
        m_vector = outer;
    }

    void visit(const BufferLoad& load) override
    {
        visitChildren(load);
        if (isShared(*load.buffer))
            add(load.buffer, load.indices);
    }

    void visit(const BufferStore& store) override
    {
        visitChildren(store);
        if (!isShared(*store.buffer))
            return;
        add(store.buffer, store.indices);
        if (m_vector && !store.indices.empty() && mayStepByOne(store.indices.back()))
            if (const auto* lanes = as<IntImm>(m_vector->extent))
                m_padding.requirePadding(store.buffer, lanes->value);
    }

    /// Blocks are not entered. One that moves a fragment touches all that it matches.
    void visit(const SBlockRealize& realize) override
    {
        const auto* body = as<Evaluate>(realize.block->body);
        const auto* call = body ? as<Call>(body->value) : nullptr;
        if (!call || (!call->isOp(OpId::tvm_load_matrix_sync) && !call->isOp(OpId::tvm_store_matrix_sync)))
            return;
        for (const MatchBufferRegion* match : realize.block->matchBuffers) {
            const BufferRegion& source = *match->source;
            if (!isShared(*source.buffer))
                continue;
            std::vector<const Expr*> indices;
            for (const Range* range : source.region) {
                const auto* offset = m_arena.make<Var>("offset", primType(m_arena, range->min->dtype));
                const auto* extent = as<IntImm>(range->extent);
                m_extents[offset] = extent ? extent->value : 1;
                indices.push_back(tir::add(m_arena, range->min, offset));
            }
            add(source.buffer, indices);
        }
    }

    /// Whether vector lanes may be next to each other.
    bool mayStepByOne(const Expr* index)
    {
        VarValues next;
        next[m_vector->loopVar] =
            tir::add(m_arena, m_vector->loopVar, intImm(m_arena, m_vector->loopVar->dtype, 1));
        const Expr* step = binary(m_arena, BinaryOp::Sub, substitute(m_arena, index, next), index);
        return !m_analyzer.canProve(binary(m_arena, BinaryOp::NE, step, intImm(m_arena, step->dtype, 1)));
    }

    void add(const Buffer* buffer, std::span<const Expr* const> indices)
    {
        SharedPadding::Access access(indices.size());
        for (size_t i = 0; i < indices.size(); ++i) {
            const Expr* index = m_analyzer.simplify(substitute(m_arena, indices[i], m_values));
            auto values = warpValues(index, m_extents);
            if (!values)
                break; // not of a known form: neither are the dimensions after it
            access[i] = std::move(*values);
        }
        m_padding.m_entries[buffer].accesses.push_back(std::move(access));
    }

    SharedPadding& m_padding;
    Arena& m_arena;
    arith::Analyzer m_analyzer;
    const ThreadExtents m_warp;
    VarValues m_values;                 ///< of variables that are the same for all threads of a warp
    PointerMap<Var, int64_t> m_extents; ///< of the others
    const For* m_vector = nullptr;
};

void SharedPadding::addAccesses(const Stmt& body, const std::vector<const For*>& outerLoops)
{
    AccessCollector collector(*this, outerLoops);
    static_cast<Visitor&>(collector).visit(&body);
}

void SharedPadding::requirePadding(const Buffer* buffer, int64_t elements)
{
    int64_t& padding = m_entries[buffer].padding;
    padding = std::max(padding, elements);
}

std::optional<PaddedBuffer> SharedPadding::pad(const Buffer* buffer) const
{
    const Entry* entry = m_entries.find(buffer);
    if (!entry || entry->accesses.empty() || buffer->shape.empty())
        return std::nullopt;
    const int64_t bits = buffer->dtype.bits;
    const int64_t period = Banks * BankBits / bits; // elements from bank 0 to bank 0
    std::vector<std::vector<int64_t>> low;          // of each access: the elements of the inner dimensions
    for (const Access& access : entry->accesses)
        low.push_back(access.back());

    const auto conflictsOf = [&](size_t dimension, int64_t step) {
        int64_t most = 0;
        for (size_t i = 0; i < low.size(); ++i) {
            std::array<int64_t, Banks> counts{};
            for (const int64_t outer : entry->accesses[i][dimension])
                for (const int64_t inner : low[i])
                    ++counts[size_t((outer * step + inner) * bits / BankBits % Banks)];
            most = std::max(most, *std::ranges::max_element(counts));
        }
        return most;
    };

    const size_t rank = buffer->shape.size();
    std::vector<const Expr*> strides{int32(m_arena, 1)};
    int64_t stride = 1;
    for (size_t dimension = rank - 1; dimension-- > 0;) {
        const auto* extent = as<IntImm>(buffer->shape[dimension + 1]);
        if (!extent || extent->value < 0)
            return std::nullopt;
        for (size_t i = 0; i < low.size(); ++i)
            if (limitedProduct(int64_t(entry->accesses[i][dimension].size()), int64_t(low[i].size())) >
                MostElements)
                return std::nullopt;
        const int64_t width = stride * extent->value;
        int64_t best = 0;
        int64_t fewest = -1;
        for (int64_t pad = 0; pad <= std::min(width / 4, period); pad += entry->padding) {
            const int64_t conflicts = conflictsOf(dimension, (width + pad) % period);
            if (fewest >= 0 && conflicts >= fewest)
                continue;
            fewest = conflicts;
            best = pad;
        }
        const int64_t step = (width + best) % period;
        for (size_t i = 0; i < low.size(); ++i) {
            const std::vector<int64_t>& outer = entry->accesses[i][dimension];
            if (outer.empty())
                continue;
            std::vector<int64_t> both;
            for (const int64_t first : outer)
                for (const int64_t second : low[i])
                    both.push_back((first * step + second) * bits % period);
            low[i] = std::move(both);
        }
        stride = width + best;
        strides.insert(strides.begin(), intImm(m_arena, buffer->shape[dimension]->dtype, stride));
    }
    auto* padded = m_arena.make<Buffer>(*buffer);
    padded->strides = m_arena.copy(strides);
    padded->origin = buffer;
    return PaddedBuffer{buffer, padded, int64_t(entry->accesses.size())};
}

} // namespace tir::passes
