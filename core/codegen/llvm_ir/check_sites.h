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

    /// `node` is in `statement`, which may be null; `accessed` is the memory of one access.
    uint32_t access(SiteKind kind, const Node& node, const Stmt* statement, const Buffer& buffer,
                    ElementLayout layout, DType accessed);
    /// The memory of an access through a pointer: `bytes` of `buffer`, which is null if it is not known.
    struct Pointed {
        const Buffer* buffer;
        int64_t bytes;
        int64_t alignment; ///< required by the hardware
    };
    uint32_t pointerAccess(SiteKind kind, const Node& node, const Stmt* statement, const Pointed& pointed);
    /// The start of an asynchronous copy; the site after it is its end.
    uint32_t copy(const Node& node, const Stmt* statement, const Pointed& pointed);
    /// Of a node that is in the module; else NoPlace.
    Place placeOf(const Node& node) const;
    uint32_t at(SiteKind kind, const Node& node, const Stmt* statement);
    /// Where the variable of `axis` gets its value.
    uint32_t binding(const IterVar& axis, const SBlockRealize& realize);
    /// Where a thread receives a value that another lane of its warp publishes.
    uint32_t receive(const Call& shuffle, const Stmt* statement);
    /// Whether the following sites are in a block that reduces across threads; returns the previous state.
    bool setReducing(bool isReducing) { return std::exchange(m_isReducing, isReducing); }
    /// The allocation of `data` contains several buffers: the result of merging shared memory.
    void addPool(const Var* data) { m_pools.insert(data); }
    /// Whether every access of the memory of `data` is known to be valid, so that it needs no checks.
    bool isSettled(const Var* data) const { return m_settled.contains(data); }
    /// The buffer that the memory of `data` was allocated as, or another buffer on it; null if there is none.
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
