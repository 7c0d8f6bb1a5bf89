/// TVM's `save_json` / `load_json` form of a module: a graph of typed nodes. It keeps information that the
/// text loses (shared objects, types of calls, scopes of scalars), and is the form in which modules are sent
/// to other processes.
///
/// Objects that TVM does not have (a constant whose metadata was left out, a function kept as text, a layout
/// other than a row-major tile) are written under our type keys `tirscope.*`, which TVM rejects. Unknown
/// arguments of buffers in a text are in a separate field.

#pragma once

#include "core/ir/module.h"
#include "core/support/diagnostic.h"
#include "core/support/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace tir {

/// One line of JSON, children before parents, the module last.
std::string toTvmJson(const Module& module);

/// Whether the text, or the head of it, begins as such a form does.
bool looksLikeTvmJson(std::string_view head);

/// Fields that a node needs and does not have, indices that do not point back, and values of a wrong type
/// are errors that name the node. Unknown fields are ignored; so are nodes of unknown types, until a node
/// that is read needs one of them. `failedAt`, if given, gets the bytes of the node or of the text in it that is wrong,
/// as far as they are known.
Result<OwnedModule> fromTvmJson(std::string_view json, std::optional<Span>* failedAt = nullptr);

} // namespace tir
