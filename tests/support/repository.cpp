#include "tests/support/repository.h"
#include "tests/support/patience.h"

#include "tests/support/test_files.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>

#include <algorithm>

namespace tir::testing {
namespace {

std::optional<QStringList> git(const QStringList& arguments)
{
    QProcess process;
    process.setWorkingDirectory(sourcePath());
    process.start(QStringLiteral("git"), arguments);
    if (!process.waitForFinished(PatienceInMs) || process.exitStatus() != QProcess::NormalExit ||
        process.exitCode() != 0)
        return std::nullopt;
    return QString::fromUtf8(process.readAllStandardOutput()).split(QChar::Null, Qt::SkipEmptyParts);
}

/// Guards against a folder inside another git repository, where git would list that one.
bool hasOwnGit()
{
    return QFileInfo::exists(sourcePath(QStringLiteral(".git")));
}

QStringList pathsOnDisk()
{
    QStringList paths;
    const QDir root(sourcePath());
    for (const char* folder : {".ci", "app", "core", "passes", "resources", "samples", "tests", "ui"}) {
        for (const QString& path : filesBelow(root.filePath(QLatin1String(folder)), {QStringLiteral("*")}))
            paths.append(root.relativeFilePath(path));
    }
    for (const QFileInfo& entry : root.entryInfoList(QDir::Files | QDir::Hidden))
        paths.append(entry.fileName());
    return paths;
}

} // namespace

bool Repository::containsFolder(const QString& path) const
{
    const QString prefix = path + QLatin1Char('/');
    const auto after = files.lowerBound(prefix);
    return after != files.end() && after.key().startsWith(prefix);
}

QStringList Repository::foldersIn(const QString& folder) const
{
    const QString prefix = folder + QLatin1Char('/');
    QStringList folders;
    for (auto file = files.lowerBound(prefix); file != files.end() && file.key().startsWith(prefix); ++file) {
        const qsizetype end = file.key().indexOf(QLatin1Char('/'), prefix.size());
        if (end < 0)
            continue;
        const QString name = file.key().mid(prefix.size(), end - prefix.size());
        if (folders.isEmpty() || folders.last() != name)
            folders.append(name);
    }
    return folders;
}

QStringList Repository::filesIn(const QStringList& folders, const QStringList& suffixes) const
{
    const auto isInFolder = [&](const QString& path) {
        return std::any_of(folders.begin(), folders.end(),
                           [&](const QString& folder) { return path.startsWith(folder + QLatin1Char('/')); });
    };
    const auto hasSuffix = [&](const QString& path) {
        return std::any_of(suffixes.begin(), suffixes.end(),
                           [&](const QString& suffix) { return path.endsWith(suffix); });
    };
    QStringList paths;
    for (auto file = files.begin(); file != files.end(); ++file) {
        if (isInFolder(file.key()) && hasSuffix(file.key()))
            paths.append(file.key());
    }
    return paths;
}

Repository readRepository()
{
    std::optional<QStringList> paths;
    if (hasOwnGit())
        paths = git({QStringLiteral("ls-files"), QStringLiteral("-z"), QStringLiteral("--cached"),
                     QStringLiteral("--others"), QStringLiteral("--exclude-standard")});
    Repository repository;
    for (const QString& path : paths ? *paths : pathsOnDisk()) {
        const std::optional<std::string> bytes = readFile(sourcePath(path));
        if (!bytes)
            continue; // deleted, not yet committed
        const bool isText = bytes->find('\0') == std::string::npos;
        repository.files.insert(path, isText ? QString::fromStdString(*bytes) : QString());
    }
    return repository;
}

std::optional<QStringList> trackedTopLevel()
{
    if (!hasOwnGit())
        return std::nullopt;
    const std::optional<QStringList> paths = git({QStringLiteral("ls-files"), QStringLiteral("-z")});
    if (!paths)
        return std::nullopt;
    QStringList entries;
    for (const QString& path : *paths)
        entries.append(path.section(QLatin1Char('/'), 0, 0));
    entries.removeDuplicates();
    return entries;
}

QString camelCase(const QString& snakeCase)
{
    QString camel;
    bool upper = false;
    for (const QChar c : snakeCase) {
        if (c == QLatin1Char('_')) {
            upper = true;
            continue;
        }
        camel.append(upper ? c.toUpper() : c);
        upper = false;
    }
    return camel;
}

QString asText(const QStringList& findings)
{
    return QLatin1Char('\n') + findings.join(QLatin1Char('\n'));
}

} // namespace tir::testing
