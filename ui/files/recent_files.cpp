#include "ui/files/recent_files.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace tir::ui {
namespace {

constexpr int MaxRecentFiles = 12;

const QString& recentFilesKey()
{
    static const QString key = QStringLiteral("recentFiles");
    return key;
}

/// The last `count` folders of a path; the whole path if it has fewer.
QString folderOf(const QString& path, int count)
{
    const QString folder = QDir::cleanPath(QFileInfo(path).path());
    const QString last = folder.section(QLatin1Char('/'), -count);
    return last.isEmpty() || count > folder.count(QLatin1Char('/')) ? folder : last;
}

} // namespace

QStringList recentFiles()
{
    return QSettings().value(recentFilesKey()).toStringList();
}

void rememberRecentFile(const QString& path)
{
    QStringList recent = recentFiles();
    const QString absolute = QFileInfo(path).absoluteFilePath();
    recent.removeAll(absolute);
    recent.prepend(absolute);
    QSettings().setValue(recentFilesKey(), recent.mid(0, MaxRecentFiles));
}

QStringList distinctNames(const QStringList& paths)
{
    QStringList names;
    for (const QString& path : paths) {
        const QString name = QFileInfo(path).fileName();
        QStringList namesakes = paths;
        namesakes.removeIf(
            [&](const QString& other) { return other == path || QFileInfo(other).fileName() != name; });
        int count = 0;
        const auto isLike = [&](const QString& other) {
            return folderOf(other, count) == folderOf(path, count);
        };
        while (!namesakes.isEmpty() && count < path.count(QLatin1Char('/')) + 1) {
            ++count;
            namesakes.removeIf([&](const QString& other) { return !isLike(other); });
        }
        names.append(count == 0 ? name : QStringLiteral("%1 (%2)").arg(name, folderOf(path, count)));
    }
    return names;
}

} // namespace tir::ui
