/// Dialogs that choose a file or a folder and change nothing: Qt's own dialog can also rename and delete files, and
/// folders with their contents. Each returns an empty path if it is canceled.

#pragma once

#include <QString>

class QWidget;

namespace tir::ui {

QString chooseFileToOpen(QWidget* parent, const QString& title, const QString& start, const QString& filter);
QString chooseFolderToOpen(QWidget* parent, const QString& title, const QString& start);
/// Asks the user before it returns an existing file. A name without a suffix gets `suffix`, if any.
QString chooseFileToSave(QWidget* parent, const QString& title, const QString& start, const QString& filter,
                         const QString& suffix = {});

} // namespace tir::ui
