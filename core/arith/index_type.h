/// The types of indices, for which most laws hold.

#pragma once

#include "core/ir/dtype.h"

namespace tir::arith {

/// Scalars of int32 and int64.
inline bool isIndexType(DType type)
{
    return type == Int32 || type == Int64;
}

} // namespace tir::arith
