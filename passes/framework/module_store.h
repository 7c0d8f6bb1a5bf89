/// The modules of a recording that is larger than memory should be: those that were used last are in memory, the others
/// are in a file, and are read again when they are used. A module keeps its address, so that nodes of all steps can be
/// named and compared at any time.

#pragma once

#include "core/ir/module.h"

#include <map>
#include <mutex>
#include <vector>

namespace tir {

/// Thread-safe.
class ModuleStore {
public:
    /// Default limit of the modules of one recording.
    static constexpr size_t DefaultBytes = size_t(512) << 20;
    /// An estimate: bytes of a module per byte of its text.
    static constexpr size_t BytesPerTextByte = 8;

    /// At most `bytesInMemory` of modules stay in memory, but always the modules of two comparisons.
    explicit ModuleStore(size_t bytesInMemory) : m_maxBytes(bytesInMemory) {}

    /// Moves the module to the file. No other thread may use its arena meanwhile. If the disk is full, the module stays
    /// in memory.
    void add(const OwnedModule& module);
    /// The caller is about to read the module; modules that were not used for longest leave memory. Ignores modules that
    /// were not added.
    void use(const Module& module);

    size_t bytesInMemory() const;

private:
    struct Entry {
        std::shared_ptr<const Arena> arena;
        size_t lastUse = 0; ///< 0: not in memory
    };

    void makeRoom();

    const size_t m_maxBytes;
    PageFile m_file;
    mutable std::mutex m_mutex;
    std::map<const Module*, Entry> m_entries;
    size_t m_bytes = 0;
    size_t m_uses = 0;
    size_t m_countInMemory = 0;
};

} // namespace tir
