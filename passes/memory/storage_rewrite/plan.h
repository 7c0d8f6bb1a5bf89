/// Which allocations share memory, and where their memory is allocated.

#pragma once

#include "core/ir/storage_scope.h"
#include "passes/memory/storage_rewrite/accesses.h"

#include <memory>

namespace tir::passes {

struct SharingOptions {
    bool isEnabled = true;
    bool needsSameType = false;   ///< for targets whose memory is typed
    bool hasSharedInPlace = true; ///< shared memory is reused in place
    bool mixesSharedTypes =
        true; ///< shared memory is reused for elements of another type, which asynchronous copies refuse
};

/// Memory that one or more allocations use, one after another.
struct StorageEntry {
    const Stmt* place = nullptr; ///< the launch or parallel loop at whose begin it is; null: the function
    std::string_view scopeText;
    StorageScope scope;
    DType element;
    int64_t bits = 0;   ///< 0 when the size is not constant
    int64_t offset = 0; ///< in bits, in the memory of the first entry of its scope; only for tagged scopes
    std::vector<const AllocBuffer*> users = {}; ///< in the order of their first use
    const StorageEntry* parent = nullptr;       ///< whose memory it is part of
    bool hasParts = false;                      ///< other entries are part of its memory
    int64_t totalBits = 0;                      ///< with its parts

    const Var* data() const { return (parent ? parent : this)->users.front()->buffer->data; }
    /// Whether all users have one type and shape.
    bool isUniform() const;
};

/// An allocation that got the memory of others, and why.
struct SharingDecision {
    const AllocBuffer* user;
    const AllocBuffer* before; ///< whose memory it is
    const Stmt* lastUse;       ///< of `before`
    const Stmt* firstUse;      ///< of `user`
    const Stmt* inPlace;       ///< the statement that replaces its elements; null: after its last use
};

struct StoragePlan {
    std::vector<std::unique_ptr<StorageEntry>> entries; ///< in the order of their first use
    PointerMap<Var, StorageEntry*> byData;
    std::vector<SharingDecision> decisions;
    std::optional<PassError> error;
};
StoragePlan planStorage(const LinearAccesses& accesses, SharingOptions options);

/// Memory of special hardware: all of it is one allocation.
bool isSpecialMemory(const StorageScope& scope);

} // namespace tir::passes
