/// The part of a module that a run of one of its functions needs: the function and its callees. Sending the rest to the
/// worker would be wasted work.

#pragma once

#include "passes/workbench/execution/run_request.h"

namespace tir {

class EntryPart {
public:
    /// Without such a function, the part is the whole.
    EntryPart(const OwnedModule& whole, const std::string& entry);

    const OwnedModule& module() const { return m_part; }
    /// Places of a run of the part become those of the whole.
    void movePlaces(RunReport& report) const;

private:
    OwnedModule m_whole;
    OwnedModule m_part;
};

} // namespace tir
