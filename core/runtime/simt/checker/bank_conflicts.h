/// Bank conflicts between the lanes of a warp: shared memory has 32 banks of 4 bytes, and a bank serves one word at a
/// time. Examines the first warp of the first block of a launch; the n-th accesses of its lanes at a site count as one
/// instruction.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tir {

/// The accesses of one site.
class BankSamples {
public:
    static constexpr size_t Lanes = 32;
    static constexpr size_t MaxAccesses = 8; ///< of a lane that are looked at

    void add(size_t lane, uint64_t at)
    {
        if (m_lanes[lane].size() < MaxAccesses)
            m_lanes[lane].push_back(at);
    }

    /// The worst of them: so many lanes wait for one bank, two of which are these.
    struct Conflict {
        size_t degree = 1;
        size_t lane = 0;
        size_t otherLane = 0;
        uint64_t at = 0;
        uint64_t otherAt = 0;
    };
    /// `bytes`: of one access. Nothing when no two lanes wait for each other.
    std::optional<Conflict> worst(uint64_t bytes) const;

private:
    std::array<std::vector<uint64_t>, Lanes> m_lanes; ///< bytes from the start of the memory
};

} // namespace tir
