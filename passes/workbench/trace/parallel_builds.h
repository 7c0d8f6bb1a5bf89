/// Signs that several builds wrote into one log at the same time, each in a thread of its own.

#pragma once

#include <string_view>
#include <vector>

namespace tir {

/// A module that an instrument printed.
struct PrintedPass {
    std::string_view name;
    std::string_view text;
    bool isBefore = false;
};

/// Whether the passes, all printed before or all printed after they ran, alternate between modules.
bool areInterleaved(const std::vector<PrintedPass>& passes);

/// Whether passes, printed before and after they ran, are not nested: one starts inside itself on another module, or ends
/// after the pass that it started in.
bool areEntangled(const std::vector<PrintedPass>& passes);

} // namespace tir
