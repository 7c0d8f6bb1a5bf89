#include "tests/app/own_tvm.h"

#include "tests/support/patience.h"
#include "tests/support/test_files.h"

#include <QJsonDocument>
#include <QProcessEnvironment>

namespace tir::testing {

void findModules(QProcess& python, const QString& folder)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    QStringList folders{sourcePath("resources")};
    if (!folder.isEmpty())
        folders.append(sourcePath(folder));
    environment.insert("PYTHONPATH", folders.join(':'));
    environment.insert("PYTHONDONTWRITEBYTECODE", "1");
    python.setProcessEnvironment(environment);
}

int python(const QStringList& arguments, const QString& folder)
{
    QProcess process;
    findModules(process, folder);
    process.start("python3", arguments);
    if (!process.waitForFinished(PatienceInMs) || process.exitStatus() != QProcess::NormalExit)
        return -1;
    return process.exitCode();
}

QList<QJsonObject> recordsOf(const QString& path, const QString& event)
{
    QList<QJsonObject> records;
    for (const QByteArray& line : QByteArray::fromStdString(readFile(path).value_or("")).split('\n'))
        if (const QJsonObject record = QJsonDocument::fromJson(line).object();
            record["ev"].toString() == event)
            records.append(record);
    return records;
}

} // namespace tir::testing
