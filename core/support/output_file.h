/// Which file a new content for a path replaces, and why it cannot be written.

#pragma once

#include "core/support/result.h"

#include <filesystem>
#include <string>

namespace tir {

/// "cannot write 'PATH': REASON"
Diagnostic unwritable(const std::string& path, const std::string& reason);

/// The file that `path` names, after following links; it need not exist. Fails if it is read-only, a folder, a device, or a
/// link to nothing.
Result<std::filesystem::path> fileToReplace(const std::string& path);

} // namespace tir
