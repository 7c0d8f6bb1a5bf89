/// Where a checked program touches memory, waits or divides: what the runtime has to know of the place to
/// judge what happens there, and to tell it. Generated code names a site by its number.

#pragma once

#include "core/support/diagnostic.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tir {

enum class SiteKind : uint8_t {
    Caller, ///< the caller, which made the arguments
    Read,
    Receive, ///< from another lane of the warp: of its value
    Write,
    Update, ///< atomic
    Copy,   ///< asynchronous: a write that is under way; the site behind it is the Write that it ends as
    Barrier,
    Division,
};

struct CheckSite {
    SiteKind kind = SiteKind::Caller;
    Place place = NoPlace;     ///< of the access itself
    Place statement = NoPlace; ///< around it
    // Of an access:
    std::string buffer;
    std::string scope;          ///< "global", "shared.dyn"
    std::vector<int64_t> shape; ///< of the buffer; -1: not a constant; empty for flat memory without a buffer
    int64_t elementBytes = 1;
    int64_t bytes = 0;       ///< touched at a time
    int64_t alignment = 1;   ///< that the hardware asks for
    uint32_t logical = 0;    ///< numbers the buffers: views of one buffer node are one
    bool isReducing = false; ///< in a block that reduces across threads, one thread after the other
    bool isPooled = false;   ///< the buffer is in memory that several shared buffers were merged into
    /// A read of a thread's own memory for the value that the statement stores in such memory: it may be a
    /// value that was never set, as long as the thread does nothing else with it.
    /// Or what the thread receives from another lane of its warp, for the same purpose.
    bool isCarried = false;
    /// A read of a thread's own memory for what it offers the other lanes of its warp: likewise, as long as
    /// none of them does anything else with it.
    bool isOffered = false;
};

/// Site 0: no statement; site 1: the caller.
inline constexpr uint32_t NoSite = 0;
inline constexpr uint32_t CallerSite = 1;

} // namespace tir
