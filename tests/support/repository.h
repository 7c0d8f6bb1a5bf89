/// The repository as tests/repo checks it: paths and texts, separate from the disk, so that tests can run a check on a
/// made-up repository.

#pragma once

#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>

namespace tir::testing {

struct Repository {
    /// Path from the root -> text. Files that are not text have an empty one.
    QMap<QString, QString> files;

    bool contains(const QString& path) const { return files.contains(path); }
    bool containsFolder(const QString& path) const;

    /// Entries right below a folder that have files below them.
    QStringList foldersIn(const QString& folder) const;

    /// Paths that start with one of the folders (`core`) and end with one of the suffixes (`.cpp`).
    QStringList filesIn(const QStringList& folders, const QStringList& suffixes) const;
};

/// Files that git tracks or would add. Without git: the folders of the project on the disk.
Repository readRepository();

/// Entries of the top level that git tracks; nothing without git.
std::optional<QStringList> trackedTopLevel();

/// `call_graph` -> `callGraph`.
QString camelCase(const QString& snakeCase);

/// One finding per line, for the message of a failing check.
QString asText(const QStringList& findings);

} // namespace tir::testing
