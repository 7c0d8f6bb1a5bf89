/// A clock for tests.

#pragma once

#include "core/runtime/cuda/kernel_timing.h"

namespace tir::testing {

/// Time advances with every reading, by as much on a busy machine as on an idle one.
class TestClock : public HostClock {
public:
    int64_t stepNs = 1000;
    mutable int64_t ns = 0;

    int64_t nowNs() const override { return ns += stepNs; }
    void pause() override { ns += 10'000'000; }
};

} // namespace tir::testing
