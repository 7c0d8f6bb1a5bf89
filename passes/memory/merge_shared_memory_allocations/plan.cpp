/// Entries are stretches of bytes. Each holds layers, one buffer (or several side by side) per layer: buffers
/// of one layer are alive at other times than those of the next. Free entries wait for a buffer that fits.

#include "passes/memory/merge_shared_memory_allocations/plan.h"

#include "core/ir/make.h"
#include "core/ir/visitor.h"

#include <algorithm>
#include <limits>
#include <list>
#include <numeric>
#include <optional>

namespace tir::passes {
namespace {

/// Entries of at most this size are never shared.
constexpr uint64_t TinyBits = 32;
/// A free entry may be this many times larger than the buffer that takes it over.
constexpr uint64_t MatchRange = 16;

class AllocationCollector : public Visitor {
public:
    AllocationCollector(SharedAllocations& found, SharedKind kind) : m_found(found), m_kind(kind) {}

private:
    void visit(const AllocBuffer& alloc) override
    {
        if (isOfKind(alloc.buffer->data, m_kind) && m_found.byData.insert(alloc.buffer->data, &alloc).second)
            m_found.inOrder.push_back(&alloc);
    }

    void visitChild(const Node& child, Role role) override
    {
        if (!child.isExpr())
            Visitor::visitChild(child, role);
    }
    void visit(const BufferStore&) override {}
    void visit(const Evaluate&) override {}

    SharedAllocations& m_found;
    SharedKind m_kind;
};

struct StorageEntry {
    uint64_t bits = 0; ///< 0: symbolic
    std::vector<std::vector<const Var*>> layers;
    int releasedAfter = 0; ///< number of barriers passed at its release
    int number = 0;        ///< in order of creation, from 1
};

/// 0 when an extent is symbolic, and for an allocation without elements.
uint64_t constantBits(const Buffer& buffer)
{
    const int64_t count = constantElementCount(buffer);
    return count <= 0 ? 0 : uint64_t(count) * uint64_t(buffer.dtype.bits) * uint64_t(buffer.dtype.lanes);
}

class Planner {
public:
    Planner(const SharedAllocations& allocations, Mode mode, FreeLists* freeLists)
        : m_allocations(allocations),
          m_isSound(mode == Mode::Sound),
          m_freeLists(freeLists)
    {}

    void plan(const Lifetimes& lifetimes)
    {
        m_pinned = &lifetimes.pinned;
        m_placements.reserve(m_allocations.inOrder.size());
        m_free.reserve(m_allocations.inOrder.size());
        for (size_t position = 0; position < lifetimes.timeline.size(); ++position) {
            const TimelineEntry& entry = lifetimes.timeline[position];
            m_barriers += entry.isBarrier;
            const LifetimeEvents* found = lifetimes.eventsAt(entry);
            if (!found)
                continue;
            const LifetimeEvents& events = *found;
            const auto livesOnlyHere = [&](const Var* data) {
                return entry.isLeaf() && std::ranges::find(events.born, data) != events.born.end();
            };
            // Buffers that die in a statement are released before those born in it are placed, so a result
            // may take the bytes of an operand.
            if (!entry.isBegin())
                for (const Var* data : events.dying)
                    if (!livesOnlyHere(data))
                        release(data);
            if (entry.pairOffset >= 0)
                for (const Var* data : events.born)
                    place(data);
            if (!entry.isBegin())
                for (const Var* data : events.dying)
                    if (livesOnlyHere(data))
                        release(data);
            if (m_freeLists)
                m_freeLists->emplace(position, freeNow());
        }
    }

    std::vector<Placement> takePlacements() { return std::move(m_placements); }

    /// Constant sizes ascending, then symbolic ones in order of release. TVM lists only released ones.
    std::vector<const StorageEntry*> entries() const
    {
        std::vector<const StorageEntry*> entries;
        if (m_isSound) {
            for (const StorageEntry& entry : m_entries)
                entries.push_back(&entry);
            std::ranges::stable_sort(entries, {}, [](const StorageEntry* entry) { return entry->bits - 1; });
            return entries;
        }
        for (const FreeStorage& free : m_free)
            entries.push_back(free.entry);
        entries.insert(entries.end(), m_freeSymbolic.begin(), m_freeSymbolic.end());
        return entries;
    }

private:
    std::vector<FreeEntry> freeNow() const
    {
        std::vector<FreeEntry> entries;
        for (const FreeStorage& free : m_free)
            entries.push_back({free.bits, free.entry->layers.back()});
        for (const StorageEntry* entry : m_freeSymbolic)
            entries.push_back({0, entry->layers.back()});
        return entries;
    }

    void place(const Var* data)
    {
        const uint64_t bits = constantBits(m_allocations.bufferOf(data));
        m_placements.push_back({.data = data, .rule = PlacementRule::NewEntry, .previous = {}});
        StorageEntry* entry = nullptr;
        if (m_isSound)
            entry = bits == 0 || m_pinned->contains(data) ? nullptr : takeLarger(data, bits);
        else if (bits == 0)
            entry = takeSymbolic();
        else if (bits <= TinyBits)
            m_placements.back().rule = PlacementRule::TinyEntry;
        else if (!(entry = takeLarger(data, bits)))
            entry = combineSmaller(data, bits);
        if (!entry) {
            entry = &m_entries.emplace_back();
            entry->bits = bits;
            entry->layers.push_back({data});
            entry->number = int(m_entries.size());
        }
        m_entryOf[data] = entry;
        m_placements.back().entry = entry->number;
        m_placements.back().layer = int(entry->layers.size());
    }

    StorageEntry* takeSymbolic()
    {
        if (m_freeSymbolic.empty())
            return nullptr;
        StorageEntry* entry = m_freeSymbolic.front();
        m_freeSymbolic.erase(m_freeSymbolic.begin());
        setRule(PlacementRule::SharesSymbolic, entry->layers.back());
        return entry;
    }

    StorageEntry* takeLarger(const Var* data, uint64_t bits)
    {
        auto found = std::ranges::lower_bound(m_free, bits, {}, &FreeStorage::bits);
        // A thread may still use the bytes until all have passed a barrier.
        while (m_isSound && found != m_free.end() && found->entry->releasedAfter == m_barriers)
            ++found;
        if (found == m_free.end() || found->bits > bits * MatchRange)
            return nullptr;
        StorageEntry* entry = found->entry;
        m_free.erase(found);
        setRule(PlacementRule::TakesOver, entry->layers.back());
        entry->layers.push_back({data});
        return entry;
    }

    StorageEntry* combineSmaller(const Var* data, uint64_t bits)
    {
        StorageEntry combined;
        std::vector<const Var*> previous;
        for (auto at = std::ranges::lower_bound(m_free, bits, {}, &FreeStorage::bits);
             at != m_free.begin() && combined.bits < bits;) {
            --at;
            const StorageEntry& part = *at->entry;
            combined.bits += part.bits;
            combined.layers.resize(std::max(combined.layers.size(), part.layers.size()));
            for (size_t i = 0; i < part.layers.size(); ++i)
                combined.layers[i].insert(combined.layers[i].end(), part.layers[i].begin(),
                                          part.layers[i].end());
            previous.insert(previous.end(), part.layers.back().begin(), part.layers.back().end());
            at = m_free.erase(at);
        }
        if (combined.bits == 0)
            return nullptr;
        combined.bits = std::max(combined.bits, bits);
        combined.layers.push_back({data});
        setRule(PlacementRule::Combines, std::move(previous));
        combined.number = int(m_entries.size()) + 1;
        return &m_entries.emplace_back(std::move(combined));
    }

    void setRule(PlacementRule rule, std::vector<const Var*> previous)
    {
        m_placements.back().rule = rule;
        m_placements.back().previous = std::move(previous);
    }

    void release(const Var* data)
    {
        StorageEntry* entry = *m_entryOf.find(data);
        entry->releasedAfter = m_barriers;
        if (m_isSound && (entry->bits == 0 || m_pinned->contains(data)))
            return;
        if (entry->bits == 0)
            m_freeSymbolic.push_back(entry);
        else if (entry->bits > TinyBits || m_isSound)
            m_free.insert(std::ranges::upper_bound(m_free, entry->bits, {}, &FreeStorage::bits),
                          {entry->bits, entry});
    }

    struct FreeStorage {
        uint64_t bits;
        StorageEntry* entry;
    };

    const SharedAllocations& m_allocations;
    bool m_isSound;
    FreeLists* m_freeLists; ///< null: not wanted
    const PointerSet<Var>* m_pinned = nullptr;
    int m_barriers = 0; ///< passed so far
    std::list<StorageEntry> m_entries;
    PointerMap<Var, StorageEntry*> m_entryOf;
    std::vector<FreeStorage> m_free; ///< by size; equal sizes in order of release
    std::vector<StorageEntry*> m_freeSymbolic;
    std::vector<Placement> m_placements;
};

/// Assigns consecutive offsets to the entries.
class OffsetAssigner {
public:
    OffsetAssigner(Arena& arena, const SharedAllocations& allocations, Mode mode, MergePlan& plan)
        : m_arena(arena),
          m_allocations(allocations),
          m_mode(mode),
          m_plan(plan)
    {}

    std::optional<PassError> assign(const std::vector<const StorageEntry*>& entries)
    {
        std::vector<int> widest; // element of each layer, over all entries
        for (const StorageEntry* entry : entries) {
            widest.resize(std::max(widest.size(), entry->layers.size()));
            for (size_t i = 0; i < entry->layers.size(); ++i)
                for (const Var* data : entry->layers[i])
                    widest[i] = std::max(widest[i], bytesOf(data));
        }
        m_plan.totalBytes = int32(m_arena, 0);
        for (const StorageEntry* entry : entries) {
            const Expr* length = int32(m_arena, 0);
            for (size_t i = 0; i < entry->layers.size(); ++i) {
                const Expr* inner = int32(m_arena, 0);
                for (const Var* data : entry->layers[i]) {
                    if (m_mode == Mode::AsTvm && bufferOf(data).alignment % widest[i] != 0)
                        return misaligned(data, widest[i]);
                    if (constantElementCount(bufferOf(data)) > MaxBytes / bytesOf(data))
                        return tooLarge(data);
                    inner = assignAligned(data, inner);
                    if (!fits(inner))
                        return tooLarge(data);
                }
                length = binary(m_arena, BinaryOp::Max, length, inner);
            }
            m_plan.totalBytes = add(m_arena, m_plan.totalBytes, length);
            if (!fits(m_plan.totalBytes))
                return tooLarge(entry->layers.front().front());
        }
        return std::nullopt;
    }

private:
    const Buffer& bufferOf(const Var* data) const { return m_allocations.bufferOf(data); }
    int bytesOf(const Var* data) const { return elementBytes(bufferOf(data).dtype, m_mode); }

    /// Returns the end of the buffer, counted from the start of its entry.
    const Expr* assignAligned(const Var* data, const Expr* inner)
    {
        const Buffer& buffer = bufferOf(data);
        // The shift of an access counts elements: the offset must be a multiple of theirs.
        const int multiple =
            m_mode == Mode::Sound ? std::lcm(buffer.alignment, bytesOf(data)) : buffer.alignment;
        if (const Expr* end = assignConstant(data, inner, multiple))
            return end;
        const Expr* alignment = int32(m_arena, multiple);
        const auto rest = [&](const Expr* value) {
            return binary(m_arena, BinaryOp::FloorMod, value, alignment);
        };
        const Expr* here = add(m_arena, m_plan.totalBytes, inner);
        const Expr* padding = rest(binary(m_arena, BinaryOp::Sub, alignment, rest(here)));
        Placement& placement = m_plan.placements[*m_plan.indexOf.find(data)];
        placement.padding = padding;
        inner = add(m_arena, inner, padding);
        placement.byteOffset = add(m_arena, m_plan.totalBytes, inner);
        return add(m_arena, inner, mul(m_arena, buffer.shape[0], int32(m_arena, bytesOf(data))));
    }

    /// The same for sizes that are known, with one node for each number that is kept; null for others.
    const Expr* assignConstant(const Var* data, const Expr* inner, int multiple)
    {
        constexpr int64_t Most = std::numeric_limits<int32_t>::max();
        const auto small = [](const Expr* expr) {
            const auto* constant = as<IntImm>(expr);
            return constant && constant->dtype == Int32 ? constant->value : -1;
        };
        const int64_t total = small(m_plan.totalBytes);
        const int64_t start = small(inner);
        const int64_t count = small(bufferOf(data).shape[0]);
        if (total < 0 || start < 0 || count < 0 || multiple <= 0)
            return nullptr;
        const int64_t padding = (multiple - (total + start) % multiple) % multiple;
        const int64_t end = start + padding + count * bytesOf(data);
        if (total + end > Most)
            return nullptr;
        Placement& placement = m_plan.placements[*m_plan.indexOf.find(data)];
        placement.padding = int32(m_arena, padding);
        placement.byteOffset = int32(m_arena, total + start + padding);
        return int32(m_arena, end);
    }

    /// Offsets have 32 bits. One addition of numbers that fit leads at most to the negative ones.
    static constexpr int64_t MaxBytes = std::numeric_limits<int32_t>::max();

    static bool fits(const Expr* bytes)
    {
        const auto* constant = as<IntImm>(bytes);
        return !constant || (constant->value >= 0 && constant->value <= MaxBytes);
    }

    PassError tooLarge(const Var* data) const
    {
        return {.message = "with buffer '" + std::string(bufferOf(data).name) +
                           "', the shared memory of the launch takes more bytes than 32 bits can count",
                .node = m_allocations.of(data)};
    }

    PassError misaligned(const Var* data, int widest) const
    {
        return {.message = "'" + std::string(data->name) + "' is aligned to " +
                           std::to_string(bufferOf(data).alignment) +
                           " bytes, which is not a multiple of the widest element in its layer, " +
                           std::to_string(widest) + " bytes",
                .node = m_allocations.of(data)};
    }

    Arena& m_arena;
    const SharedAllocations& m_allocations;
    Mode m_mode;
    MergePlan& m_plan;
};

} // namespace

SharedAllocations sharedAllocations(const Stmt& root, SharedKind kind)
{
    SharedAllocations found;
    found.inOrder.reserve(8); // enough for most launches
    static_cast<Visitor&&>(AllocationCollector(found, kind)).visit(&root);
    return found;
}

int elementBytes(DType type, Mode mode)
{
    return mode == Mode::Sound ? type.vectorBytes() : type.bytes();
}

std::variant<MergePlan, PassError> planMerge(Arena& arena, const Lifetimes& lifetimes,
                                             const SharedAllocations& allocations, Mode mode,
                                             FreeLists* freeLists)
{
    Planner planner(allocations, mode, freeLists);
    planner.plan(lifetimes);
    MergePlan plan;
    plan.placements = planner.takePlacements();
    for (size_t i = 0; i < plan.placements.size(); ++i)
        plan.indexOf.insert(plan.placements[i].data, uint32_t(i));
    if (const auto refusal = OffsetAssigner(arena, allocations, mode, plan).assign(planner.entries()))
        return *refusal;
    return plan;
}

} // namespace tir::passes
