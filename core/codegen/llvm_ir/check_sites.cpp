#include "core/codegen/llvm_ir/check_sites.h"

#include "core/ir/contains.h"
#include "core/ir/storage_scope.h"

#include <algorithm>

namespace tir::llvm_ir {
namespace {

/// The widest access that has an alignment of its own; wider ones are split.
constexpr int64_t MaxAccessBytes = 16;

int64_t alignmentOf(int64_t bytes)
{
    int64_t alignment = 1;
    while (alignment < MaxAccessBytes && bytes % (alignment * 2) == 0)
        alignment *= 2;
    return alignment;
}

bool isOfThread(const Buffer& buffer)
{
    return buffer.scope().rank == StorageRank::Local;
}

bool isCarried(const Node& read, const Stmt* statement, const Buffer& buffer)
{
    const auto* store = statement ? as<BufferStore>(statement) : nullptr;
    return store && isOfThread(buffer) && isOfThread(*store->buffer) &&
           contains(*store->value, [&](const Node& node) { return &node == &read; });
}

} // namespace

CheckSites::CheckSites(const PlaceTable& places) : m_places(places), m_sites(2)
{
    m_firstPlaces.reserve(places.size());
    for (Place place = 0; place < places.size(); ++place)
        m_firstPlaces.try_emplace(places[place].node, place);
}

CheckSite CheckSites::siteAt(SiteKind kind, const Node& node, const Stmt* statement) const
{
    CheckSite site;
    site.kind = kind;
    const auto around = statement ? m_firstPlaces.find(statement) : m_firstPlaces.end();
    if (around != m_firstPlaces.end()) {
        site.statement = around->second;
        const Place end = m_places[site.statement].end;
        for (Place place = site.statement; place < end && site.place == NoPlace; ++place)
            if (m_places[place].node == &node)
                site.place = place;
    }
    if (site.place == NoPlace) {
        const auto first = m_firstPlaces.find(&node);
        site.place = first == m_firstPlaces.end() ? site.statement : first->second;
    }
    return site;
}

uint32_t CheckSites::add(CheckSite site)
{
    m_sites.push_back(std::move(site));
    return uint32_t(m_sites.size() - 1);
}

uint32_t CheckSites::access(SiteKind kind, const Node& node, const Stmt* statement, const Buffer& buffer,
                            DType accessed)
{
    CheckSite site = siteAt(kind, node, statement);
    site.buffer = buffer.name;
    site.scope = buffer.scopeText().empty() ? "global" : buffer.scopeText();
    for (const Expr* extent : buffer.shape) {
        const auto* constant = as<IntImm>(extent);
        site.shape.push_back(constant ? constant->value : -1);
    }
    site.elementBytes = std::max(buffer.dtype.vectorBytes(), 1);
    site.bytes = std::max(accessed.vectorBytes(), 1);
    site.alignment = alignmentOf(site.bytes);
    site.logical = m_logical.try_emplace(&buffer, uint32_t(m_logical.size() + 1)).first->second;
    site.isPooled = m_pools.contains(buffer.data);
    site.isCarried = kind == SiteKind::Read && isCarried(node, statement, buffer);
    return add(std::move(site));
}

uint32_t CheckSites::pointerAccess(SiteKind kind, const Node& node, const Stmt* statement, int64_t bytes)
{
    CheckSite site = siteAt(kind, node, statement);
    site.bytes = bytes;
    return add(std::move(site));
}

uint32_t CheckSites::at(SiteKind kind, const Node& node, const Stmt* statement)
{
    return add(siteAt(kind, node, statement));
}

} // namespace tir::llvm_ir
