/// Facts about a place where a checked program accesses memory, waits, divides or enters a block, which the runtime
/// needs to check and report it. Generated code refers to a site by its number.

#pragma once

#include "core/support/diagnostic.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tir {

enum class SiteKind : uint8_t {
    Caller, ///< the caller, which passed the arguments
    Read,
    Receive, ///< from another lane of the warp: of its value
    Write,
    Update, ///< atomic
    Copy,   ///< asynchronous: a write in flight; the next site is the Write that completes it
    Barrier,
    Division,
    Arithmetic, ///< that may overflow
    Binding,    ///< of a variable of a block
};

/// Where the elements of a buffer are, in elements from its data pointer; -1: not a constant.
struct ElementLayout {
    int64_t offset = 0;           ///< of the first element
    std::vector<int64_t> strides; ///< along each axis; empty: the elements are contiguous
};

struct CheckSite {
    SiteKind kind = SiteKind::Caller;
    Place place = NoPlace;     ///< of the access itself
    Place statement = NoPlace; ///< around it
    // Of an access; of a binding, `buffer` is the axis, and `scope` its domain:
    std::string buffer;
    std::string memory;         ///< the variable of the buffer's data
    std::string scope;          ///< "global", "shared.dyn"
    std::vector<int64_t> shape; ///< of the buffer; -1: not a constant; empty for flat memory without a buffer
    ElementLayout layout;
    int64_t elementBytes = 1;
    int64_t bytes = 0; ///< touched at a time
    /// Elements in the smallest piece of a GPU's memory that can be stored: several if they are narrower than a byte.
    /// Here, each of them has a byte of its own.
    int64_t unitElements = 1;
    int64_t alignment = 1;   ///< required by the hardware
    uint32_t logical = 0;    ///< numbers the buffers: views of one buffer node are one
    bool isReducing = false; ///< in a block that reduces across threads, one after the other
    bool isPooled = false;   ///< the buffer is in memory that several shared buffers were merged into
    /// A read of the thread's own memory for the value that the statement stores in such memory: it may be
    /// uninitialized, as long as the thread does not use it otherwise. Also a value that the thread receives from
    /// another lane of its warp for this purpose.
    bool isCarried = false;
    /// A read of the thread's own memory for a value that it publishes to the other lanes of its warp: it may be
    /// uninitialized, too, as long as no lane uses it otherwise.
    bool isOffered = false;
};

/// Site 0: no statement; site 1: the caller.
inline constexpr uint32_t NoSite = 0;
inline constexpr uint32_t CallerSite = 1;

} // namespace tir
