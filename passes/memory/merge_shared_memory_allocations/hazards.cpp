/// Compares the plan with the program, using the lifetimes, the threads that access each byte, and addresses that are
/// taken.

#include "passes/memory/merge_shared_memory_allocations/hazards.h"

#include "core/analysis/block_accesses.h"
#include "core/ir/structural_equal.h"
#include "core/support/text_format.h"
#include "passes/framework/tvm_defects.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

namespace tir::passes {
namespace {

/// A buffer with a constant place in the merged allocation.
struct Placed {
    const Var* data;
    const Buffer* buffer;
    int64_t begin; ///< in bytes
    int64_t end;
    ptrdiff_t born; ///< positions in the timeline, both inclusive
    ptrdiff_t dead;
};

std::string quotedName(const Buffer& buffer)
{
    return quoted(buffer.name);
}

class HazardFinder {
public:
    HazardFinder(PassContext& context, SharedKind kind, const Lifetimes& lifetimes,
                 const SharedAllocations& allocations, const MergePlan& plan,
                 const FunctionNames& functionsWithBarriers)
        : m_context(context),
          m_kind(kind),
          m_lifetimes(lifetimes),
          m_allocations(allocations),
          m_plan(plan),
          m_functionsWithBarriers(functionsWithBarriers)
    {}

    void find(const Stmt& root)
    {
        collectUses();
        findUnplaced();
        collectPlaced();
        std::vector<const Placed*> before;
        for (const Placed& later : m_placed) {
            before.clear();
            for (const Placed& earlier : m_placed)
                if (earlier.begin < later.end && later.begin < earlier.end && isBorn(earlier, later))
                    before.push_back(&earlier);
            // The last owner of the bytes shows a race first, and one race of a buffer is enough.
            std::ranges::stable_sort(before, std::greater(), &Placed::dead);
            bool hasRace = false;
            for (const Placed* earlier : before)
                compare(root, *earlier, later, hasRace);
        }
        findAddresses();
    }

private:
    const Buffer& bufferOf(const Var* data) const { return m_allocations.bufferOf(data); }

    /// The positions of the first and last touch, over whole statements that contain others.
    void collectUses()
    {
        const std::vector<TimelineEntry>& timeline = m_lifetimes.timeline;
        for (size_t i = 0; i < timeline.size(); ++i)
            for (const Var* data : m_lifetimes.touched(timeline[i])) {
                const ptrdiff_t born = ptrdiff_t(i) + std::min<ptrdiff_t>(timeline[i].pairOffset, 0);
                m_uses.insert(data, {timeline[i].stmt, born, ptrdiff_t(i)}).first.dead = ptrdiff_t(i);
            }
    }

    void collectPlaced()
    {
        m_placed.reserve(m_plan.placements.size());
        for (const Placement& placement : m_plan.placements) {
            const Buffer& buffer = bufferOf(placement.data);
            const auto* constant = as<IntImm>(placement.byteOffset);
            const int64_t count = constantElementCount(buffer);
            if (!constant || count <= 0 || buffer.shape.size() != 1)
                continue;
            Placed placed{placement.data, &buffer, constant->value, 0, -1, -1};
            // Lanes that TVM does not count are a separate hazard.
            placed.end = placed.begin + count * elementBytes(buffer.dtype, Mode::AsTvm);
            if (const Uses* uses = m_uses.find(placement.data)) {
                placed.born = uses->born;
                placed.dead = uses->dead;
            }
            m_placed.push_back(placed);
        }
    }

    void findUnplaced()
    {
        for (const Placement& placement : m_plan.placements) {
            const Buffer& buffer = bufferOf(placement.data);
            const AllocBuffer* alloc = m_allocations.of(placement.data);
            if (placement.rule == PlacementRule::TinyEntry)
                m_context.reportDefect(tvm_defect::TinyBuffer,
                                       quotedName(buffer) + " has at most 32 bits, so it gets no place",
                                       alloc);
            else if (placement.rule == PlacementRule::SharesSymbolic)
                m_context.reportDefect(
                    tvm_defect::SymbolicReuse,
                    quotedName(buffer) +
                        " takes over an entry of symbolic size, which does not record it, so it "
                        "gets no place",
                    alloc);
            else if (buffer.dtype.lanes > 1)
                m_context.reportDefect(tvm_defect::VectorLanes,
                                       quotedName(buffer) + " has elements of " +
                                           std::to_string(buffer.dtype.lanes) +
                                           " lanes, but gets bytes for one",
                                       firstTouch(placement.data));
        }
    }

    const Stmt* firstTouch(const Var* data) const
    {
        const Uses* uses = m_uses.find(data);
        return uses ? uses->first : nullptr;
    }

    /// Whether the first is born before the second; of two that are born together, the one in front.
    static bool isBorn(const Placed& earlier, const Placed& later)
    {
        return earlier.born < later.born || (earlier.born == later.born && earlier.begin < later.begin);
    }

    /// Both share bytes. Is one of them still used when the other is, or touched by a thread that is late?
    void compare(const Stmt& root, const Placed& earlier, const Placed& later, bool& hasRace)
    {
        const bool isInPlace =
            earlier.dead == later.born && m_lifetimes.timeline[size_t(later.born)].isLeaf();
        if (earlier.dead >= later.born && !isInPlace)
            m_context.reportDefect(tvm_defect::OverlappingBuffers,
                                   quotedName(*later.buffer) + " occupies bytes " +
                                       std::to_string(later.begin) + " to " + std::to_string(later.end - 1) +
                                       " and " + quotedName(*earlier.buffer) + " in bytes " +
                                       std::to_string(earlier.begin) + " to " +
                                       std::to_string(earlier.end - 1) + ", and both are alive here",
                                   firstTouch(later.data));
        else if (!hasRace)
            hasRace = findRace(root, earlier, later);
    }

    /// Whether there is one; reported then.
    bool findRace(const Stmt& root, const Placed& earlier, const Placed& later)
    {
        if (!m_accesses) {
            m_accesses.emplace(root, m_functionsWithBarriers);
            for (const BlockAccess& access : m_accesses->all())
                m_accessesOf[access.buffer->data].push_back(&access);
        }
        for (const BlockAccess* before : m_accessesOf[earlier.data])
            for (const BlockAccess* after : m_accessesOf[later.data])
                if (const auto conflict = m_accesses->conflict(*before, earlier.begin, *after, later.begin)) {
                    reportRace(earlier, later, *before, *after, *conflict);
                    return true;
                }
        return false;
    }

    void reportRace(const Placed& earlier, const Placed& later, const BlockAccess& before,
                    const BlockAccess& after, const ThreadConflict& conflict)
    {
        const bool sameIndex = before.index && after.index && structuralEqual(*before.index, *after.index);
        const bool sameSize = earlier.buffer->dtype.vectorBytes() == later.buffer->dtype.vectorBytes();
        const std::string_view code = sameIndex && !sameSize ? tvm_defect::OtherElementSize
                                      : m_kind == SharedKind::Static && before.statement != after.statement
                                          ? tvm_defect::StaticReuse
                                          : tvm_defect::ReuseWithoutBarrier;
        const auto who = [](int64_t thread) {
            return thread < 0 ? std::string("several threads") : "thread " + std::to_string(thread);
        };
        m_context.reportDefect(
            code,
            quotedName(*later.buffer) + " takes over bytes of " + quotedName(*earlier.buffer) +
                " without a barrier in between: byte " + std::to_string(conflict.byte) + " is " +
                (after.isWrite ? "written" : "read") + " by " + who(conflict.laterThread) + " and " +
                (before.isWrite ? "written" : "read") + " before by " + who(conflict.earlierThread),
            after.node);
    }

    /// An address is not a use of its buffer. Who has its bytes where it is taken or used?
    void findAddresses()
    {
        for (const AddressTaken& address : m_lifetimes.addresses) {
            const auto placed = std::ranges::find(m_placed, address.data, &Placed::data);
            if (placed == m_placed.end()) {
                if (!m_plan.placementOf(address.data) && m_allocations.contains(address.data))
                    m_context.reportDefect(tvm_defect::AddressLifetime,
                                           quotedName(bufferOf(address.data)) +
                                               " is used only through its address, so it gets no place",
                                           address.node);
                continue;
            }
            for (const Placed& other : m_placed)
                if (other.data != address.data && other.begin < placed->end && placed->begin < other.end &&
                    other.born < address.position && isUsedApart(*placed, other, address.position)) {
                    m_context.reportDefect(tvm_defect::AddressLifetime,
                                           "the address of " + quotedName(*placed->buffer) +
                                               " is used here, where " + quotedName(*other.buffer) +
                                               " has its bytes",
                                           address.node);
                    break;
                }
        }
    }

    /// The address is used during the lifetime of `other`: after the end of its own buffer's lifetime, or before its
    /// start while `other` is still needed.
    static bool isUsedApart(const Placed& own, const Placed& other, ptrdiff_t position)
    {
        return own.dead <= other.born ? position > other.born : position <= other.dead;
    }

    /// Of a buffer.
    struct Uses {
        const Stmt* first;
        ptrdiff_t born; ///< positions in the timeline, both inclusive
        ptrdiff_t dead;
    };

    PassContext& m_context;
    SharedKind m_kind;
    const Lifetimes& m_lifetimes;
    const SharedAllocations& m_allocations;
    const MergePlan& m_plan;
    const FunctionNames& m_functionsWithBarriers;
    PointerMap<Var, Uses> m_uses; ///< by data variable
    std::vector<Placed> m_placed;
    std::optional<BlockAccesses> m_accesses;
    std::unordered_map<const Var*, std::vector<const BlockAccess*>> m_accessesOf; ///< by data variable
};

} // namespace

void reportPlanHazards(PassContext& context, const Stmt& root, SharedKind kind, const Lifetimes& lifetimes,
                       const SharedAllocations& allocations, const MergePlan& plan,
                       const FunctionNames& functionsWithBarriers)
{
    HazardFinder(context, kind, lifetimes, allocations, plan, functionsWithBarriers).find(root);
}

} // namespace tir::passes
