/// Tool tips for words of the code.

#pragma once

#include "ui/session/session.h"

namespace tir::ui {

/// Of a variable or buffer: type, shape, scope, bytes, where it is defined, and how often it is used in the module; of
/// an operation, attribute, or scope: its meaning. Empty for other words. `number` is that of the module.
QString describeToken(const Session& session, const ModuleText& text, size_t number, const CodeToken& token);

} // namespace tir::ui
