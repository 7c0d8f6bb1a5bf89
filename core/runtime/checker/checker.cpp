#include "core/runtime/checker/checker.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace tir {
namespace {

constexpr uint32_t MaxWarpTime = (1u << (32 - ThreadTime::ThreadBits)) - 1;

/// Whether both stamps are of one thread of one block. Precondition: they are of one block.
bool isSameThread(const Stamp& a, const Stamp& b)
{
    return a.time.thread() == b.time.thread();
}

bool isWrite(SiteKind kind)
{
    return kind == SiteKind::Write || kind == SiteKind::Update || kind == SiteKind::Caller;
}

Deed deedOf(SiteKind kind)
{
    switch (kind) {
    case SiteKind::Read:
        return Deed::Read;
    case SiteKind::Caller:
    case SiteKind::Write:
        return Deed::Write;
    case SiteKind::Update:
        return Deed::Update;
    case SiteKind::Barrier:
        return Deed::Wait;
    case SiteKind::Division:
        return Deed::Divide;
    }
    return Deed::Read;
}

std::string inWords(const std::vector<int64_t>& numbers)
{
    std::string text;
    for (const int64_t number : numbers)
        text += (text.empty() ? "" : ", ") + std::to_string(number);
    return text;
}

bool isFullyKnown(const std::vector<int64_t>& shape)
{
    return std::all_of(shape.begin(), shape.end(), [](int64_t extent) { return extent >= 0; });
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
        entry.site = std::move(site);
        widest = std::max(widest, entry.bytes);
        m_sites.push_back(std::move(entry));
    }
    m_harmlessRead.assign(widest, std::byte(FreshMemoryByte));
    m_harmlessWrite.resize(widest);
}

void Checker::addMemory(std::byte* start, uint64_t bytes, RegionKind kind, bool isWritten)
{
    const auto same = m_regions.find(start);
    if (same != m_regions.end() && same->second.bytes == bytes && same->second.kind == kind &&
        kind == RegionKind::Shared) // of an earlier block: its phase is over
        return;
    ++m_generation;
    auto next = m_regions.lower_bound(start);
    while (next != m_regions.end() && next->first < start + std::max<uint64_t>(bytes, 1))
        next = m_regions.erase(next);
    Region region;
    region.start = start;
    region.bytes = bytes;
    region.kind = kind;
    region.cells = std::make_unique<Cell[]>(region.cellCount());
    for (uint64_t cell = 0; isWritten && cell < region.cellCount(); ++cell)
        region.cells[cell].writer.site = CallerSite;
    m_regions.emplace(start, std::move(region));
}

void Checker::removeMemory(std::byte* start)
{
    ++m_generation;
    m_regions.erase(start);
}

Region* Checker::regionOf(std::byte* address)
{
    auto next = m_regions.upper_bound(address);
    if (next == m_regions.begin())
        return nullptr;
    Region& region = std::prev(next)->second;
    return region.contains(address) ? &region : nullptr;
}

void Checker::startLaunch()
{
    settleRewrites();
    m_launchPhase = ++m_phase;
    m_blocks.clear();
}

void Checker::endLaunch()
{
    settleRewrites();
    settleBanks();
    m_launchPhase = m_blockPhase = ++m_phase;
}

void Checker::startBlock(const GpuBlock& block)
{
    settleBanks();
    m_isSampling = m_blocks.empty();
    m_sampledBlock = block;
    m_blockPhase = ++m_phase;
    m_blocks.push_back({m_phase, {block.index[0], block.index[1], block.index[2]}});
    m_warpTimes.fill(0);
}

void Checker::blockBarrier()
{
    ++m_phase;
    m_warpTimes.fill(0);
}

void Checker::warpBarrier(size_t warp)
{
    if (++m_warpTimes[warp] == MaxWarpTime)
        blockBarrier();
}

/// Whether nothing goes wrong when both happen, one of them a write.
inline bool Checker::isOrdered(const Region& region, const Stamp& earlier, const Stamp& now) const
{
    if (earlier.site == NoSite || region.kind == RegionKind::Private)
        return true;
    if (earlier.phase == now.phase)
        return isSameThread(earlier, now) || m_isLockstep ||
               (earlier.time.warp() == now.time.warp() && earlier.time.warpTime() < now.time.warpTime());
    const bool isInOtherBlock = earlier.phase < m_blockPhase && earlier.phase >= m_launchPhase;
    return !isInOtherBlock || region.kind == RegionKind::Shared;
}

void* Checker::access(const GpuBlock* block, const GpuThread* thread, uint32_t number, std::byte* base,
                      int64_t offset)
{
    Site& site = m_sites[number];
    if (site.base != base || site.generation != m_generation || !m_rewrites.empty())
        meet(site, base);
    std::byte* address = base + offset;
    Region* region = site.region;
    if (!region) // memory that the program did not get from here
        return address;
    Stamp now = {m_phase, {}, number};
    if (thread)
        now.time.bits = thread->number | m_warpTimes[thread->number / 32] << ThreadTime::ThreadBits;
    const uint64_t at = uint64_t(address - region->start);
    if (at > region->bytes || region->bytes - at < site.bytes)
        return outOfBounds({block, thread, number, now}, *region, address);
    if (at & site.alignmentMask)
        misaligned({block, thread, number, now}, at, address);
    if ((at | site.bytes) & ((uint64_t(1) << region->granuleBits) - 1))
        region->refine(at, site.bytes);
    Cell* cell = &region->cells[at >> region->granuleBits];
    Cell* const end = cell + (site.bytes >> region->granuleBits);
    for (; cell != end; ++cell) {
        if (site.isRead && !(readsQuietly(*region, *cell, now) && !site.isPooled))
            read({block, thread, number, now}, *region, *cell);
        if (site.isWrite && !writesQuietly(*region, *cell, now))
            write({block, thread, number, now}, *region, *cell);
    }
    if (m_isSampling && region->kind == RegionKind::Shared && thread && thread->number < BankSamples::Lanes)
        m_banks[number].add(thread->number, at);
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

/// The common cases, in which nothing has to be decided: written by this thread or before the last barrier,
/// and read by others since then if at all. Changes nothing when it answers no.
inline bool Checker::readsQuietly(const Region& region, Cell& cell, const Stamp& now) const
{
    const Stamp& writer = cell.writer;
    if (region.kind == RegionKind::Private)
        return writer.site != NoSite;
    const bool isWritten =
        writer.phase == now.phase
            ? isSameThread(writer, now)
            : writer.phase >= m_blockPhase || (writer.phase < m_launchPhase &&
                                               region.kind == RegionKind::Global && writer.site != NoSite);
    if (!isWritten)
        return false;
    Stamp& first = cell.readers[0];
    if (first.phase >= m_blockPhase && (first.phase != now.phase || isSameThread(first, now)))
        first = now;
    else
        (isOrdered(region, first, now) ? first : cell.readers[1]) = now;
    return true;
}

/// The same for a write that no other thread's access precedes in this phase.
inline bool Checker::writesQuietly(const Region& region, Cell& cell, const Stamp& now) const
{
    const bool isQuiet = region.kind == RegionKind::Private ||
                         (region.kind == RegionKind::Global && cell.readers[0].site == NoSite &&
                          (cell.writer.phase == now.phase ? isSameThread(cell.writer, now)
                                                          : cell.writer.phase < m_launchPhase));
    if (isQuiet)
        cell.writer = now;
    return isQuiet;
}

void Checker::misaligned(const Actor& actor, uint64_t at, const std::byte* address)
{
    const Key key(FindingKind::Misaligned, actor.site, NoSite);
    if (!isNew(key))
        return;
    const CheckSite& site = m_sites[actor.site].site;
    Finding finding = describe(FindingKind::Misaligned, actor, elementAt(actor.site, address, true));
    finding.detail = std::to_string(site.bytes) + " bytes at byte " + std::to_string(at) +
                     " of its memory, which is no multiple of " + std::to_string(site.alignment);
    add(key, std::move(finding));
}

void* Checker::outOfBounds(const Actor& actor, const Region& region, const std::byte* address)
{
    const CheckSite& site = m_sites[actor.site].site;
    const std::string size = site.isPooled || site.buffer.empty()
                                 ? "its memory has " + std::to_string(region.bytes) + " bytes"
                                 : "'" + site.buffer + "' has " +
                                       std::to_string(int64_t(region.bytes) / site.elementBytes) +
                                       " elements";
    return outOfBounds(actor, elementAt(actor.site, address, true), size);
}

void Checker::read(const Actor& actor, const Region& region, Cell& cell)
{
    const Stamp& now = actor.stamp;
    const Stamp& writer = cell.writer;
    const CheckSite& site = m_sites[actor.site].site;
    const bool isStale = region.kind == RegionKind::Shared && writer.phase < m_blockPhase;
    if (writer.site == NoSite || isStale) {
        const Key key(FindingKind::Uninitialised, actor.site, NoSite);
        if (isNew(key)) {
            const std::byte* address =
                region.start + (uint64_t(&cell - region.cells.get()) << region.granuleBits);
            Finding finding =
                describe(FindingKind::Uninitialised, actor, elementAt(actor.site, address, false));
            finding.detail = "nothing has been written there";
            add(key, std::move(finding));
        }
    } else if (!isOrdered(region, writer, now)) {
        conflict(actor, region, cell, writer);
    } else if (site.isPooled && m_sites[writer.site].site.logical != site.logical &&
               (cell.buffers & 1u << site.logical % 32) != 0) {
        conflict(actor, region, cell, writer);
    }
    if (region.kind == RegionKind::Private)
        return;
    Stamp& first = cell.readers[0];
    if (first.phase == now.phase && isSameThread(first, now))
        first = now;
    else
        (isOrdered(region, first, now) ? first : cell.readers[1]) = now;
}

void Checker::write(const Actor& actor, const Region& region, Cell& cell)
{
    const Stamp& now = actor.stamp;
    if (region.kind != RegionKind::Private) {
        if (!isOrdered(region, cell.writer, now))
            conflict(actor, region, cell, cell.writer);
        for (Stamp& reader : cell.readers) {
            if (reader.site != NoSite && !isOrdered(region, reader, now))
                conflict(actor, region, cell, reader);
            reader.site = NoSite;
        }
    }
    if (region.kind == RegionKind::Shared) {
        const uint32_t bit = 1u << m_sites[actor.site].site.logical % 32;
        cell.buffers = (cell.writer.phase < m_blockPhase ? 0 : cell.buffers) | bit;
    }
    cell.writer = now;
}

/// The actor and whoever left `other` meet in a cell: nothing orders them, or the other one has put another
/// buffer's bytes there.
void Checker::conflict(const Actor& actor, const Region& region, const Cell& cell, const Stamp& other)
{
    const CheckSite& own = m_sites[actor.site].site;
    const CheckSite& theirs = m_sites[other.site].site;
    if (own.kind == SiteKind::Update && theirs.kind == SiteKind::Update)
        return;
    const bool isOfOtherBuffer = own.isPooled && theirs.isPooled && own.logical != theirs.logical;
    const bool isInBlock = other.phase >= m_blockPhase;
    const FindingKind kind = isOfOtherBuffer                                  ? FindingKind::Clobbered
                             : isInBlock && own.statement != theirs.statement ? FindingKind::MissingBarrier
                                                                              : FindingKind::Race;
    const bool isRewrite = own.kind == SiteKind::Write && theirs.kind == SiteKind::Write;
    const Key key(kind, actor.site, other.site);
    if (isRewrite ? m_known.contains(key) : !isNew(key))
        return;

    const uint64_t at = uint64_t(&cell - region.cells.get()) << region.granuleBits;
    const std::byte* address = region.start + at;
    Finding finding = describe(kind, actor, elementAt(actor.site, address, false));
    finding.other = describe(other, actor.block);
    finding.otherElement = elementAt(other.site, address, false);
    const bool isOrderedAfter = isOrdered(region, other, actor.stamp);
    if (isOfOtherBuffer)
        finding.detail = isOrderedAfter
                             ? "'" + theirs.buffer + "' has been written over it"
                             : "'" + theirs.buffer + "' lies there too, and nothing orders the two";
    else if (kind == FindingKind::MissingBarrier)
        finding.detail = "no barrier stands between this and what " + whoOf(*finding.other) + " does";
    else
        finding.detail = "nothing orders this and what " + whoOf(*finding.other) + " does";
    if (!isRewrite)
        return add(key, std::move(finding));
    const size_t bytes = size_t(std::min<uint64_t>(uint64_t(1) << region.granuleBits, region.bytes - at));
    m_rewrites.push_back({key, std::move(finding), address, {address, address + bytes}});
}

void Checker::settleRewrites()
{
    for (Rewrite& rewrite : std::exchange(m_rewrites, {}))
        if (std::memcmp(rewrite.memory, rewrite.before.data(), rewrite.before.size()) != 0 &&
            isNew(rewrite.key))
            add(rewrite.key, std::move(rewrite.finding));
}

void Checker::settleBanks()
{
    for (const auto& [number, samples] : std::exchange(m_banks, {})) {
        const Site& site = m_sites[number];
        const auto conflict = samples.worst(site.bytes);
        const Key key(FindingKind::BankConflicts, number, NoSite);
        if (!conflict || !site.region || !isNew(key))
            continue;
        const auto side = [&](size_t lane) {
            return describe(Stamp{m_blockPhase, ThreadTime{uint32_t(lane)}, number}, &m_sampledBlock);
        };
        Finding finding;
        finding.kind = FindingKind::BankConflicts;
        finding.buffer = site.site.buffer;
        finding.scope = site.site.scope;
        finding.element = elementAt(number, site.region->start + conflict->at, true);
        finding.access = side(conflict->lane);
        finding.other = side(conflict->otherLane);
        finding.otherElement = elementAt(number, site.region->start + conflict->otherAt, true);
        finding.detail = std::to_string(conflict->degree) + " words of one bank are asked for at a time";
        add(key, std::move(finding));
    }
    m_isSampling = false;
}

void* Checker::outOfBounds(const Actor& actor, std::string element, std::string detail)
{
    const Key key(FindingKind::OutOfBounds, actor.site, NoSite);
    if (isNew(key)) {
        Finding finding = describe(FindingKind::OutOfBounds, actor, std::move(element));
        finding.detail = std::move(detail);
        add(key, std::move(finding));
    }
    return harmless(actor);
}

void* Checker::harmless(const Actor& actor)
{
    return m_sites[actor.site].isWrite ? m_harmlessWrite.data() : m_harmlessRead.data();
}

void* Checker::outside(const GpuBlock* block, const GpuThread* thread, uint32_t number,
                       const int64_t* indices)
{
    const CheckSite& site = m_sites[number].site;
    const size_t rank = site.shape.size();
    const std::string element = site.buffer + "[" + inWords({indices, indices + rank}) + "]";
    const std::string detail = isFullyKnown(site.shape)
                                   ? "the shape of '" + site.buffer + "' is (" + inWords(site.shape) + ")"
                                   : "this is outside of its shape";
    return outOfBounds({block, thread, number, {}}, element, detail);
}

void Checker::division(const GpuBlock* block, const GpuThread* thread, uint32_t number)
{
    const Key key(FindingKind::DivisionByZero, number, NoSite);
    if (isNew(key))
        add(key, describe(FindingKind::DivisionByZero, {block, thread, number, {}}, "by zero"));
}

void Checker::divergence(const GpuBlock& block, const GpuThread& thread, const GpuThread& other,
                         bool hasEnded)
{
    const Key key(FindingKind::DivergentBarrier, thread.site, hasEnded ? NoSite : other.site);
    if (!isNew(key))
        return;
    Finding finding = describe(FindingKind::DivergentBarrier, {&block, &thread, thread.site, {}}, "");
    finding.other = describe(FindingKind::DivergentBarrier, {&block, &other, other.site, {}}, "").access;
    if (hasEnded) {
        finding.other->deed = Deed::End;
        finding.other->place = NoPlace;
    }
    finding.detail = whoOf(*finding.other) +
                     (hasEnded ? " has ended without coming to this barrier" : " waits at another barrier");
    add(key, std::move(finding));
}

bool Checker::isNew(const Key& key)
{
    const auto known = m_known.find(key);
    if (known == m_known.end())
        return m_findings.size() < MaxFindings;
    ++m_findings[known->second].count;
    return false;
}

void Checker::add(const Key& key, Finding finding)
{
    m_known.emplace(key, m_findings.size());
    m_findings.push_back(std::move(finding));
}

Finding Checker::describe(FindingKind kind, const Actor& actor, std::string element) const
{
    const CheckSite& site = m_sites[actor.site].site;
    Finding finding;
    finding.kind = kind;
    finding.buffer = site.buffer;
    finding.scope = site.scope;
    finding.element = std::move(element);
    finding.access.deed = deedOf(site.kind);
    finding.access.place = site.place;
    finding.access.isOnHost = !actor.thread;
    for (size_t axis = 0; actor.thread && axis < 3; ++axis) {
        finding.access.block[axis] = actor.block->index[axis];
        finding.access.thread[axis] = actor.thread->index[axis];
    }
    return finding;
}

FindingAccess Checker::describe(const Stamp& stamp, const GpuBlock* block) const
{
    FindingAccess access;
    access.deed = deedOf(m_sites[stamp.site].site.kind);
    access.place = m_sites[stamp.site].site.place;
    access.isOnHost = !block || stamp.phase < m_launchPhase;
    if (access.isOnHost)
        return access;
    const uint32_t number = stamp.time.thread();
    access.thread = {number % block->threadCounts[0],
                     number / block->threadCounts[0] % block->threadCounts[1],
                     number / block->threadCounts[0] / block->threadCounts[1]};
    const auto after =
        std::upper_bound(m_blocks.begin(), m_blocks.end(), stamp.phase,
                         [](uint32_t phase, const BlockStart& start) { return phase < start.phase; });
    if (after != m_blocks.begin())
        access.block = std::prev(after)->index;
    return access;
}

std::string Checker::elementAt(uint32_t number, const std::byte* address, bool isWhole) const
{
    const Site& site = m_sites[number];
    const int64_t offset = address - site.base;
    if (site.site.buffer.empty())
        return "the " + std::to_string(site.bytes) + " bytes at byte " + std::to_string(offset);
    const int64_t size = site.site.elementBytes;
    int64_t rest = offset >= 0 ? offset / size : -((-offset + size - 1) / size);
    const int64_t count = isWhole ? site.site.bytes / size : 1;

    std::vector<int64_t> shape = site.site.shape;
    if (shape.empty() || !isFullyKnown({shape.begin() + 1, shape.end()}) || rest < 0)
        shape.assign(1, -1);
    std::string text;
    for (size_t axis = shape.size(); axis-- > 0;) {
        const int64_t extent = std::max<int64_t>(shape[axis], 1);
        const int64_t index = axis > 0 ? rest % extent : rest;
        rest = axis > 0 ? rest / extent : 0;
        const bool isLast = axis + 1 == shape.size();
        text = std::to_string(index) +
               (isLast ? (count > 1 ? ":" + std::to_string(index + count) : "") : ", ") + text;
    }
    return site.site.buffer + "[" + text + "]";
}

std::vector<Finding> Checker::takeFindings()
{
    settleRewrites();
    return std::move(m_findings);
}

std::vector<uint32_t> Checker::writers(const std::byte* start, int64_t elementBytes) const
{
    std::vector<uint32_t> result;
    const auto found = m_regions.find(const_cast<std::byte*>(start));
    if (found == m_regions.end())
        return result;
    const Region& region = found->second;
    for (uint64_t at = 0; at + uint64_t(elementBytes) <= region.bytes; at += uint64_t(elementBytes)) {
        const uint32_t site = region.cells[at >> region.granuleBits].writer.site;
        result.push_back(site == CallerSite ? NoSite : site);
    }
    return result;
}

} // namespace tir
