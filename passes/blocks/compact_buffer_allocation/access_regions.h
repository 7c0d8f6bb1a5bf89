/// Which part of each allocated buffer is accessed while the buffer is alive.

#pragma once

#include "core/arith/region.h"
#include "core/ir/module.h"
#include "passes/blocks/compact_buffer_allocation/iteration_domains.h"

#include <string>
#include <variant>
#include <vector>

namespace tir::passes {

/// One access of a buffer, and the iterations through which it runs while the buffer is alive.
struct RegionAccess {
    std::vector<const Range*> region; ///< as it is written
    std::vector<arith::VarRange> over;
};

struct AccessRegion {
    const Buffer* buffer;
    std::vector<const Range*> region;
    const Node* allocation; ///< the block or statement
    std::string whyWhole;   ///< why a dimension keeps its extent although less is accessed; may be empty
    std::vector<RegionAccess> accesses;
};

struct RegionError {
    std::string message;
    const Node* node;
};

/// Of buffers that blocks and AllocBuffer statements allocate, inner ones first.
std::variant<std::vector<AccessRegion>, RegionError> accessRegions(Arena& arena, const PrimFunc& function,
                                                                   RegionOptions options);

} // namespace tir::passes
