/// What the window asks before something that the user typed is lost.

#pragma once

#include "ui/session/edits.h"

class QWidget;

namespace tir::ui {

class Session;
class SourceSaver;

/// Whether the edits may be lost; a source that the user saves now is not. Blocks until there is an answer.
bool askAboutLoss(Loss loss, const Session& session, SourceSaver& saver, QWidget& window);

} // namespace tir::ui
