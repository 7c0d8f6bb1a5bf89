/// The memory that a benchmark takes.

#pragma once

#include <malloc.h>
#include <sys/resource.h>

#include <fstream>
#include <string>

namespace tir::testing {

/// The value of a field of `/proc/self/status` in bytes (the file has kB); 0 if there is no such file.
inline double statusBytes(const std::string& field)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(field + ":"))
            return std::stod(line.substr(field.size() + 1)) * 1024;
    return 0;
}

/// Memory used by reading, including the text.
class MemoryUse {
public:
    MemoryUse()
    {
        malloc_trim(0); // otherwise memory released by the previous benchmark counts as well
        m_before = statusBytes("VmRSS");
    }

    /// From here on the peak counts.
    void begin()
    {
        std::ofstream("/proc/self/clear_refs") << 5;
        m_faults = faults();
    }
    double peakBytes() const { return statusBytes("VmHWM") - m_before; }
    double pageFaults() const { return faults() - m_faults; }

private:
    static double faults()
    {
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        return double(usage.ru_minflt);
    }

    double m_before = 0;
    double m_faults = 0;
};

} // namespace tir::testing
