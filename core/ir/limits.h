/// The smallest and the largest value of a type, without infinities, and the largest buffer.

#pragma once

#include "core/ir/buffer.h"
#include "core/ir/make.h"

#include <string>

namespace tir {

/// Null where it is not known: of small floats, handles and vectors.
const Expr* minValue(Arena& arena, DType type);
const Expr* maxValue(Arena& arena, DType type);

/// More than any machine has. Readers refuse buffers of constant size above it, so that sums and small multiples
/// of sizes do not overflow.
inline constexpr int64_t MaxBufferBytes = int64_t(1) << 44;

/// The reason why there can be no such buffer: its elements have no size, its constant extents alone take more than
/// MaxBufferBytes, it has strides for other axes than its own, or its separators are not ascending positions between its
/// axes. Empty if there is no such reason. Readers refuse these buffers: passes and generators rely on it.
std::string whyImpossible(const Buffer& buffer);

} // namespace tir
