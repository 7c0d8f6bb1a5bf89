/// Values that were never set, on their way through the threads of a block: a thread may store what it has computed from
/// one, and offer one to the other lanes of its warp, as the idle lanes of a reduction do. Only a use is an error.

#pragma once

#include "core/codegen/llvm_ir/emulator_abi.h"
#include "core/ir/places.h"
#include "core/runtime/simt/checker/shadow.h"

#include <array>
#include <bitset>
#include <optional>
#include <unordered_map>

namespace tir {

class UnsetValues {
public:
    void startBlock();

    /// The thread has loaded such a value in a statement that stores what it computes.
    void carry(uint32_t thread, Place statement) { m_carried[thread] = statement; }
    bool areCarried() const { return !m_carried.empty(); }
    /// The thread stores: the statement in which it has loaded such a value, if any. From now on it carries none.
    std::optional<Place> takeCarried(uint32_t thread);

    /// The thread has loaded such a value, which it is about to offer.
    void prepareOffer(uint32_t thread) { m_offering.set(thread); }
    /// The thread offers a value.
    void offer(const GpuThread& thread);
    /// Whether `from` has offered such a value in the turn of `thread`.
    bool isOffered(const GpuThread& thread, const GpuThread& from) const
    {
        return m_offered[thread.offers % 2].test(from.number);
    }

private:
    static constexpr size_t MaxThreads = size_t(1) << ThreadTime::ThreadBits;
    using Threads = std::bitset<MaxThreads>;

    std::unordered_map<uint32_t, Place> m_carried; ///< by thread
    Threads m_offering;
    std::array<Threads, 2> m_offered; ///< by the turn that GpuThread::offered has, too
};

} // namespace tir
