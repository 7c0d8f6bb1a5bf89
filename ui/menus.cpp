#include "ui/menus.h"

#include "core/support/check.h"
#include "passes/workbench/program/window_actions.h"
#include "ui/common/text.h"

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

namespace tir::ui {
namespace {

/// An empty menu, with the entries before the actions of the table.
QMenu* addMenu(QMenuBar& bar, ActionMenu menu, const MenuParts& parts)
{
    const QString title = toQString(toString(menu));
    QMenu* result = bar.addMenu(QLatin1Char('&') + title);
    result->setObjectName(title.toLower() + QStringLiteral("Menu"));
    if (menu == ActionMenu::File) {
        parts.open->menuAction()->setText(QMainWindow::tr("&Open"));
        parts.samples->menuAction()->setText(QMainWindow::tr("&Samples"));
        result->addMenu(parts.open);
        result->addMenu(parts.samples);
        result->addSeparator();
    } else if (menu == ActionMenu::View) {
        result->addActions(parts.docks);
        result->addSeparator();
    }
    return result;
}

/// An icon would take the place of the mark.
void showCheckMarks(const QMenu& menu)
{
    for (QAction* action : menu.actions())
        if (action->isCheckable())
            action->setIconVisibleInMenu(false);
}

} // namespace

void fillMenuBar(QMainWindow& window, const MenuParts& parts)
{
    QMenu* menu = nullptr;
    ActionMenu last = ActionMenu::Script;
    for (const WindowAction& entry : windowActions()) {
        if (entry.menu == ActionMenu::Script || entry.id == "open") // opening has a separate menu
            continue;
        if (!menu || entry.menu != last)
            menu = addMenu(*window.menuBar(), entry.menu, parts);
        last = entry.menu;
        auto* action = window.findChild<QAction*>(toQString(entry.id));
        if (entry.isLine())
            menu->addSeparator();
        else if (!action)
            throw InternalError("the window has no action '" + std::string(entry.id) + "'");
        else
            menu->addAction(action);
    }
    for (const QAction* title : window.menuBar()->actions())
        showCheckMarks(*title->menu());
}

} // namespace tir::ui
