/// How much shared memory a block of threads may use on a target, and whether a launch exceeds it.

#pragma once

#include "core/ir/target.h"

#include <optional>

namespace tir {

struct SharedMemoryLimit {
    std::string device;      ///< "sm_90"
    int64_t staticBytes = 0; ///< of all buffers of scope shared: the most that a kernel may declare
    int64_t totalBytes = 0;  ///< static and dynamic; launches must request more than staticBytes explicitly
    bool operator==(const SharedMemoryLimit&) const = default;
};

/// Of a CUDA architecture, "sm_90"; nothing for one that is not known.
std::optional<SharedMemoryLimit> sharedMemoryLimit(std::string_view arch);
/// By the architecture of a CUDA target, by `max_shared_memory_per_block` of any other.
std::optional<SharedMemoryLimit> sharedMemoryLimit(const Target& target);

/// "245760 bytes of shared memory, but a block has at most 232448 on sm_90"; empty if the bytes fit.
std::string overLimit(const SharedMemoryLimit& limit, int64_t staticBytes, int64_t totalBytes);

} // namespace tir
