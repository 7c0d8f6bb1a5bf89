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

QString chooseFileToSave(QWidget* parent, const QString& title, const QString& start, const QString& filter,
                         const QString& suffix)
{
    if (suffix.isEmpty())
        return QFileDialog::getSaveFileName(parent, title, start, filter, nullptr, QFileDialog::ReadOnly);
    QFileDialog dialog(parent, title, {}, filter);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setOption(QFileDialog::ReadOnly);
    dialog.setDefaultSuffix(suffix);
    dialog.selectFile(start);
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

} // namespace tir::ui
