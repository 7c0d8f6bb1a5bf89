/// Monitors a checked program: it is notified of every access, barrier and launch, and finds errors that
/// occur only sometimes, or are visible only in the result. Invalid accesses are not carried out.
///
/// Two accesses of different threads, one of them a write, conflict unless they are ordered by a
/// barrier of the block, a synchronization of the lanes of a warp, or the end of a launch. Writing the
/// value that is already in memory does not conflict with the writes that put it there.

#pragma once

#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/runtime/finding.h"
#include "core/runtime/simt/checker/bank_conflicts.h"
#include "core/runtime/simt/checker/phases.h"
#include "core/runtime/simt/checker/shadow.h"
#include "core/runtime/simt/checker/unset_values.h"

#include <map>
#include <tuple>

namespace tir {

class Checker {
public:
    /// Different findings that are kept; of the others only nothing is known.
    static constexpr size_t MaxFindings = 100;

    explicit Checker(std::vector<CheckSite> sites);

    /// Statements of a block run in lockstep: its threads do not need barriers between them.
    void setLockstep(bool isLockstep) { m_isLockstep = isLockstep; }

    // ---- allocation and release of memory
    void addMemory(std::byte* start, uint64_t bytes, RegionKind kind, bool isWritten = false);
    void removeMemory(std::byte* start);
    /// The thread reaches the allocation of memory that it shares with others; from the second time on, what it wrote
    /// there before is gone.
    void allocate(const GpuThread& thread, std::byte* memory);

    // ---- events of the program
    /// `isPartial`: not all blocks run, so memory that they would write stays unwritten.
    void startLaunch(bool isPartial);
    void endLaunch();
    void startBlock(const GpuBlock& block);
    /// Iterations of a parallel loop of the host are like blocks: nothing orders their accesses. Only the outermost
    /// of several nested loops counts.
    void parallelLoop(ParallelEvent event);
    void blockBarrier() { m_time.blockBarrier(); }
    /// Threads in lockstep have waited for each other, where the program has no barrier.
    void lockstepWait() { m_time.lockstepWait(); }
    void warpBarrier(size_t warp) { m_time.warpBarrier(warp); }
    void* access(const GpuBlock* block, const GpuThread* thread, uint32_t number, std::byte* base,
                 int64_t offset)
    {
        // By plain pointers: every access of a checked program comes by here.
        const Site& site = m_sites.data()[number];
        if (site.isPlainRead && isMet(site, base) && accessesQuietly(site, thread, number, base, offset))
            return base + offset;
        return accessWatched(block, thread, number, base, offset);
    }
    void* outside(const GpuBlock* block, const GpuThread* thread, uint32_t site, const int64_t* indices);
    /// The thread has offered a value to the other lanes of its warp.
    void offer(const GpuThread& thread) { m_unset.offer(thread); }
    /// The thread receives the value of `lane`, which is `from`; null if there is no such thread.
    void receive(const GpuBlock& block, const GpuThread& thread, uint32_t site, const GpuThread* from,
                 uint32_t lane);
    /// A launch that was rejected, for the reason in `why`.
    void refusedLaunch(const char* kernel, std::string why);
    void division(const GpuBlock* block, const GpuThread* thread, uint32_t site);
    /// A signed sum, difference or product does not fit into its type.
    void overflow(const GpuBlock* block, const GpuThread* thread, uint32_t site);
    /// A variable of a block has a value outside of the domain of its axis.
    void outOfDomain(const GpuBlock* block, const GpuThread* thread, uint32_t site, int64_t value);
    /// `thread` waits at a barrier that `other` will not reach: it waits at another one.
    void divergence(const GpuBlock& block, const GpuThread& thread, const GpuThread& other);
    /// `thread` passes a barrier of the block that `ended` never reached.
    void missedBarrier(const GpuBlock& block, const GpuThread& thread, const GpuThread& ended);
    /// The source of the copy that the thread has started at the site; `target` is the result of access().
    void addCopySource(const GpuThread& thread, uint32_t site, const std::byte* target,
                       const std::byte* source, int64_t bytes);
    /// The thread has waited for that copy.
    void finishCopy(const GpuThread& thread, uint32_t site, std::byte* target, const std::byte* source);

    // ---- afterwards
    std::vector<Finding> takeFindings();
    /// Conflicts in global memory that only lockstep orders. They are hazards if no barrier will come between the
    /// accesses: ThreadSync inserts barriers for the memory of a block, which may or may not order these, too.
    std::vector<Finding> takeHiddenFindings();
    /// Of the memory, which has elements of so many bytes.
    std::vector<Region::Written> writers(const std::byte* start, int64_t elementBytes) const;
    const CheckSite& site(uint32_t number) const { return m_sites[number].site; }

private:
    /// A site and the memory it met last.
    struct Site {
        std::byte* base = nullptr;
        Region* region = nullptr;
        uint64_t generation = 0;
        uint64_t bytes = 0;
        uint64_t alignmentMask = 0;
        bool isRead = false;
        bool isWrite = false;
        bool isPooled = false;
        bool isCopy = false;
        bool isPlainRead = false; ///< for which readsQuietly() is all there is to do
        CheckSite site;
    };
    /// Who is at work.
    struct Actor {
        const GpuBlock* block;
        const GpuThread* thread;
        uint32_t site;
        Stamp stamp;
        const std::byte* address = nullptr; ///< of the cell that is accessed
    };
    using Key = std::tuple<FindingKind, uint32_t, uint32_t>; ///< kind and both sites
    /// A write over the write of another thread, which is not a conflict if it leaves the memory as it is.
    struct Rewrite {
        Key key;
        Finding finding;
        const std::byte* memory;
        std::vector<std::byte> before;
    };

    /// A copy that no thread has waited for yet.
    struct Copy {
        Stamp started;
        uint64_t bytes;
    };
    /// The source of a copy.
    struct CopySource {
        Stamp started;
        uint64_t bytes;
        const std::byte* target;
    };

    Region* regionOf(std::byte* address);
    bool isMet(const Site& site, const std::byte* base) const
    {
        return site.base == base && site.generation == m_generation && m_rewrites.empty();
    }
    void meet(Site& site, std::byte* base);
    bool accessesQuietly(const Site& site, const GpuThread* thread, uint32_t number, const std::byte* base,
                         int64_t offset) const;
    void* accessWatched(const GpuBlock* block, const GpuThread* thread, uint32_t number, std::byte* base,
                        int64_t offset);
    bool readsQuietly(const Region& region, Cell& cell, const Stamp& now) const;
    bool writesQuietly(const Region& region, Cell& cell, const Stamp& now) const;
    void read(const Actor& actor, const Region& region, Cell& cell);
    void write(const Actor& actor, const Region& region, Cell& cell);
    void meetNeighbors(const Actor& actor, Region& region, uint64_t at);
    void passOn(Region& region, uint64_t at, const Stamp& now);
    static bool isOfEarlierAllocation(const Region& region, const Cell& cell, const Stamp& now);
    bool isOrdered(const Region& region, const Stamp& earlier, const Stamp& now) const;
    bool isInLockstep(const Stamp& earlier, const Stamp& now) const;
    bool isHiddenByLockstep(const Region& region, const Stamp& earlier, const Stamp& now) const;
    void meetOther(const Actor& actor, const Region& region, const Stamp& other);
    void conflict(const Actor& actor, const Region& region, const Stamp& other);
    void hiddenConflict(const Actor& actor, const Region& region, const Stamp& other);
    FindingKind kindOfConflict(const Actor& actor, const Stamp& other) const;
    void startCopy(Region& region, uint64_t at, const Stamp& now);
    /// The copy in flight into the cell of the address; null if there is none.
    const Copy* copyInto(const Cell& cell, const std::byte* address) const;
    /// The copy in flight from the address; null if there is none.
    const CopySource* copyFrom(const std::byte* address) const;
    const Stamp* otherUpdate(const Region& region, const Cell& cell, const Stamp& now) const;
    void* harmless(const Actor& actor);

    // ---- findings and their messages (checker_findings.cpp)
    void misaligned(const Actor& actor, uint64_t at, const std::byte* address);
    void uninitialized(const Actor& actor, const Region& region, const Cell& cell);
    static std::string notWaitedFor(const Actor& actor, const Stamp& started, const FindingAccess& copy);
    void unwaited(const Actor& actor, const Region& region, const Copy& copy);
    void unsetOffer(const Actor& actor, uint32_t lane, bool isAbsent);
    void overwritten(const Actor& actor, const std::byte* address, const CopySource& source);
    void neighborConflict(const Actor& actor, const Region& region, const Stamp& other,
                          const std::byte* neighbor);
    void* astray(const Actor& actor, const std::byte* address);
    void* outOfBounds(const Actor& actor, const Region& region, const std::byte* address);
    void* outOfBounds(const Actor& actor, std::string element, std::string detail);
    void settleRewrites();
    /// Reports the bank conflicts of the monitored block.
    void settleBanks();
    /// Whether the finding is new; counts it when it is not.
    bool isNew(const Key& key);
    void add(const Key& key, Finding finding);
    Finding describe(FindingKind kind, const Actor& actor, std::string element) const;
    Finding describeConflict(FindingKind kind, const Actor& actor, const Region& region,
                             const Stamp& other) const;
    FindingAccess describe(const Stamp& stamp, const GpuBlock* block) const;
    /// The element at the address, or as many as the site touches, as the program names them.
    std::string elementAt(uint32_t site, const std::byte* address, bool isWhole) const;

    std::vector<Site> m_sites;
    std::map<std::byte*, Region> m_regions; ///< by start
    uint64_t m_generation = 1;              ///< changes when regions do

    Phases m_time;
    bool m_isLockstep = false;
    bool m_isPartial = false; ///< some launch was

    std::map<uint32_t, BankSamples> m_banks; ///< by site, of the first block of a launch
    GpuBlock m_sampledBlock = {};
    bool m_isSampling = false;

    UnsetValues m_unset;
    bool m_hasUpdates = false;                      ///< the program has atomic operations
    std::multimap<const std::byte*, Copy> m_copies; ///< of the block, by target
    std::multimap<const std::byte*, CopySource> m_copySources;
    std::vector<Rewrite> m_rewrites;
    std::map<Key, size_t> m_known; ///< number in m_findings
    std::vector<Finding> m_findings;
    std::map<Key, Finding> m_hidden; ///< by lockstep
    std::vector<std::byte> m_harmlessRead;
    std::vector<std::byte> m_harmlessWrite;
};

/// Whether two accesses, one of them a write, are ordered or compatible.
inline bool Checker::isOrdered(const Region& region, const Stamp& earlier, const Stamp& now) const
{
    if (earlier.site == NoSite || region.kind == RegionKind::Private)
        return true;
    if (earlier.phase == now.phase)
        return isSameThread(earlier, now) || (m_isLockstep && isInLockstep(earlier, now)) ||
               (earlier.time.warp() == now.time.warp() && earlier.time.warpTime() < now.time.warpTime());
    const bool isInOtherBlock = earlier.phase < m_time.block() && earlier.phase >= m_time.launch();
    return !isInOtherBlock || region.kind != RegionKind::Global;
}

/// Whether only the lockstep orders the two accesses. A reduction across threads gets an order when it is lowered,
/// wherever its result is.
inline bool Checker::isHiddenByLockstep(const Region& region, const Stamp& earlier, const Stamp& now) const
{
    return m_isLockstep && region.kind == RegionKind::Global && earlier.site != NoSite &&
           earlier.phase >= m_time.barrier() && !isSameThread(earlier, now) &&
           !m_sites[earlier.site].site.isReducing && !m_sites[now.site].site.isReducing;
}

/// The common cases without a conflict: written by this thread or before the last barrier, and since then read at most.
/// Changes nothing if the result is false.
inline bool Checker::readsQuietly(const Region& region, Cell& cell, const Stamp& now) const
{
    const Stamp& writer = cell.writer;
    if (region.kind == RegionKind::Private)
        return writer.site != NoSite;
    if (region.isAllocatedAgain())
        return false;
    const bool isWritten =
        writer.phase == now.phase
            ? isSameThread(writer, now)
            : writer.phase >= m_time.block() || (writer.phase < m_time.launch() &&
                                                 region.kind == RegionKind::Global && writer.site != NoSite);
    if (!isWritten || isHiddenByLockstep(region, writer, now))
        return false;
    Stamp& first = cell.readers[0];
    if (first.phase >= m_time.block() && (first.phase != now.phase || isSameThread(first, now)))
        first = now;
    else
        (isOrdered(region, first, now) ? first : cell.readers[1]) = now;
    return true;
}

/// Most accesses of a program: of one cell, in bounds, and without a conflict. Changes nothing if the result is false.
inline bool Checker::accessesQuietly(const Site& site, const GpuThread* thread, uint32_t number,
                                     const std::byte* base, int64_t offset) const
{
    Region* region = site.region;
    if (!region || m_isSampling)
        return false;
    const uint64_t at = uint64_t(base - region->start) + uint64_t(offset);
    const bool isOneCell = site.bytes == uint64_t(1) << region->granuleBits && (at & (site.bytes - 1)) == 0;
    if (!isOneCell || at >= region->bytes || region->bytes - at < site.bytes)
        return false;
    return readsQuietly(*region, region->cell(region->cellAt(at)), m_time.stampOf(thread, number));
}

} // namespace tir
