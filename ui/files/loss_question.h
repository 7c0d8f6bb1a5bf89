/// Questions of the window before edits of the user are lost.

#pragma once

#include "ui/session/edits.h"

class QWidget;

namespace tir::ui {

class Session;
class SourceSaver;

/// Whether the edits may be lost; true if the user saves the source now. Blocks until the user answers.
bool askAboutLoss(Loss loss, const Session& session, SourceSaver& saver, QWidget& window);

} // namespace tir::ui
