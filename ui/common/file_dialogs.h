/// Dialogs that choose a file or a folder and change nothing: Qt's own dialog would otherwise rename and delete
/// files, and whole folders with all that they contain. Each answers an empty path when it is cancelled.

#pragma once

#include <QString>

class QWidget;

namespace tir::ui {

QString chooseFileToOpen(QWidget* parent, const QString& title, const QString& start, const QString& filter);
QString chooseFolderToOpen(QWidget* parent, const QString& title, const QString& start);
/// Asks before it answers an existing file.
QString chooseFileToSave(QWidget* parent, const QString& title, const QString& start, const QString& filter);

} // namespace tir::ui
