/// From a variable, buffer, or function in the text of a step to its definition, and from use to use.

#pragma once

namespace tir::ui {

class Session;

/// Selects where the step in view defines what is selected: its first occurrence, if the step does not define it. Does
/// nothing if the step does not have it.
void goToDefinition(Session& session);
/// Selects its next occurrence in the text behind the selected place; behind the last one, the first.
void goToNextUse(Session& session);

} // namespace tir::ui
