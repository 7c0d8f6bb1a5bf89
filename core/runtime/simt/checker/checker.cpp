#include "core/runtime/simt/checker/checker.h"

#include <algorithm>
#include <utility>

namespace tir {
namespace {

bool isWrite(SiteKind kind)
{
    return kind == SiteKind::Write || kind == SiteKind::Update || kind == SiteKind::Copy ||
           kind == SiteKind::Caller;
}

} // namespace

Checker::Checker(std::vector<CheckSite> sites)
{
    uint64_t widest = 0;
    for (CheckSite& site : sites) {
        Site entry;
        entry.bytes = uint64_t(site.bytes);
        entry.alignmentMask = uint64_t(site.alignment) - 1;
        entry.isWrite = isWrite(site.kind);
        entry.isRead = !entry.isWrite || site.kind == SiteKind::Update;
        entry.isPooled = site.isPooled;
        entry.isCopy = site.kind == SiteKind::Copy;
        m_hasUpdates = m_hasUpdates || site.kind == SiteKind::Update;
        entry.site = std::move(site);
        widest = std::max(widest, entry.bytes);
        m_sites.push_back(std::move(entry));
    }
    for (Site& site : m_sites)
        site.isPlainRead =
            site.isRead && !site.isWrite && !site.isPooled && !m_hasUpdates && site.site.unitElements == 1;
    m_harmlessRead.assign(widest, std::byte(FreshMemoryByte));
    m_harmlessWrite.resize(widest);
}

void Checker::addMemory(std::byte* start, uint64_t bytes, RegionKind kind, bool isWritten)
{
    const auto same = m_regions.find(start);
    if (same != m_regions.end() && same->second.bytes == bytes && same->second.kind == kind &&
        kind == RegionKind::Shared) { // of an earlier block: its phase is over
        same->second.startBlock();
        return;
    }
    ++m_generation;
    auto next = m_regions.lower_bound(start);
    while (next != m_regions.end() && next->first < start + std::max<uint64_t>(bytes, 1))
        next = m_regions.erase(next);
    m_regions.emplace(start, Region(start, bytes, kind, isWritten ? CallerSite : NoSite));
}

void Checker::removeMemory(std::byte* start)
{
    ++m_generation;
    m_regions.erase(start);
}

void Checker::allocate(const GpuThread& thread, std::byte* memory)
{
    if (Region* region = regionOf(memory))
        region->allocateIn(thread.number);
}

Region* Checker::regionOf(std::byte* address)
{
    auto next = m_regions.upper_bound(address);
    if (next == m_regions.begin())
        return nullptr;
    Region& region = std::prev(next)->second;
    return region.contains(address) ? &region : nullptr;
}

void Checker::startLaunch(bool isPartial)
{
    m_isPartial |= isPartial;
    settleRewrites();
    m_time.startLaunch();
}

void Checker::endLaunch()
{
    settleRewrites();
    settleBanks();
    m_time.endLaunch();
}

void Checker::startBlock(const GpuBlock& block)
{
    settleBanks();
    m_isSampling = m_time.isBeforeBlocks();
    m_sampledBlock = block;
    m_time.startBlock(block);
    m_unset.startBlock();
    m_copies.clear();
    m_copySources.clear();
}

void Checker::parallelLoop(ParallelEvent event)
{
    if (m_time.parallelLoop(event))
        settleRewrites();
}

/// Whether lockstep orders the two: it does not order accesses of one statement.
bool Checker::isInLockstep(const Stamp& earlier, const Stamp& now) const
{
    const CheckSite& first = m_sites[earlier.site].site;
    const CheckSite& second = m_sites[now.site].site;
    return first.statement != second.statement || second.isReducing;
}

/// The common case of a write: no other thread's access precedes it in this phase.
inline bool Checker::writesQuietly(const Region& region, Cell& cell, const Stamp& now) const
{
    const bool isQuiet = region.kind == RegionKind::Private ||
                         (region.kind == RegionKind::Global && cell.readers[0].site == NoSite &&
                          (cell.writer.phase == now.phase ? isSameThread(cell.writer, now)
                                                          : cell.writer.phase < m_time.launch()));
    if (isQuiet)
        cell.writer = now;
    return isQuiet;
}

void* Checker::accessWatched(const GpuBlock* block, const GpuThread* thread, uint32_t number, std::byte* base,
                             int64_t offset)
{
    Site& site = m_sites[number];
    if (!isMet(site, base))
        meet(site, base);
    // By numbers: a pointer of the program may be null, and lead anywhere.
    auto* address = reinterpret_cast<std::byte*>(reinterpret_cast<uintptr_t>(base) + uintptr_t(offset));
    Region* region = site.region;
    if (!region) // a host may use memory that it did not get from here, that of its arguments
        return thread || !base ? astray({block, thread, number, {}}, address) : address;
    const Stamp now = m_time.stampOf(thread, number);
    const uint64_t at = uint64_t(address - region->start);
    if (at > region->bytes || region->bytes - at < site.bytes)
        return outOfBounds({block, thread, number, now}, *region, address);
    if (at & site.alignmentMask)
        misaligned({block, thread, number, now}, at, address);
    if ((at | site.bytes) & ((uint64_t(1) << region->granuleBits) - 1))
        region->refine(at, site.bytes);
    const uint64_t end = region->cellAt(at + site.bytes);
    for (uint64_t each = region->cellAt(at); each != end; ++each) {
        Cell& cell = region->cell(each);
        if (site.isRead && (!readsQuietly(*region, cell, now) || site.isPooled || m_hasUpdates))
            read({block, thread, number, now, region->addressOf(each)}, *region, cell);
        if (site.isWrite && !writesQuietly(*region, cell, now))
            write({block, thread, number, now, region->addressOf(each)}, *region, cell);
    }
    if (site.site.unitElements > 1 && region->kind != RegionKind::Private)
        meetNeighbors({block, thread, number, now, address}, *region, at);
    if (site.isWrite && m_unset.areCarried())
        passOn(*region, at, now);
    if (m_isSampling && region->kind == RegionKind::Shared && thread && thread->number < BankSamples::Lanes)
        m_banks[number].add(thread->number, at);
    if (site.isCopy && region->kind == RegionKind::Shared)
        startCopy(*region, at, now);
    return address;
}

/// The site accesses other memory than last time, or there is something to settle first.
void Checker::meet(Site& site, std::byte* base)
{
    settleRewrites();
    site.base = base;
    site.generation = m_generation;
    site.region = regionOf(base);
}

/// The content of the cell was written before the thread reached the allocation of the memory again.
bool Checker::isOfEarlierAllocation(const Region& region, const Cell& cell, const Stamp& now)
{
    return region.isAllocatedAgain() && cell.allocation < region.allocationOf(now.time.thread());
}

void Checker::read(const Actor& actor, const Region& region, Cell& cell)
{
    const Stamp& now = actor.stamp;
    const Stamp& writer = cell.writer;
    if (const Copy* copy = copyInto(cell, actor.address))
        return unwaited(actor, region, *copy);
    const CheckSite& site = m_sites[actor.site].site;
    const bool isStale = region.kind == RegionKind::Shared &&
                         (writer.phase < m_time.block() || isOfEarlierAllocation(region, cell, now));
    if (site.isCarried && region.kind == RegionKind::Private && writer.site == NoSite) {
        m_unset.carry(now.time.thread(), site.statement);
        return;
    }
    if (site.isOffered && region.kind == RegionKind::Private && writer.site == NoSite) {
        m_unset.prepareOffer(now.time.thread());
        return;
    }
    if (writer.site == NoSite || isStale) {
        const bool isOfOtherBlocks = region.kind == RegionKind::Global || region.kind == RegionKind::Parts;
        if (!m_isPartial || !isOfOtherBlocks)
            uninitialized(actor, region, cell);
    } else if (site.kind != SiteKind::Read) {
        // Errors in the write of an update are found there.
    } else if (!isOrdered(region, writer, now)) {
        conflict(actor, region, writer);
    } else if (site.isPooled && m_sites[writer.site].isPooled &&
               m_sites[writer.site].site.logical != site.logical &&
               (cell.buffers & 1u << site.logical % 32) != 0) {
        conflict(actor, region, writer);
    } else if (const Stamp* update = otherUpdate(region, cell, now)) {
        conflict(actor, region, *update);
    } else if (isHiddenByLockstep(region, writer, now)) {
        hiddenConflict(actor, region, writer);
    }
    if (region.kind == RegionKind::Private)
        return;
    Stamp& first = cell.readers[0];
    if (first.phase == now.phase && isSameThread(first, now))
        first = now;
    else
        (isOrdered(region, first, now) ? first : cell.readers[1]) = now;
}

/// The thread has stored the value it has computed. If that depends on uninitialized memory, as in the idle lanes of a
/// reduction, the stored value is uninitialized, too.
void Checker::passOn(Region& region, uint64_t at, const Stamp& now)
{
    const std::optional<Place> statement = m_unset.takeCarried(now.time.thread());
    const CheckSite& site = m_sites[now.site].site;
    if (statement != site.statement || region.kind != RegionKind::Private)
        return;
    const uint64_t end = region.cellAt(at + uint64_t(site.bytes));
    for (uint64_t each = region.cellAt(at); each != end; ++each) {
        Cell& cell = region.cell(each);
        cell.writer.site = NoSite;
        cell.buffers = Cell::UnsetValue;
    }
}

void Checker::receive(const GpuBlock& block, const GpuThread& thread, uint32_t number, const GpuThread* from,
                      uint32_t lane)
{
    // One that has ended, or runs elsewhere, has offered less often.
    const bool isAbsent = !from || int32_t(from->offers - thread.offers) < 0;
    if (!isAbsent && !m_unset.isOffered(thread, *from))
        return;
    const CheckSite& site = m_sites[number].site;
    if (site.isCarried)
        m_unset.carry(thread.number, site.statement);
    else if (site.isOffered)
        m_unset.prepareOffer(thread.number);
    else
        unsetOffer({&block, &thread, number, {}}, lane, isAbsent);
}

/// Of several threads that have updated the cell only the last one is its writer; the others have read it
/// too.
const Stamp* Checker::otherUpdate(const Region& region, const Cell& cell, const Stamp& now) const
{
    if (!m_hasUpdates || region.kind == RegionKind::Private)
        return nullptr;
    for (const Stamp& reader : cell.readers)
        if (m_sites[reader.site].site.kind == SiteKind::Update && !isOrdered(region, reader, now))
            return &reader;
    return nullptr;
}

void Checker::write(const Actor& actor, const Region& region, Cell& cell)
{
    const Stamp& now = actor.stamp;
    const SiteKind kind = m_sites[actor.site].site.kind;
    if (region.kind != RegionKind::Private) {
        if (const Copy* copy = copyInto(cell, actor.address))
            unwaited(actor, region, *copy);
        else
            meetOther(actor, region, cell.writer);
        for (Stamp& reader : cell.readers) {
            meetOther(actor, region, reader);
            if (kind != SiteKind::Update || m_sites[reader.site].site.kind != SiteKind::Update)
                reader.site = NoSite;
        }
        if (const CopySource* source = copyFrom(actor.address);
            source && isOrdered(region, source->started, now))
            overwritten(actor, actor.address, *source);
    }
    if (region.kind == RegionKind::Shared && m_sites[actor.site].isPooled) {
        const uint32_t bit = 1u << m_sites[actor.site].site.logical % 32;
        cell.buffers = (cell.writer.phase < m_time.block() ? 0 : cell.buffers) | bit;
    }
    if (region.isAllocatedAgain())
        cell.allocation = region.allocationOf(now.time.thread());
    cell.writer = now;
}

/// An access to an element narrower than a byte touches the other elements of its unit: a GPU loads all of them, and
/// stores all of them.
void Checker::meetNeighbors(const Actor& actor, Region& region, uint64_t at)
{
    const int64_t unitElements = m_sites[actor.site].site.unitElements;
    const uint64_t first = at / uint64_t(unitElements) * uint64_t(unitElements);
    const uint64_t end = std::min(first + uint64_t(unitElements), region.bytes);
    const bool isWrite = m_sites[actor.site].isWrite;
    const auto conflicts = [&](const Stamp& other) {
        return m_sites[other.site].site.unitElements == unitElements &&
               !isOrdered(region, other, actor.stamp);
    };
    for (uint64_t neighbor = first; neighbor < end; ++neighbor) {
        if (neighbor == at)
            continue;
        const Cell& cell = region.cell(region.cellAt(neighbor));
        for (const Stamp* other : {&cell.writer, &cell.readers[0], &cell.readers[1]})
            if ((isWrite || other == &cell.writer) && conflicts(*other))
                return neighborConflict(actor, region, *other, region.start + neighbor);
    }
}

FindingKind Checker::kindOfConflict(const Actor& actor, const Stamp& other) const
{
    const CheckSite& own = m_sites[actor.site].site;
    const CheckSite& theirs = m_sites[other.site].site;
    if (own.isPooled && theirs.isPooled && own.logical != theirs.logical)
        return FindingKind::Clobbered;
    const bool isInBlock = other.phase >= m_time.block();
    return isInBlock && own.statement != theirs.statement ? FindingKind::MissingBarrier : FindingKind::Race;
}

/// The actor and the thread that left `other` meet in a cell: nothing orders them, or the other one has put another
/// buffer's bytes there.
void Checker::conflict(const Actor& actor, const Region& region, const Stamp& other)
{
    const CheckSite& own = m_sites[actor.site].site;
    const CheckSite& theirs = m_sites[other.site].site;
    if (own.kind == SiteKind::Update && theirs.kind == SiteKind::Update)
        return;
    const FindingKind kind = kindOfConflict(actor, other);
    const bool isRewrite = own.kind == SiteKind::Write && theirs.kind == SiteKind::Write;
    const Key key(kind, actor.site, other.site);
    if (isRewrite ? m_known.contains(key) : !isNew(key))
        return;

    Finding finding = describeConflict(kind, actor, region, other);
    if (!isRewrite)
        return add(key, std::move(finding));
    const std::byte* start = actor.address;
    const uint64_t left = region.bytes - uint64_t(start - region.start);
    const size_t bytes = size_t(std::min(uint64_t(1) << region.granuleBits, left));
    m_rewrites.push_back({key, std::move(finding), start, {start, start + bytes}});
}

/// The write of the actor follows another access; nothing is reported if that never happened.
void Checker::meetOther(const Actor& actor, const Region& region, const Stamp& other)
{
    if (!isOrdered(region, other, actor.stamp))
        conflict(actor, region, other);
    else if (isHiddenByLockstep(region, other, actor.stamp))
        hiddenConflict(actor, region, other);
}

/// As conflict(), for accesses that lockstep orders.
void Checker::hiddenConflict(const Actor& actor, const Region& region, const Stamp& other)
{
    if (m_sites[actor.site].site.kind == SiteKind::Update &&
        m_sites[other.site].site.kind == SiteKind::Update)
        return;
    const FindingKind kind = kindOfConflict(actor, other);
    const Key key(kind, actor.site, other.site);
    if (const auto known = m_hidden.find(key); known != m_hidden.end())
        ++known->second.count;
    else if (m_hidden.size() < MaxFindings)
        m_hidden.emplace(key, describeConflict(kind, actor, region, other));
}

std::vector<Region::Written> Checker::writers(const std::byte* start, int64_t elementBytes) const
{
    const auto found = m_regions.find(const_cast<std::byte*>(start));
    return found == m_regions.end() ? std::vector<Region::Written>() : found->second.writers(elementBytes);
}

} // namespace tir
