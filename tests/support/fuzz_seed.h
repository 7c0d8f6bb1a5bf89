/// The seed of tests that draw what they try.

#pragma once

#include <QByteArray>

#include <cstdint>
#include <random>

namespace tir::testing {

/// That of TIR_FUZZ_SEED; `random` draws one for the process.
inline uint64_t fuzzSeed(uint64_t byDefault = 20261123)
{
    static const QByteArray given = qgetenv("TIR_FUZZ_SEED");
    static const uint64_t seed = given == "random" ? std::random_device()()
                                 : given.isEmpty() ? byDefault
                                                   : given.toULongLong();
    return seed;
}

} // namespace tir::testing
