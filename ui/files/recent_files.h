/// The files opened last, kept in the settings, and how a menu names them.

#pragma once

#include <QStringList>

namespace tir::ui {

/// Absolute paths, the latest first.
QStringList recentFiles();
void rememberRecentFile(const QString& path);

/// The names of files; where several have the same name, with as much of the folder as distinguishes them:
/// "gemm.py (a/x)", "gemm.py (b/x)".
QStringList distinctNames(const QStringList& paths);

} // namespace tir::ui
