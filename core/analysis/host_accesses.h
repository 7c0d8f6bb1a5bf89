/// Host code that accesses GPU memory: what VerifyMemory rejects, and what the verifier checks again.

#pragma once

#include "core/ir/module.h"

#include <vector>

namespace tir {

/// Whether the function contains host code for a device with memory of its own.
bool hasDeviceMemory(const PrimFunc& function);
/// The same for another target than its own.
bool hasDeviceMemory(const PrimFunc& function, const Target& target);

/// Accesses outside of launches.
class HostAccesses {
public:
    explicit HostAccesses(const PrimFunc& function);

    /// Data variables of GPU memory that the host accesses, each once, in order.
    const std::vector<const Var*>& accessed() const { return m_accessed; }
    /// The first access to device memory, and to any other memory; null if there is none.
    const Node* firstAccess() const { return m_firstAccess; }
    const Node* otherAccess() const { return m_otherAccess; }

private:
    friend class HostAccessFinder;

    std::vector<const Var*> m_accessed;
    const Node* m_firstAccess = nullptr;
    const Node* m_otherAccess = nullptr;
};

} // namespace tir
