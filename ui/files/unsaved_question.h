/// Questions about unsaved texts of earlier windows.

#pragma once

class QWidget;

namespace tir::ui {

class Session;

/// One question per text, over the window. Returns immediately: the window may have been started with a file.
void offerUnsavedTexts(Session& session, QWidget& window);

} // namespace tir::ui
