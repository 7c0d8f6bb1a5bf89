/// Reading and writing files in tests.

#pragma once

#include <QJsonObject>
#include <QString>

#include <string>

namespace tir::testing {

/// Empty if the file cannot be read, or has no JSON object.
QJsonObject readJson(const QString& path);

/// Fails the test if the file cannot be written.
void writeFile(const QString& path, const std::string& content);

} // namespace tir::testing
