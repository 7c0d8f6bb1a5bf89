/// Questions of the window about edits that are not saved: before they are lost, and after another window ended with them.

#pragma once

#include "ui/session/edits.h"

class QWidget;

namespace tir::ui {

class Session;
class SourceSaver;
class StepBranch;

/// Whether the edits may be lost; true if the user saves the source now. Blocks until the user answers.
bool askAboutLoss(Loss loss, const Session& session, SourceSaver& saver, QWidget& window);

/// One question per text that another window left, over the window. Returns immediately: the window may have been started
/// with a file.
void offerUnsavedTexts(Session& session, StepBranch& branch, QWidget& window);

} // namespace tir::ui
