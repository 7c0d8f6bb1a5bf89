/// Distinguishes what is on disk now from what was read, without reading it.

#pragma once

#include <QByteArray>
#include <QFileInfo>
#include <QString>

namespace tir::ui {

/// The files of a dump, by name.
QFileInfoList filesOf(const QString& folder);

/// The size and the time of the last change of a file, or of each file of a folder; empty if there is none.
QByteArray fileStamp(const QString& path);

} // namespace tir::ui
