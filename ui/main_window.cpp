#include "ui/main_window.h"

#include <QIcon>

namespace tir::ui {

MainWindow::MainWindow(QWidget* parent) : QMainWindow(parent)
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowTitle(QStringLiteral("Tirscope"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/tirscope.svg")));
    resize(1280, 800);
}

} // namespace tir::ui
