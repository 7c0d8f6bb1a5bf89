#include "ui/session/file_stamp.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>

namespace tir::ui {

QFileInfoList filesOf(const QString& folder)
{
    return QDir(folder).entryInfoList(QDir::Files, QDir::Name);
}

QByteArray fileStamp(const QString& path)
{
    const QFileInfo info(path);
    if (path.isEmpty() || !info.exists())
        return {};
    QCryptographicHash hash(QCryptographicHash::Sha1);
    for (const QFileInfo& file : info.isDir() ? filesOf(path) : QFileInfoList{info})
        hash.addData(QStringLiteral("%1 %2 %3\n")
                         .arg(file.fileName())
                         .arg(file.size())
                         .arg(file.lastModified().toMSecsSinceEpoch())
                         .toUtf8());
    return hash.result();
}

} // namespace tir::ui
