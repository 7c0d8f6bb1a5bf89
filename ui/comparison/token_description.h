/// Tool tips for words of the code.

#pragma once

#include "ui/session/session.h"

namespace tir::ui {

/// Of a variable or buffer: type, shape, scope, bytes, how often it is used in the module and where it is defined, and the
/// first and last step that has it; of a function, the same as far as it has them; of an operation, attribute, or scope:
/// its meaning. Empty for other tokens.
QString describeToken(const Session& session, const ModuleText& text, const CodeToken& token);

} // namespace tir::ui
