/// A folder for what outside tools read and write.

#pragma once

#include <filesystem>
#include <string>

namespace tir {

/// The bytes of a file; empty when it cannot be read.
std::string contentOf(const std::string& path);

/// Goes with its contents.
class TemporaryFolder {
public:
    TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    /// Writes the content and answers the path; empty when that fails.
    std::string write(const char* name, const std::string& content) const;
    std::string file(const char* name) const { return (m_path / name).string(); }

private:
    std::filesystem::path m_path; ///< empty when none could be made
};

} // namespace tir
