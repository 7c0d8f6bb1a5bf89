/// What the window asks about texts that earlier windows left unsaved.

#pragma once

class QWidget;

namespace tir::ui {

class Session;

/// One question per text, over the window. Returns at once: the window may have been started with a file.
void offerUnsavedTexts(Session& session, QWidget& window);

} // namespace tir::ui
