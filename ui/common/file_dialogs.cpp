#include "ui/common/file_dialogs.h"

#include <QFileDialog>

namespace tir::ui {

QString chooseFileToOpen(QWidget* parent, const QString& title, const QString& start, const QString& filter)
{
    return QFileDialog::getOpenFileName(parent, title, start, filter, nullptr, QFileDialog::ReadOnly);
}

QString chooseFolderToOpen(QWidget* parent, const QString& title, const QString& start)
{
    return QFileDialog::getExistingDirectory(parent, title, start,
                                             QFileDialog::ShowDirsOnly | QFileDialog::ReadOnly);
}

QString chooseFileToSave(QWidget* parent, const QString& title, const QString& start, const QString& filter)
{
    return QFileDialog::getSaveFileName(parent, title, start, filter, nullptr, QFileDialog::ReadOnly);
}

} // namespace tir::ui
