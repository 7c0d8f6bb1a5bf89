/// Collects the sites of a checked program while it is emitted. Private to this folder.

#pragma once

#include "core/codegen/llvm_ir/check_site.h"
#include "core/ir/places.h"
#include "core/ir/stmt.h"

#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace tir::llvm_ir {

class CheckSites {
public:
    /// `places` must outlive this.
    explicit CheckSites(const PlaceTable& places);

    /// `node` is in `statement`, which may be null; `accessed` is what is touched at a time.
    uint32_t access(SiteKind kind, const Node& node, const Stmt* statement, const Buffer& buffer,
                    DType accessed);
    /// What is accessed through a pointer: `bytes` of `buffer`, which is null where it is not known.
    struct Pointed {
        const Buffer* buffer;
        int64_t bytes;
        int64_t alignment; ///< that the hardware asks for
    };
    uint32_t pointerAccess(SiteKind kind, const Node& node, const Stmt* statement, const Pointed& pointed);
    /// The start of an asynchronous copy; the site after it is its end.
    uint32_t copy(const Node& node, const Stmt* statement, const Pointed& pointed);
    /// Of a node that is in the module; else NoPlace.
    Place placeOf(const Node& node) const;
    uint32_t at(SiteKind kind, const Node& node, const Stmt* statement);
    /// Where a thread takes what another lane of its warp offers.
    uint32_t receive(const Call& shuffle, const Stmt* statement);
    /// Sites from now on are in a block that reduces across threads, or not; answers what held before.
    bool setReducing(bool isReducing) { return std::exchange(m_isReducing, isReducing); }
    /// The memory behind `data` holds several buffers: what the merge of shared memory makes.
    void addPool(const Var* data) { m_pools.insert(data); }
    /// Whether every access of the memory behind `data` is known to be good: it needs no checks.
    bool isSettled(const Var* data) const { return m_settled.contains(data); }
    /// The buffer that the memory behind `data` was allocated as, or another one that has it; null: none.
    const Buffer* bufferOf(const Var& data) const;

    std::vector<CheckSite> take() { return std::move(m_sites); }

private:
    CheckSite siteAt(SiteKind kind, const Node& node, const Stmt* statement) const;
    void noteBuffers(const Node& node);
    void describe(CheckSite& site, const Buffer& buffer) const;
    uint32_t add(CheckSite site);

    const PlaceTable& m_places;
    std::unordered_map<const Node*, Place> m_firstPlaces;
    std::unordered_map<const Buffer*, uint32_t> m_logical;
    std::unordered_map<const Var*, const Buffer*> m_buffers; ///< by data variable
    std::unordered_set<const Var*> m_pools;
    std::unordered_set<const Var*> m_settled; ///< settled_buffers.h
    bool m_hasShuffles = false;
    bool m_isReducing = false;
    std::vector<CheckSite> m_sites;
};

} // namespace tir::llvm_ir
