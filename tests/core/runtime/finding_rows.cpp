#include "tests/core/runtime/finding_rows.h"

#include "tests/core/runtime/run_program.h"

#include <QtTest>

namespace tir::testing {

QString findingsOf(const RunResult& result)
{
    QStringList lines;
    for (const std::string& finding : result.findings)
        lines += QString::fromStdString(finding);
    return lines.join(QLatin1Char('\n'));
}

void addFindingColumns()
{
    QTest::addColumn<QString>("parameters");
    QTest::addColumn<QString>("statements");
    QTest::addColumn<QString>("expected"); // "": nothing is found
}

void addFindingRow(const char* name, const char* parameters, const char* statements, const char* expected)
{
    QTest::newRow(name) << parameters << statements << expected;
}

void compareFindings()
{
    QFETCH(const QString, parameters);
    QFETCH(const QString, statements);
    QFETCH(const QString, expected);
    const RunResult result = runMain(parameters.toStdString(), statements.toStdString(), {}, Checked::Yes);
    QCOMPARE(troubleOf(result), QString());
    const QString found = findingsOf(result);
    if (expected.isEmpty())
        QCOMPARE(found, QString());
    else
        QVERIFY2(found.contains(expected), qPrintable(found));
}

} // namespace tir::testing
