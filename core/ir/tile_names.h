/// Names of the tile dialect (core/ir/tirx.h), as the script has them.

#pragma once

#include "core/ir/tirx.h"

namespace tir {

std::optional<ExecScopeKind> execScopeFromString(std::string_view name);
std::optional<ScopeBinding> scopeBindingFromString(std::string_view name);

/// The registered operations that TVM knows as tile primitives; "tirx.exp" is one, and an expression, too.
bool isTilePrimitive(std::string_view registeredName);

namespace attr {
/// Of an AttrStmt on a dictionary of texts and values, whose "message" comes first in print.
inline constexpr std::string_view Hint = "tirx_hint";
} // namespace attr

} // namespace tir
