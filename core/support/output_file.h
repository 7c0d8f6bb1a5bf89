/// Files that replace others: which file writing to a path replaces, and why it cannot.

#pragma once

#include "core/support/result.h"

#include <filesystem>
#include <string>

namespace tir {

/// "cannot write 'PATH': REASON"
Diagnostic unwritable(const std::string& path, const std::string& reason);

/// The file that a file for `path` replaces or becomes, links followed. Nothing replaces what is read-only, a
/// folder, a device, or a link to nothing.
Result<std::filesystem::path> fileToReplace(const std::string& path);

} // namespace tir
