/// Questions about unsaved texts of earlier windows.

#pragma once

class QWidget;

namespace tir::ui {

class Session;
class StepBranch;

/// One question per text, over the window. Returns immediately: the window may have been started with a file.
void offerUnsavedTexts(Session& session, StepBranch& branch, QWidget& window);

} // namespace tir::ui
