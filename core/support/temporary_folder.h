/// A folder for files of external tools.

#pragma once

#include "core/support/result.h"

#include <filesystem>
#include <string>

namespace tir {

/// The bytes of a file; empty when it cannot be read.
std::string contentOf(const std::string& path);

/// The destructor deletes the folder with its contents.
class TemporaryFolder {
public:
    TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    /// Writes the content and returns the path.
    Result<std::string> write(const char* name, const std::string& content) const;
    std::string file(const char* name) const { return (m_path / name).string(); }

private:
    std::filesystem::path m_path; ///< empty if it could not be created
    std::string m_failure;        ///< then the reason, with the name of the folder that was to contain it
};

} // namespace tir
