#include "tests/support/test_files.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>

namespace tir::testing {

QString sourcePath(const QString& relative)
{
    const QString root = QStringLiteral(TIRSCOPE_SOURCE_DIR);
    return relative.isEmpty() ? root : root + QLatin1Char('/') + relative;
}

std::optional<QString> corpusFolder()
{
    const QString named = qEnvironmentVariable("TIRSCOPE_CORPUS");
    if (named.isEmpty() || !QFileInfo(named).isDir())
        return std::nullopt;
    return QFileInfo(named).absoluteFilePath();
}

const char* noCorpusReason()
{
    return qEnvironmentVariableIsEmpty("TIRSCOPE_CORPUS")
               ? "TIRSCOPE_CORPUS is not set: it names the folder with modules that TVM wrote"
               : "TIRSCOPE_CORPUS names no folder";
}

QStringList filesBelow(const QString& folder, const QStringList& patterns)
{
    QStringList files;
    QDirIterator walk(folder, patterns, QDir::Files, QDirIterator::Subdirectories);
    while (walk.hasNext())
        files.append(QFileInfo(walk.next()).absoluteFilePath());
    files.sort();
    return files;
}

QByteArray commaLocale()
{
    static const QTemporaryDir folder;
    static const bool isMade =
        QProcess::execute("localedef", {"-i", "de_DE", "-f", "UTF-8", folder.filePath("de_DE.UTF-8")}) == 0;
    if (!isMade)
        return {};
    qputenv("LOCPATH", folder.path().toLocal8Bit());
    return "de_DE.UTF-8";
}

std::optional<std::string> readFile(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    return file.readAll().toStdString();
}

} // namespace tir::testing
