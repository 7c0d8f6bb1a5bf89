/// How many blocks of a kernel a multiprocessor of a GPU holds at a time, and what keeps it from holding
/// more. Pure arithmetic over what NVIDIA documents of each compute capability; needs no GPU.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tir {

/// One multiprocessor, and what one block may take of it.
struct GpuLimits {
    std::string arch = {}; ///< "sm_90"
    int warps = 0;
    int blocks = 0;
    int registers = 0;            ///< of 32 bits
    int64_t sharedBytes = 0;      ///< for all blocks
    int64_t blockSharedBytes = 0; ///< that one block may ask for, its limit raised
    int64_t reservedBytes = 0;    ///< shared memory that the system takes of every block
    int64_t sharedUnit = 128;     ///< bytes that shared memory is given in
    int registerUnit = 256;       ///< registers that a warp is given in
    int threadRegisters = 255;
    int blockThreads = 1024;
};

/// Of "sm_90", "sm_90a"; nothing for what is older than 7.0 or not known.
std::optional<GpuLimits> gpuLimits(std::string_view arch);

/// All that gpuLimits knows, ascending: "sm_70".
std::vector<std::string> occupancyArchs();

/// What one block asks for.
struct BlockDemand {
    int threads = 0;
    int registers = 0;       ///< of a thread
    int64_t sharedBytes = 0; ///< static and dynamic
};

/// What keeps a further block out.
enum class OccupancyLimiter : uint8_t {
    Threads,   ///< warps that a multiprocessor holds
    Blocks,    ///< blocks that it holds
    Registers, ///< its register file
    Shared,    ///< its shared memory
};
std::string_view toString(OccupancyLimiter limiter); ///< "shared memory"

struct Occupancy {
    int blocks = 0; ///< on one multiprocessor; 0: one block alone asks for too much
    int warps = 0;
    int warpLimit = 0;
    OccupancyLimiter limiter = OccupancyLimiter::Threads;

    double share() const { return warpLimit > 0 ? double(warps) / warpLimit : 0; }
};

/// Precondition: demand.threads > 0. A demand with unknown registers (negative) counts as none.
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

/// Another demand and what it comes to.
struct OccupancyCase {
    BlockDemand demand;
    Occupancy occupancy;
};

/// The same kernel with one thing different, as tables to choose from; each ascending, the demand itself
/// among the rows.
struct OccupancyWhatIf {
    std::vector<OccupancyCase> threads;   ///< 32 … 1024 a block
    std::vector<OccupancyCase> registers; ///< a thread: only where the occupancy changes
    std::vector<OccupancyCase> shared;    ///< bytes a block: only where the occupancy changes
};
OccupancyWhatIf occupancyWhatIf(const GpuLimits& limits, const BlockDemand& demand);

/// "50 % (32 of 64 warps, 2 blocks), limited by registers".
std::string toString(const Occupancy& occupancy);

} // namespace tir
