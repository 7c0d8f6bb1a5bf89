/// Which module a recorded step belongs to. TVM's build takes the host module and the device module out of the same
/// one, and then finishes one after the other; the name of a pass does not tell them apart, its functions do.

#pragma once

#include "passes/framework/pass.h"

#include <set>

namespace tir {

class BranchFinder {
public:
    /// Of the next step; `text` is the module after `pass`, which need not be readable.
    Branch next(std::string_view pass, std::string_view text);

private:
    Branch m_current = Branch::Common;
    std::set<std::string> m_host;   ///< names of functions
    std::set<std::string> m_device; ///< names of functions
};

} // namespace tir
