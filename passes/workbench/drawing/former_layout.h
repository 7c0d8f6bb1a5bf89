/// The positions of the buffers of a launch before a step, drawn as outlines below the boxes of the timeline.

#pragma once

#include "core/analysis/shared_memory_liveness.h"

#include <span>

namespace tir {

struct FormerLayout {
    struct Place {
        size_t buffer; ///< index into the buffers of the launch as it is now
        int64_t offset;
        int64_t size;
        bool operator==(const Place&) const = default;
    };

    std::vector<Place> places; ///< of buffers that moved or changed their size
    int64_t takenBytes = -1;   ///< -1: the launch did not exist, or its bytes are not known
};

/// Launches correspond when their labels are equal, or else by number, when there are as many as before; buffers
/// by their names.
FormerLayout formerLayout(std::span<const LaunchLiveness> before, std::span<const LaunchLiveness> after,
                          size_t launch);

} // namespace tir
