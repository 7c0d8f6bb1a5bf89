// The checker's findings as messages: elements, threads and statements as the program names them. checker.cpp detects
// them.

#include "core/runtime/simt/checker/checker.h"
#include "core/runtime/simt/checker/element_name.h"
#include "core/support/list_text.h"
#include "core/support/text_format.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

namespace tir {
namespace {

AccessKind accessKindOf(SiteKind kind)
{
    switch (kind) {
    case SiteKind::Read:
    case SiteKind::Receive:
        return AccessKind::Read;
    case SiteKind::Caller:
    case SiteKind::Write:
        return AccessKind::Write;
    case SiteKind::Update:
        return AccessKind::Update;
    case SiteKind::Copy:
        return AccessKind::Copy;
    case SiteKind::Barrier:
        return AccessKind::Wait;
    case SiteKind::Division:
        return AccessKind::Divide;
    case SiteKind::Arithmetic:
        return AccessKind::Compute;
    case SiteKind::Binding:
        return AccessKind::Bind;
    }
    return AccessKind::Read;
}

/// Whether `conflict` says why nothing had been written where `read` was: another thread writes there later,
/// and nothing orders the two.
bool explains(const Finding& conflict, const Finding& read)
{
    return (conflict.kind == FindingKind::MissingBarrier || conflict.kind == FindingKind::Race) &&
           conflict.other && conflict.other->kind == AccessKind::Read &&
           conflict.other->place == read.access.place && conflict.buffer == read.buffer;
}

/// Puts a read that came too early after the conflict that explains it, so that the first finding names the cause.
void putCausesFirst(std::vector<Finding>& findings)
{
    for (size_t number = findings.size(); number-- > 0;) {
        const auto read = findings.begin() + ptrdiff_t(number);
        if (read->kind != FindingKind::Uninitialized)
            continue;
        const auto cause = std::find_if(read + 1, findings.end(),
                                        [read](const Finding& other) { return explains(other, *read); });
        if (cause == findings.end())
            continue;
        read->detail += " yet";
        std::rotate(read, read + 1, cause + 1);
    }
}

} // namespace

void Checker::misaligned(const Actor& actor, uint64_t at, const std::byte* address)
{
    const Key key(FindingKind::Misaligned, actor.site, NoSite);
    if (!isNew(key))
        return;
    const CheckSite& site = m_sites[actor.site].site;
    Finding finding = describe(FindingKind::Misaligned, actor, elementAt(actor.site, address, true));
    finding.detail = std::to_string(site.bytes) + " bytes at byte " + std::to_string(at) +
                     " of its memory, which is not a multiple of " + std::to_string(site.alignment);
    add(key, std::move(finding));
}

void* Checker::outOfBounds(const Actor& actor, const Region& region, const std::byte* address)
{
    const CheckSite& site = m_sites[actor.site].site;
    const std::string size = site.isPooled || site.buffer.empty()
                                 ? "its memory has " + std::to_string(region.bytes) + " bytes"
                                 : quoted(site.buffer) + " has " +
                                       std::to_string(int64_t(region.bytes) / site.elementBytes) +
                                       " elements";
    return outOfBounds(actor, elementAt(actor.site, address, true), size);
}

void* Checker::astray(const Actor& actor, const std::byte* address)
{
    const bool isNull = !m_sites[actor.site].base;
    return outOfBounds(actor, elementAt(actor.site, address, true),
                       isNull ? "the pointer is null" : "it is outside of all memory of the program");
}

std::string Checker::notWaitedFor(const Actor& actor, const Stamp& started, const FindingAccess& copy)
{
    return isSameThread(actor.stamp, started)
               ? "has not been waited for"
               : "of " + whoOf(copy) + " has not been waited for by that thread";
}

void Checker::unwaited(const Actor& actor, const Region& region, const Copy& copy)
{
    const Key key(FindingKind::MissingWait, actor.site, copy.started.site);
    if (!isNew(key))
        return;
    Finding finding = describeConflict(FindingKind::MissingWait, actor, region, copy.started);
    finding.detail = "the asynchronous copy to it " + notWaitedFor(actor, copy.started, *finding.other);
    add(key, std::move(finding));
}

void Checker::overwritten(const Actor& actor, const std::byte* address, const CopySource& source)
{
    const Key key(FindingKind::MissingWait, actor.site, source.started.site);
    if (!isNew(key))
        return;
    Finding finding = describe(FindingKind::MissingWait, actor, elementAt(actor.site, address, false));
    finding.other = describe(source.started, actor.block);
    finding.otherElement = elementAt(source.started.site, source.target, true);
    finding.detail = "the asynchronous copy from it " + notWaitedFor(actor, source.started, *finding.other);
    add(key, std::move(finding));
}

void Checker::neighborConflict(const Actor& actor, const Region& region, const Stamp& other,
                               const std::byte* neighbor)
{
    const FindingKind kind = kindOfConflict(actor, other);
    const Key key(kind, actor.site, other.site);
    if (!isNew(key))
        return;
    Finding finding = describeConflict(kind, actor, region, other);
    finding.otherElement = elementAt(other.site, neighbor, false);
    finding.detail = "it is in one unit of memory with " + finding.otherElement + ": " + finding.detail;
    add(key, std::move(finding));
}

void Checker::uninitialized(const Actor& actor, const Region& region, const Cell& cell)
{
    const Key key(FindingKind::Uninitialized, actor.site, NoSite);
    if (!isNew(key))
        return;
    const std::string element = elementAt(actor.site, actor.address, false);
    Finding finding = describe(FindingKind::Uninitialized, actor, element);
    const bool isCopied = region.kind == RegionKind::Private && cell.buffers == Cell::UnsetValue;
    finding.detail =
        isCopied ? "the value that was written there was itself uninitialized"
        : isOfEarlierAllocation(region, cell, actor.stamp)
            ? "nothing has been written there since the memory was allocated, in each iteration again"
            : "nothing has been written there";
    add(key, std::move(finding));
}

void Checker::unsetOffer(const Actor& actor, uint32_t lane, bool isAbsent)
{
    const Key key(FindingKind::Uninitialized, actor.site, NoSite);
    if (!isNew(key))
        return;
    const std::string& buffer = m_sites[actor.site].site.buffer;
    Finding finding = describe(FindingKind::Uninitialized, actor,
                               (buffer.empty() ? "the value" : buffer) + " of lane " + std::to_string(lane));
    finding.detail = isAbsent ? "that lane takes no part in the shuffle" : "nothing has been written there";
    add(key, std::move(finding));
}

Finding Checker::describeConflict(FindingKind kind, const Actor& actor, const Region& region,
                                  const Stamp& other) const
{
    const std::byte* address = actor.address;
    Finding finding = describe(kind, actor, elementAt(actor.site, address, false));
    finding.other = describe(other, actor.block);
    finding.otherElement = elementAt(other.site, address, false);
    const std::string& theirs = m_sites[other.site].site.buffer;
    if (kind == FindingKind::Clobbered && isOrdered(region, other, actor.stamp))
        finding.detail = quoted(theirs) + " has been written over it";
    else if (kind == FindingKind::Clobbered)
        finding.detail = quoted(theirs) + " is stored there too, with no barrier between";
    else if (kind == FindingKind::MissingBarrier)
        finding.detail = "there is no barrier between this access and that of " + whoOf(*finding.other);
    else if (!actor.block)
        finding.detail = "it is not ordered with the access of another iteration of the parallel loop";
    else
        finding.detail = "it is not ordered with the access of " + whoOf(*finding.other);
    return finding;
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
            return describe(Stamp{m_time.block(), ThreadTime{uint32_t(lane)}, number}, &m_sampledBlock);
        };
        Finding finding;
        finding.kind = FindingKind::BankConflicts;
        finding.buffer = site.site.buffer;
        finding.memory = site.site.memory;
        finding.scope = site.site.scope;
        finding.element = elementAt(number, site.region->start + conflict->at, true);
        finding.access = side(conflict->lane);
        finding.other = side(conflict->otherLane);
        finding.otherElement = elementAt(number, site.region->start + conflict->otherAt, true);
        finding.detail = std::to_string(conflict->degree) + " words of one bank are accessed at a time";
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
    const std::string element = site.buffer + "[" + listText(std::span(indices, rank)) + "]";
    const std::string detail = isFullyKnown(site.shape)
                                   ? "the shape of " + quoted(site.buffer) + " is " + tupleText(site.shape)
                                   : "this is outside of its shape";
    return outOfBounds({block, thread, number, {}}, element, detail);
}

void Checker::division(const GpuBlock* block, const GpuThread* thread, uint32_t number)
{
    const Key key(FindingKind::DivisionByZero, number, NoSite);
    if (isNew(key))
        add(key, describe(FindingKind::DivisionByZero, {block, thread, number, {}}, "by zero"));
}

void Checker::overflow(const GpuBlock* block, const GpuThread* thread, uint32_t number)
{
    const Key key(FindingKind::SignedOverflow, number, NoSite);
    if (!isNew(key))
        return;
    Finding finding = describe(FindingKind::SignedOverflow, {block, thread, number, {}},
                               "a number that does not fit into its type");
    finding.detail = "the result is undefined, and passes may change it";
    add(key, std::move(finding));
}

void Checker::outOfDomain(const GpuBlock* block, const GpuThread* thread, uint32_t number, int64_t value)
{
    const Key key(FindingKind::OutOfDomain, number, NoSite);
    if (!isNew(key))
        return;
    const CheckSite& site = m_sites[number].site;
    Finding finding = describe(FindingKind::OutOfDomain, {block, thread, number, {}},
                               site.buffer + " = " + std::to_string(value));
    finding.detail = "its axis has the domain " + site.scope;
    add(key, std::move(finding));
}

void Checker::missedBarrier(const GpuBlock& block, const GpuThread& thread, const GpuThread& ended)
{
    const Key key(FindingKind::DivergentBarrier, thread.site, thread.site);
    if (!isNew(key))
        return;
    Finding finding = describe(FindingKind::DivergentBarrier, {&block, &thread, thread.site, {}}, "");
    FindingAccess other = finding.access;
    std::ranges::copy(ended.index, other.thread.begin());
    finding.detail = whoOf(other) + " has ended, and never comes to this barrier";
    add(key, std::move(finding));
}

void Checker::divergence(const GpuBlock& block, const GpuThread& thread, const GpuThread& other)
{
    const Key key(FindingKind::DivergentBarrier, thread.site, other.site);
    if (!isNew(key))
        return;
    Finding finding = describe(FindingKind::DivergentBarrier, {&block, &thread, thread.site, {}}, "");
    finding.other = describe(FindingKind::DivergentBarrier, {&block, &other, other.site, {}}, "").access;
    finding.detail = whoOf(*finding.other) + " waits at another barrier";
    add(key, std::move(finding));
}

void Checker::refusedLaunch(const char* kernel, std::string why)
{
    Finding finding;
    finding.kind = FindingKind::RefusedLaunch;
    finding.element = kernel;
    finding.access.kind = AccessKind::Launch;
    finding.access.place = tirscope_statement;
    finding.access.isOnHost = true;
    finding.detail = std::move(why);
    add(Key(finding.kind, NoSite, NoSite), std::move(finding));
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
    finding.memory = site.memory;
    finding.scope = site.scope;
    finding.element = std::move(element);
    finding.access.kind = accessKindOf(site.kind);
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
    access.kind = accessKindOf(m_sites[stamp.site].site.kind);
    access.place = m_sites[stamp.site].site.place;
    access.isOnHost = !block || stamp.phase < m_time.launch();
    if (access.isOnHost)
        return access;
    const uint32_t number = stamp.time.thread();
    access.thread = {number % block->threadCounts[0],
                     number / block->threadCounts[0] % block->threadCounts[1],
                     number / block->threadCounts[0] / block->threadCounts[1]};
    access.block = m_time.blockAt(stamp.phase);
    return access;
}

std::string Checker::elementAt(uint32_t number, const std::byte* address, bool isWhole) const
{
    const Site& site = m_sites[number];
    return elementName(site.site, address - site.base, isWhole);
}

std::vector<Finding> Checker::takeFindings()
{
    settleRewrites();
    putCausesFirst(m_findings);
    return std::move(m_findings);
}

std::vector<Finding> Checker::takeHiddenFindings()
{
    std::vector<Finding> findings;
    for (auto& [key, finding] : m_hidden)
        findings.push_back(std::move(finding));
    m_hidden.clear();
    return findings;
}

} // namespace tir
