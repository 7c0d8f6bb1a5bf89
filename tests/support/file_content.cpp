#include "tests/support/file_content.h"

#include "tests/support/test_files.h"

#include <QFile>
#include <QJsonDocument>

namespace tir::testing {

QJsonObject readJson(const QString& path)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(readFile(path).value_or(""))).object();
}

void writeFile(const QString& path, const std::string& content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content.data(), qint64(content.size())), qint64(content.size()));
}

} // namespace tir::testing
