#include "ui/menus.h"

#include <QAction>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

namespace tir::ui {
namespace {

QMenu* addMenu(QMenuBar& bar, const QString& title, const char* name)
{
    QMenu* menu = bar.addMenu(title);
    menu->setObjectName(QString::fromLatin1(name));
    return menu;
}

} // namespace

void fillMenuBar(QMainWindow& window, const MenuActions& actions)
{
    QMenuBar& bar = *window.menuBar();
    QMenu* file = addMenu(bar, QMainWindow::tr("&File"), "fileMenu");
    actions.open->menuAction()->setText(QMainWindow::tr("&Open"));
    actions.samples->menuAction()->setText(QMainWindow::tr("&Samples"));
    file->addMenu(actions.open);
    file->addMenu(actions.samples);
    file->addSeparator();
    file->addActions(actions.file);

    QMenu* view = addMenu(bar, QMainWindow::tr("&View"), "viewMenu");
    view->addActions(actions.docks);
    view->addSeparator();
    view->addActions(actions.view);

    addMenu(bar, QMainWindow::tr("&Go"), "goMenu")->addActions(actions.steps);
    addMenu(bar, QMainWindow::tr("&Run"), "runMenu")->addActions(actions.run);
    addMenu(bar, QMainWindow::tr("&Help"), "helpMenu")->addActions(actions.help);
}

} // namespace tir::ui
