/// Finds the branch of a recorded step. TVM's build extracts the host module and the device module from the same
/// module, and then runs passes on one after the other; only the functions in a module distinguish them, not the names
/// of passes.

#pragma once

#include "passes/framework/pass.h"

#include <set>

namespace tir {

/// Whether the module of a branch is the result of the pass; `pass` is without prefix.
bool startsBranch(std::string_view pass);

/// The names of the functions of a printed module.
std::set<std::string> functionNames(std::string_view text);

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
