/// Files that are written whole or not at all.

#pragma once

#include "core/support/result.h"

#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace tir {

/// "cannot write 'PATH': REASON"
Diagnostic unwritable(const std::string& path, const std::string& reason);

/// Files that replace older ones together: each is written as a draft next to its destination, and `commit` renames all
/// of them. Without `commit`, nothing remains. Links stay links, and files keep their modes.
class OutputFiles {
public:
    OutputFiles() = default;
    OutputFiles(const OutputFiles&) = delete;
    OutputFiles& operator=(const OutputFiles&) = delete;
    ~OutputFiles();

    /// The content is the parts, one after another. Fails if `path` is read-only, a folder, a device, or a link to nothing.
    Result<bool> add(const std::string& path, std::initializer_list<std::string_view> parts);
    Result<bool> commit();

private:
    struct Draft {
        std::filesystem::path file;
        std::filesystem::path target;
    };
    std::vector<Draft> m_drafts; ///< not yet renamed
};

/// Returns an errno, 0 if all of it is written.
int writeAll(int descriptor, std::string_view content);

} // namespace tir
