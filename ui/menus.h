/// The menu bar: every action of the window with its key.

#pragma once

#include <QList>

class QAction;
class QMainWindow;
class QMenu;

namespace tir::ui {

/// The actions that menus show. All are owned by the window.
struct MenuActions {
    QMenu* open = nullptr;    ///< shared with the tool bar
    QMenu* samples = nullptr; ///< likewise
    QList<QAction*> file;     ///< after those menus
    QList<QAction*> docks;    ///< in the order of the view list
    QList<QAction*> view;     ///< after the docks
    QList<QAction*> steps;
    QList<QAction*> run;
    QList<QAction*> help;
};

void fillMenuBar(QMainWindow& window, const MenuActions& actions);

} // namespace tir::ui
