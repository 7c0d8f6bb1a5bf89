/// The menu bar: every action of the window with its key.

#pragma once

#include <QList>

class QAction;
class QMainWindow;
class QMenu;

namespace tir::ui {

/// Menu entries besides the actions of passes/workbench/program/window_actions.def. All are owned by the window.
struct MenuParts {
    QMenu* open = nullptr;    ///< shared with the tool bar
    QMenu* samples = nullptr; ///< likewise
    QList<QAction*> docks;    ///< in the order of the view list
};

/// Throws InternalError when the window lacks an action of a menu.
void fillMenuBar(QMainWindow& window, const MenuParts& parts);

} // namespace tir::ui
