/// Lists of actions, performed one after another: the argument of `tirscope --do`, and scripts of tests.

#pragma once

#include <QString>

namespace tir::ui {

class MainWindow;
class Session;

/// Performs `ID` and `ID=ARGUMENT`, separated by commas; parts in double quotes may contain commas. The ids are those
/// of passes/workbench/program/window_actions.def. Each action waits in an event loop until the work of the previous
/// one has ended. Stops at the first action that cannot be performed, and returns why; empty if all were.
QString performActions(const QString& script, MainWindow& window, Session& session);

/// The first action of the list that does not exist or that has the wrong arguments, and why; empty if there is none.
QString findWrongAction(const QString& script);

/// Handles events until no background work is running or about to start.
void waitForJobs(Session& session);

/// Handles events until, besides, all lists in view are laid out: then a picture of the window is complete.
void waitForLayout(MainWindow& window, Session& session);

/// Sets the size of the window to "1280x800", also below the minimum of its layout; returns an error if it is not a
/// size.
QString setWindowSize(MainWindow& window, const QString& size);

} // namespace tir::ui
