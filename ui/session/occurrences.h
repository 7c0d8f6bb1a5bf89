/// From a variable, buffer, or function in the text of a step to its definition, and from use to use.

#pragma once

#include "core/ir/children.h"

namespace tir::ui {

class Session;

/// Whether a place with that role defines a variable or buffer.
bool isDefinition(Role role);

/// Selects the definition of the selected entity in the step in view: its first occurrence, if the step does not define
/// it. Does nothing if the step does not contain it.
void goToDefinition(Session& session);
/// Selects its next occurrence in the text after the selected place; after the last one, the first.
void goToNextUse(Session& session);

} // namespace tir::ui
