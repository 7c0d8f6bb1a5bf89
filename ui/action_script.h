/// Lists of actions, performed one after another: what `tirscope --do` gets, and what tests do with the window.

#pragma once

#include <QString>

namespace tir::ui {

class MainWindow;
class Session;

/// Performs `ID` and `ID=ARGUMENT`, separated by commas; parts in double quotes may contain commas. The ids are those of
/// passes/workbench/program/window_actions.def. Each action waits until the work of the one before it has ended, in an event
/// loop of its own. Stops at the first action that cannot be performed, and returns why; empty if all were.
QString performActions(const QString& script, MainWindow& window, Session& session);

/// Handles events until no background work runs and none is about to start.
void waitForJobs(Session& session);

/// Sets the size of the window to "1280x800", also below the least size of its layout; why not, if it is no size.
QString setWindowSize(MainWindow& window, const QString& size);

} // namespace tir::ui
