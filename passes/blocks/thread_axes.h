/// Loops over the threads and blocks of a launch in block form: `For` loops with a thread binding.

#pragma once

#include "core/ir/stmt.h"

namespace tir::passes {

inline bool isThreadLoop(const For& loop)
{
    return loop.forKind == ForKind::ThreadBinding;
}

/// Precondition: a thread loop.
inline std::string_view threadTag(const For& loop)
{
    return loop.threadBinding->threadTag;
}

/// "threadIdx.x", .y or .z; no virtual thread.
inline bool isThreadAxis(std::string_view tag)
{
    return tag.starts_with("threadIdx.");
}
inline bool isBlockAxis(std::string_view tag)
{
    return tag.starts_with("blockIdx.");
}

/// Whether a variable has the name of the axis; a text has underscores where the tag has dots.
bool isNamedAfter(const Var& var, std::string_view tag);

} // namespace tir::passes
