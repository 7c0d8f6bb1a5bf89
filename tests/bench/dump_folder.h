/// A folder as TVM's DumpIR writes it, with texts of 1.8 to 9.7 MB: 180 MB in 40 files.

#pragma once

#include <cstddef>
#include <string>

namespace tir::testing {

/// Removed with this object.
class DumpFolder {
public:
    static constexpr int LaunchesOfAFile = 1920;

    explicit DumpFolder(int files, int launches = LaunchesOfAFile);
    DumpFolder(const DumpFolder&) = delete;
    DumpFolder& operator=(const DumpFolder&) = delete;
    ~DumpFolder();

    const std::string& path() const { return m_path; }
    /// Writes the same as a `.tirtrace` file into the folder, as `tirc trace` or as tirscope_trace.py does: its path.
    std::string asTrace() const;
    std::string asEvents() const;
    size_t bytes() const { return m_bytes; } ///< of all texts

private:
    std::string m_path;
    size_t m_bytes = 0;
};

} // namespace tir::testing
