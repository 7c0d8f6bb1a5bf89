/// Runs the real tirc, as a shell would.

#pragma once

#include <QByteArray>
#include <QJsonDocument>
#include <QStringList>

namespace tir::testing {

struct TircResult {
    int exitCode = -1; ///< -1: it crashed or did not start
    QByteArray output;
    QByteArray errors;

    /// Null when stdout holds no JSON.
    QJsonDocument json() const { return QJsonDocument::fromJson(output); }
};

/// `input` is its stdin; `folder` its working directory, the root of the sources when empty.
TircResult tirc(const QStringList& arguments, const QByteArray& input = {}, const QString& folder = {});

/// Absolute path of a sample: `sample("two_kernels")`.
QString sample(const QString& name);

} // namespace tir::testing
