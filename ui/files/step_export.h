/// The module of the step in view as a file or a text, and the command of tirc that shows the same step.

#pragma once

#include <QString>

class QWidget;

namespace tir::ui {

class Session;

/// The module as it is shown. Precondition: the session is Ready, as for all of these.
QString stepText(const Session& session);

/// Why the file cannot be written; empty if it was.
QString saveStep(const Session& session, const QString& path);
void saveStepWithDialog(const Session& session, QWidget& window);

/// What the step, or the steps that are shown as one, change: `tirc opt FILE --pipeline split --diff 3`. Arguments are
/// quoted for a shell. A text without a file is read from stdin.
QString tircCommand(const Session& session);

} // namespace tir::ui
