/// Where tests find their files: the sources of this repository and the corpus, which is outside of it.

#pragma once

#include <QString>
#include <QStringList>
#include <QtTest>

#include <optional>
#include <string>

namespace tir::testing {

/// Absolute path of a file or folder of this repository, for example `samples/two_kernels.py`.
QString sourcePath(const QString& relative = {});

/// The folder that TIRSCOPE_CORPUS names, absolute; nothing when the variable is unset or no such folder
/// exists.
std::optional<QString> corpusFolder();

/// Why corpusFolder() is empty, for QSKIP.
const char* noCorpusReason();

/// The files below a folder whose name matches one of the patterns (`*.py`), absolute and sorted.
QStringList filesBelow(const QString& folder, const QStringList& patterns);

/// A locale with a decimal comma for setlocale(), created by `localedef` in a temporary folder and announced in
/// LOCPATH; empty if the sources of locales (Debian's package `locales`) are missing.
QByteArray commaLocale();

/// The bytes of a file; nothing when it cannot be read.
std::optional<std::string> readFile(const QString& path);

} // namespace tir::testing

/// Skips the running test function if there is no corpus.
#define TIR_SKIP_WITHOUT_CORPUS()                  \
    do {                                           \
        if (!tir::testing::corpusFolder())         \
            QSKIP(tir::testing::noCorpusReason()); \
    } while (false)
