/// Going on by hand from a step: its module becomes a program of its own, which runs through the passes that follow.

#pragma once

namespace tir::ui {

class Session;

/// Whether passes follow the step in view, and its module is the whole program: behind the split into host and device
/// it is one half.
bool canContinueFromStep(const Session& session);

/// Opens the module as a text to edit, with the rest of the passes. Asks about edits that are not saved.
/// Precondition: canContinueFromStep(session).
void continueFromStep(Session& session);

} // namespace tir::ui
