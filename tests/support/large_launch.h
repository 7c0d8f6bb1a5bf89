/// A launch with many buffers of shared memory.

#pragma once

#include "core/analysis/shared_memory_liveness.h"

#include <algorithm>
#include <string>

namespace tir::testing {

/// Buffers that follow each other, 200 of them live at a time.
inline LaunchLiveness largeLaunch(int count)
{
    LaunchLiveness launch;
    launch.label = "large";
    launch.ticks.resize(size_t(count) * 2);
    for (int i = 0; i < count; ++i) {
        SharedBuffer& buffer = launch.buffers.emplace_back();
        buffer.name = "b" + std::to_string(i);
        buffer.sizeBytes = 128;
        buffer.sizeText = "128";
        buffer.offsetBytes = (i % 256) * 128;
        buffer.offsetText = std::to_string(buffer.offsetBytes);
        buffer.firstTick = i * 2;
        buffer.lastTick = std::min(i * 2 + 400, count * 2 - 1);
    }
    launch.takenBytes = 256 * 128;
    return launch;
}

} // namespace tir::testing
