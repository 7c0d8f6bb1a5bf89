/// The work of the launches of a counted run.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tir {

struct GpuLaunch;

/// Launches of one kernel with one configuration.
struct LoggedLaunches {
    std::string kernel;
    std::array<int64_t, 3> grid;
    std::array<int64_t, 3> block;
    int64_t dynamicBytes; ///< of shared memory
    int64_t count = 0;
    std::vector<uint64_t> work;   ///< of the first of them, by LlvmProgram::counted
    bool isWorkDifferent = false; ///< a later one did something else
};

class WorkLog {
public:
    /// `slotCount`: the number of LlvmProgram::counted.
    explicit WorkLog(size_t slotCount) : m_slotCount(slotCount) {}

    size_t slotCount() const { return m_slotCount; }
    void add(const GpuLaunch& launch, std::vector<uint64_t> work);
    /// In the order of their first launches.
    const std::vector<LoggedLaunches>& launches() const { return m_launches; }

private:
    size_t m_slotCount;
    std::vector<LoggedLaunches> m_launches;
};

} // namespace tir
