/// Actions of the window by their ids in passes/workbench/program/window_actions.def, which has their texts and keys.

#pragma once

#include <QString>

#include <functional>

class QAction;
class QWidget;

namespace tir::ui {

/// An action of `owner`, with the id as its name; `perform` runs in the context of the owner. Throws InternalError if
/// the table does not contain the id.
QAction* makeAction(const char* id, QWidget& owner, std::function<void()> perform);

/// The same with a state: `perform` gets whether it is checked now.
QAction* makeSwitch(const char* id, QWidget& owner, bool isChecked, std::function<void(bool)> perform);

/// The action of the window that a widget is in; null if it has none, as in a view without a window around it.
QAction* actionOfWindow(const QWidget& widget, const char* id);

/// The tool tip of a button for the action: its text and first key, "Run This Step (F5)".
QString toolTipOf(const QAction& action);

} // namespace tir::ui
