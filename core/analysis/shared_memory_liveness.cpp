/// Liveness from events: accesses are gathered per buffer, each buffer gets its address and its interval of
/// ticks, loops stretch intervals, and a sweep over the ticks finds the peak.

#include "core/analysis/shared_memory_liveness.h"

#include "core/analysis/known_sizes.h"
#include "core/analysis/loop_brackets.h"
#include "core/analysis/memory_sweep.h"
#include "core/analysis/merged_offset.h"
#include "core/analysis/module_facts.h"
#include "core/analysis/text.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace tir {
namespace {

std::string shapeText(const Buffer& buffer)
{
    std::string text = "(";
    for (const Expr* extent : buffer.shape)
        text += (text.size() > 1 ? ", " : "") + shortText(*extent);
    return text + (buffer.shape.size() == 1 ? ",)" : ")");
}

class LaunchBuilder {
public:
    LaunchBuilder(const SharedMemoryEvents& all, size_t launchIndex, const SizeLookup& sizes)
        : m_all(all),
          m_index(int(launchIndex)),
          m_events(all.launches[launchIndex]),
          m_sizes(sizes)
    {}

    LaunchLiveness build()
    {
        m_result.place = m_events.place;
        m_result.ticks = m_events.ticks;
        m_result.loops = loopBrackets(m_events.loops);
        for (const SharedAccess& access : m_events.accesses)
            m_accesses[access.data].push_back(access);
        addAllocations();
        addForeign();
        for (size_t i = 0; i < m_result.buffers.size(); ++i)
            stretch(m_result.buffers[i], m_accessesOf[i]);
        addTouches();
        sumUp();
        m_result.takenText = m_taken.text();
        m_result.sizes = m_sizes.used();
        return std::move(m_result);
    }

private:
    /// A launch sees its own allocations and those of its function outside of launches.
    bool isVisible(const SharedAllocation& allocation) const
    {
        return allocation.launch == m_index ||
               (allocation.launch < 0 && allocation.function == m_events.function &&
                m_accesses.count(allocation.buffer->data));
    }

    void addAllocations()
    {
        for (const SharedAllocation& allocation : m_all.allocations) {
            if (!isVisible(allocation))
                continue;
            const Buffer& buffer = *allocation.buffer;
            const Bytes size = m_sizes.bytesOf(buffer);
            addBuffersOn(*buffer.data, &allocation);
            if (size.value && *size.value < 0) {
                m_result.hasInvalidSizes = true;
                continue;
            }
            m_taken += size;
            m_result.takenBytes += size.value.value_or(0);
            if (!buffer.scope().isDynamicShared())
                m_result.staticBytes += size.value.value_or(0);
            m_result.hasSymbolicSizes |= !size.value;
        }
    }

    /// Buffers on pointers that no visible allocation defines: another launch's, or a parameter.
    void addForeign()
    {
        std::unordered_set<const Var*> known;
        for (const SharedAllocation& allocation : m_all.allocations)
            if (isVisible(allocation))
                known.insert(allocation.buffer->data);
        std::vector<const Var*> foreign;
        for (const SharedAccess& access : m_events.accesses)
            if (known.insert(access.data).second)
                foreign.push_back(access.data);
        for (const Var* data : foreign) {
            const size_t first = m_result.buffers.size();
            addBuffersOn(*data, nullptr);
            for (size_t i = first; i < m_result.buffers.size(); ++i) {
                m_result.buffers[i].isOutOfScope = true;
                for (const SharedAllocation& allocation : m_all.allocations)
                    if (allocation.buffer->data == data)
                        m_result.buffers[i].allocation = allocation.place;
            }
        }
    }

    /// LowerIntrin makes such a buffer for each tvm_access_ptr: named after the pointer, and as large as the index needs.
    static bool isMadeForAddress(const SharedAccess& access)
    {
        return access.isAddress && access.buffer &&
               (access.buffer->name == access.data->name || !byteSize(*access.buffer).isConstant());
    }

    /// A merged allocation is bytes that are only accessed through other buffers laid over it.
    static bool isMerged(const SharedAllocation* allocation, const std::vector<SharedAccess>& accesses)
    {
        if (!allocation)
            return true;
        if (allocation->buffer->dtype.vectorBytes() != 1)
            return false;
        bool hasOthers = false;
        for (const SharedAccess& access : accesses) {
            if (access.buffer == allocation->buffer)
                return false;
            hasOthers |= access.buffer && !isMadeForAddress(access);
        }
        return hasOthers;
    }

    void addBuffersOn(const Var& data, const SharedAllocation* allocation)
    {
        const std::vector<SharedAccess>& accesses = m_accesses[&data];
        if (!isMerged(allocation, accesses)) {
            addBuffer(*allocation->buffer, allocation, Bytes{}, accesses);
            return;
        }
        const int64_t base = m_taken.value.value_or(-1);
        const size_t first = m_result.buffers.size();
        std::vector<SharedAccess> pointers;
        std::copy_if(accesses.begin(), accesses.end(), std::back_inserter(pointers),
                     [](const SharedAccess& access) { return !access.buffer; });
        std::vector<std::vector<SharedAccess>> groups = byBuffer(accesses);
        // Buffers that were only created to take an address do not have memory of their own.
        const auto addresses = std::stable_partition(groups.begin(), groups.end(), [](const auto& group) {
            return std::any_of(group.begin(), group.end(),
                               [](const SharedAccess& access) { return !access.isAddress; });
        });
        if (addresses != groups.begin()) {
            for (auto group = addresses; group != groups.end(); ++group)
                pointers.insert(pointers.end(), group->begin(), group->end());
            groups.erase(addresses, groups.end());
        }
        for (const std::vector<SharedAccess>& own : groups) {
            const Buffer* buffer = own.front().buffer;
            addBuffer(*buffer, allocation, offsetOf(*buffer, allocation, own), own);
            m_bases.back() = base;
            m_result.buffers.back().isMerged = true;
            m_result.isMerged = true;
        }
        addPointerUses(pointers, first, base);
    }

    /// In the merged allocation; nothing where neither a number nor a formula is known.
    std::optional<Bytes> offsetOf(const Buffer& buffer, const SharedAllocation* allocation,
                                  const std::vector<SharedAccess>& accesses)
    {
        const std::optional<int64_t> allocated =
            allocation ? m_sizes.bytesOf(*allocation->buffer).value : std::nullopt;
        const std::optional<int64_t> offset =
            mergedOffset(buffer, accesses, allocated.value_or(-1), m_sizes.ranges());
        const bool isSymbolic = allocation && !byteSize(*allocation->buffer).isConstant();
        const std::string formula = isSymbolic ? symbolicOffset(buffer, accesses) : std::string();
        if (!formula.empty())
            return Bytes{{0, formula}, offset};
        return offset ? std::optional(Bytes{{*offset, {}}, *offset}) : std::nullopt;
    }

    /// The accesses to each buffer, in order of the first one.
    static std::vector<std::vector<SharedAccess>> byBuffer(const std::vector<SharedAccess>& accesses)
    {
        std::vector<std::vector<SharedAccess>> groups;
        std::unordered_map<const Buffer*, size_t> numbers;
        for (const SharedAccess& access : accesses) {
            if (!access.buffer)
                continue;
            const auto [number, isNew] = numbers.try_emplace(access.buffer, groups.size());
            if (isNew)
                groups.emplace_back();
            groups[number->second].push_back(access);
        }
        return groups;
    }

    /// A pointer into a merged allocation is an access to every buffer, from `first` on, that it may touch: to all when
    /// its bytes are not known; else to those of its type on these bytes, or to all on them if none has its type.
    std::vector<size_t> touchedBuffers(const SharedAccess& pointer, size_t first, int64_t base) const
    {
        const std::optional<ByteRange> bytes = base >= 0 ? pointer.bytes() : std::nullopt;
        const std::string type = toString(pointer.dtype.element());
        std::vector<size_t> touched;
        std::vector<size_t> ofType;
        for (size_t i = first; i < m_result.buffers.size(); ++i) {
            const SharedBuffer& buffer = m_result.buffers[i];
            const bool isPlaced = buffer.offsetBytes >= 0 && buffer.sizeBytes >= 0;
            const bool isApart = bytes && isPlaced &&
                                 (base + bytes->begin >= buffer.offsetBytes + buffer.sizeBytes ||
                                  base + bytes->end <= buffer.offsetBytes);
            if (isApart)
                continue;
            touched.push_back(i);
            if (bytes && buffer.dtype == type)
                ofType.push_back(i);
        }
        return ofType.empty() ? touched : ofType;
    }

    void addPointerUses(const std::vector<SharedAccess>& pointers, size_t first, int64_t base)
    {
        for (const SharedAccess& pointer : pointers)
            for (const size_t i : touchedBuffers(pointer, first, base))
                m_accessesOf[i].push_back(pointer);
        for (size_t i = first; i < m_result.buffers.size(); ++i)
            std::stable_sort(m_accessesOf[i].begin(), m_accessesOf[i].end(),
                             [](const SharedAccess& a, const SharedAccess& b) { return a.tick < b.tick; });
    }

    /// `offset`: in its allocation, which begins where those before it end; nothing if it is not known.
    void addBuffer(const Buffer& buffer, const SharedAllocation* allocation,
                   const std::optional<Bytes>& offset, const std::vector<SharedAccess>& accesses)
    {
        Bytes place = m_taken;
        place += offset.value_or(Bytes{{}, std::nullopt});
        const Bytes size = m_sizes.bytesOf(buffer);
        SharedBuffer& shared = m_result.buffers.emplace_back();
        shared.name = buffer.name;
        shared.dtype = toString(buffer.dtype);
        shared.shape = shapeText(buffer);
        shared.scope = buffer.scopeText();
        shared.data = buffer.data;
        shared.buffer = &buffer;
        shared.hasInvalidSize = size.value && *size.value < 0;
        shared.sizeBytes = shared.hasInvalidSize ? -1 : size.value.value_or(-1);
        shared.sizeText = size.text();
        shared.offsetBytes = place.value.value_or(-1);
        shared.offsetText = offset ? place.text() : std::string();
        shared.allocation = allocation ? allocation->place : NoPlace;
        m_result.hasSymbolicSizes |= !size.value;
        m_accessesOf.push_back(accesses);
        m_bases.push_back(shared.offsetBytes);
    }

    /// Interval and uses, then every loop that carries the contents into its next round: one that does not
    /// write the buffer first, in every round, before anything else touches it.
    void stretch(SharedBuffer& buffer, const std::vector<SharedAccess>& accesses)
    {
        if (accesses.empty())
            return;
        buffer.firstTick = accesses.front().tick;
        buffer.lastTick = accesses.back().tick;
        for (const SharedAccess& access : accesses)
            buffer.uses.push_back(access.place);
        std::sort(buffer.uses.begin(), buffer.uses.end());
        for (const LoopSpan& loop : m_events.loops) {
            const bool isLocal = !buffer.isMerged && buffer.allocation != NoPlace &&
                                 loop.firstPlace < buffer.allocation && buffer.allocation <= loop.lastPlace;
            const auto first =
                std::lower_bound(accesses.begin(), accesses.end(), loop.firstTick,
                                 [](const SharedAccess& access, int tick) { return access.tick < tick; });
            if (isLocal || first == accesses.end() || first->tick > loop.lastTick)
                continue;
            if (first->isWrite && first->conditions == loop.conditions)
                continue;
            buffer.firstTick = std::min(buffer.firstTick, loop.firstTick);
            buffer.lastTick = std::max(buffer.lastTick, loop.lastTick);
        }
    }

    void addTouches()
    {
        for (size_t i = 0; i < m_result.buffers.size(); ++i) {
            const SharedBuffer& buffer = m_result.buffers[i];
            if (buffer.offsetBytes < 0 || buffer.sizeBytes <= 0)
                continue;
            for (const SharedAccess& access : m_accessesOf[i]) {
                const int64_t end = buffer.offsetBytes + buffer.sizeBytes;
                TouchedBytes touched{access.tick, i, buffer.offsetBytes, end, access.isWrite};
                const std::optional<ByteRange> bytes = access.isAddress ? std::nullopt : access.bytes();
                const int64_t low = m_bases[i] + (bytes ? bytes->begin : 0);
                const int64_t high = m_bases[i] + (bytes ? bytes->end : 0);
                if (bytes && low < end && high > buffer.offsetBytes) {
                    touched.begin = std::max(low, touched.begin);
                    touched.end = std::min(high, end);
                }
                m_result.touches.push_back(touched);
            }
        }
        std::stable_sort(m_result.touches.begin(), m_result.touches.end(),
                         [](const TouchedBytes& a, const TouchedBytes& b) { return a.tick < b.tick; });
    }

    void sumUp()
    {
        std::vector<MemoryInterval> intervals;
        std::vector<size_t> numbers; // of their buffers
        std::map<std::string, int> types;
        for (size_t i = 0; i < m_result.buffers.size(); ++i) {
            const SharedBuffer& buffer = m_result.buffers[i];
            if (buffer.firstTick < 0 || buffer.sizeBytes <= 0 || buffer.offsetBytes < 0 ||
                buffer.isOutOfScope)
                continue;
            const int type = types.try_emplace(buffer.dtype + buffer.shape, int(types.size())).first->second;
            intervals.push_back({buffer.offsetBytes, buffer.offsetBytes + buffer.sizeBytes, buffer.firstTick,
                                 buffer.lastTick, type});
            numbers.push_back(i);
        }
        const MemorySweep sweep = sweepMemory(intervals);
        for (const auto& [first, second] : sweep.conflicts) {
            const MemoryInterval& a = intervals[first];
            const MemoryInterval& b = intervals[second];
            m_result.conflicts.push_back({numbers[first], numbers[second], std::max(a.begin, b.begin),
                                          std::min(a.end, b.end), std::max(a.firstTick, b.firstTick),
                                          std::min(a.lastTick, b.lastTick)});
        }
        m_result.hasMoreConflicts = sweep.hasMoreConflicts;
        m_result.peakLiveBytes = sweep.peakBytes;
        m_result.peakTick = sweep.peakTick;
        m_result.lowerBound = sweep.lowerBound;
        m_result.wasteBytes = std::max<int64_t>(m_result.takenBytes - m_result.peakLiveBytes, 0);
    }

    const SharedMemoryEvents& m_all;
    int m_index;
    const LaunchEvents& m_events;
    KnownSizes m_sizes;
    LaunchLiveness m_result;
    Bytes m_taken; ///< by the allocations so far
    std::unordered_map<const Var*, std::vector<SharedAccess>> m_accesses;
    std::vector<std::vector<SharedAccess>> m_accessesOf; ///< by buffer of the result, in program order
    std::vector<int64_t> m_bases; ///< by buffer of the result: the byte that index 0 is at
};

/// The target of the launch; null before BindTarget.
const Target* targetOf(const FunctionFacts& function, int numberInFunction)
{
    const size_t index = size_t(numberInFunction) - 1;
    const auto& launches = function.body->launches;
    return index < launches.size() && launches[index].regionTarget ? launches[index].regionTarget
                                                                   : function.target;
}

/// The allocations of every launch of a module.
class LaunchAllocations {
public:
    explicit LaunchAllocations(const ModuleFacts& facts)
    {
        for (const FunctionFacts& function : facts.functions)
            for (const AllocationFacts& allocation : function.body->sharedAllocations)
                m_allocations[{&function, allocation.launch}].push_back(&allocation);
    }

    /// Whether one of them, which no merge makes smaller, exceeds the limit. Buffers of blocks are no allocations yet.
    bool exceed(const SharedMemoryLimit& limit, const FunctionFacts& function, int launch) const
    {
        const auto found = m_allocations.find({&function, launch});
        return found != m_allocations.end() &&
               std::ranges::any_of(found->second, [&](const AllocationFacts* allocation) {
                   const int64_t bytes = byteSize(*allocation->statement->buffer).constant;
                   return !overLimit(limit, allocation->isDynamic ? 0 : bytes, bytes).empty();
               });
    }

private:
    std::map<std::pair<const FunctionFacts*, int>, std::vector<const AllocationFacts*>> m_allocations;
};

} // namespace

std::optional<int64_t> LaunchLiveness::limitBytes() const
{
    if (!limit)
        return std::nullopt;
    return takenBytes > staticBytes ? limit->totalBytes : limit->staticBytes;
}

std::vector<LaunchLiveness> sharedMemoryLiveness(const Module& module, const SizeLookup& sizes)
{
    const ModuleFacts facts = collectFacts(module);
    const SharedMemoryEvents events = collectEvents(module, sizes);
    const LaunchAllocations allocations(facts);
    std::vector<LaunchLiveness> result;
    for (size_t i = 0; i < events.launches.size(); ++i) {
        const LaunchEvents& launch = events.launches[i];
        const FunctionFacts& function = facts.functions[launch.function];
        LaunchLiveness& liveness = result.emplace_back(LaunchBuilder(events, i, sizes).build());
        liveness.function = function.name();
        if (const Target* target = targetOf(function, launch.numberInFunction))
            liveness.limit = sharedMemoryLimit(*target);
        // A kernel that was split off has its allocations as they are.
        liveness.mayShrink = liveness.limit && !function.isDevice() &&
                             !allocations.exceed(*liveness.limit, function, launch.numberInFunction - 1);
        liveness.label = liveness.function;
        if (!function.isDevice() || function.body->launches.size() > 1)
            liveness.label += ", launch " + std::to_string(launch.numberInFunction);
    }
    return result;
}

} // namespace tir
