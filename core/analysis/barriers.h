/// Which calls are barriers for a whole block.

#pragma once

#include "core/ir/expr.h"

namespace tir {

/// Whether `value` is a call that no thread of a block passes before all of them have reached it. Barriers of a warp
/// or of some threads (`T.tvm_storage_sync("warp")`, `bar.sync` with a count) are not.
bool isBlockBarrier(const Expr& value);

/// A barrier of as many threads as it names, more than a warp: it may leave out some of the block.
bool isGroupBarrier(const Expr& value);

} // namespace tir
