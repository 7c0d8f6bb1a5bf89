/// How many blocks of a kernel a multiprocessor of a GPU holds at a time, and which resources limit them. Pure
/// arithmetic over the limits that NVIDIA documents for each compute capability; needs no GPU.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tir {

/// Limits of one multiprocessor, and of one block on it.
struct GpuLimits {
    std::string arch = {}; ///< "sm_90"
    int warps = 0;
    int blocks = 0;
    int registers = 0;            ///< of 32 bits
    int64_t sharedBytes = 0;      ///< for all blocks
    int64_t blockSharedBytes = 0; ///< per block, after raising its limit
    int64_t reservedBytes = 0;    ///< shared memory that the system takes of every block
    int64_t sharedUnit = 128;     ///< bytes that shared memory is given in
    int registerUnit = 256;       ///< registers that a warp is given in
    int threadRegisters = 255;
    int blockThreads = 1024;
};

/// Of "sm_90", "sm_90a"; nothing for architectures that are older than 7.0 or unknown.
std::optional<GpuLimits> gpuLimits(std::string_view arch);

/// All that gpuLimits knows, ascending: "sm_70".
std::vector<std::string> occupancyArchs();

/// The resources that one block needs.
struct BlockDemand {
    int threads = 0;
    int registers = 0;       ///< of a thread
    int64_t sharedBytes = 0; ///< static and dynamic
};

/// A resource that can limit the number of blocks.
enum class OccupancyLimiter : uint8_t {
    Threads,   ///< warps that a multiprocessor holds
    Blocks,    ///< blocks that it holds
    Registers, ///< its register file
    Shared,    ///< its shared memory
};
std::string_view toString(OccupancyLimiter limiter); ///< "shared memory"

struct Occupancy {
    int blocks = 0; ///< per multiprocessor; 0: a single block exceeds the limits
    int warps = 0;
    int warpLimit = 0;
    /// All that keep a further block out, in their order; at least one.
    std::vector<OccupancyLimiter> limiters = {};

    double share() const { return warpLimit > 0 ? double(warps) / warpLimit : 0; }
};

/// Precondition: demand.threads > 0. Unknown registers (negative) count as zero.
Occupancy occupancyOf(const GpuLimits& limits, const BlockDemand& demand);

/// One resource of a multiprocessor.
struct ResourceUse {
    OccupancyLimiter resource = OccupancyLimiter::Threads;
    int64_t ofBlock =
        0; ///< warps, blocks, registers, or bytes that one block takes, rounded up as they are allocated
    int64_t total = 0;  ///< of the multiprocessor
    int64_t blocks = 0; ///< that fit as far as this resource decides
};
/// All of them, in the order of OccupancyLimiter. The preconditions of occupancyOf hold.
std::array<ResourceUse, 4> resourceUses(const GpuLimits& limits, const BlockDemand& demand);

/// Another demand and its occupancy.
struct OccupancyCase {
    BlockDemand demand;
    Occupancy occupancy;
};

/// The same kernel with one thing different, as tables to choose from; each ascending, the demand itself
/// among the rows.
struct OccupancyWhatIf {
    std::vector<OccupancyCase> threads;   ///< 32 … 1024 per block
    std::vector<OccupancyCase> registers; ///< per thread: only values where the occupancy changes
    std::vector<OccupancyCase> shared;    ///< bytes per block: only values where the occupancy changes
};
OccupancyWhatIf occupancyWhatIf(const GpuLimits& limits, const BlockDemand& demand);

/// "50 % (32 of 64 warps, 4 blocks), limited by threads and registers".
std::string toString(const Occupancy& occupancy);
/// "threads, registers and shared memory".
std::string limitersText(const Occupancy& occupancy);

} // namespace tir
