/// Which calls are barriers for a whole block.

#pragma once

#include "core/ir/module.h"

#include <string_view>
#include <unordered_set>

namespace tir {

/// Whether `value` is a call that no thread of a block passes before all of them have reached it. Barriers of a warp
/// or of some threads (`T.tvm_storage_sync("warp")`, `bar.sync` with a count) are not.
bool isBlockBarrier(const Expr& value);

using FunctionNames = std::unordered_set<std::string_view>;

/// The functions of a module that contain a block barrier, or call such a function.
FunctionNames functionsWithBarriers(const Module& module);

/// Whether all threads of a block may wait for each other in `call`: a block barrier, or a call of one of `functions`.
bool mayBeBlockBarrier(const Call& call, const FunctionNames& functions);

/// A barrier of as many threads as it names, more than a warp: it may leave out some of the block.
bool isGroupBarrier(const Expr& value);

} // namespace tir
