/// The variables that a device region captures from the enclosing function, and why.

#pragma once

#include "core/ir/visitor.h"
#include "core/support/pointer_map.h"
#include "passes/framework/pass.h"

#include <optional>

namespace tir::passes {

/// The attribute by which AnnotateDeviceRegions marks a region.
bool isDeviceRegion(const AttrStmt& attr);

/// The definitions of a function outside of its regions, and the allocations inside of them.
class Definitions : public Visitor {
public:
    explicit Definitions(const PrimFunc& function) { visitChildren(function); }

    bool isDefinedOnHost(const Var* var) const { return m_host.contains(var); }
    bool isAllocatedInRegion(const Var* var) const { return m_inRegions.contains(var); }

private:
    void visit(const AttrStmt& attr) override;
    void visit(const Buffer& buffer) override;
    void visit(const Var& var) override;

    bool m_inRegion = false;
    bool m_isParam = false; ///< inside the buffer of a parameter, which defines the variables in its fields
    PointerSet<Var> m_host;
    PointerSet<Var> m_inRegions;
};

/// The definitions of a function for the notes about all of its regions: collected once, when the first is read.
class LazyDefinitions {
public:
    explicit LazyDefinitions(const PrimFunc& function) : m_function(function) {}
    const Definitions& get() { return m_made ? *m_made : m_made.emplace(m_function); }

private:
    const PrimFunc& m_function;
    std::optional<Definitions> m_made;
};

/// Notes for each parameter of the kernel why the region needs it, and where first. `definitions`: of the function around.
void explainCaptures(const Definitions& definitions, const AttrStmt& region, const ModuleEntry& kernel,
                     NoteWriter& notes);

} // namespace tir::passes
