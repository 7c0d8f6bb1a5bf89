#include "tests/support/test_main.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>

#include <map>

namespace tir::testing {
namespace {

std::map<QString, TestFactory>& registeredTests()
{
    static std::map<QString, TestFactory> tests;
    return tests;
}

struct Skip {
    QString function;
    QString reason;
};

struct Outcome {
    int checked = 0; ///< functions and rows that ran to their end
    QList<Skip> skips;
};

bool isSetUp(const QString& function)
{
    return function == QLatin1String("initTestCase") || function == QLatin1String("cleanupTestCase");
}

/// Reads Qt Test's output in its format "xml".
Outcome readOutcome(const QString& path)
{
    Outcome outcome;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return outcome;
    QXmlStreamReader xml(&file);
    QString function;
    Skip skip;
    bool isSkip = false;
    while (!xml.atEnd()) {
        const QXmlStreamReader::TokenType token = xml.readNext();
        if (token == QXmlStreamReader::StartElement) {
            if (xml.name() == QLatin1String("TestFunction")) {
                function = xml.attributes().value("name").toString();
            } else if (xml.name() == QLatin1String("Incident")) {
                isSkip = xml.attributes().value("type") == QLatin1String("skip");
                if (!isSkip && !isSetUp(function))
                    ++outcome.checked;
            } else if (isSkip && xml.name() == QLatin1String("DataTag")) {
                skip.function = function + QLatin1Char('(') + xml.readElementText() + QLatin1Char(')');
            } else if (isSkip && xml.name() == QLatin1String("Description")) {
                skip.reason = xml.readElementText().simplified();
            }
        } else if (token == QXmlStreamReader::EndElement && isSkip &&
                   xml.name() == QLatin1String("Incident")) {
            if (skip.function.isEmpty())
                skip.function = function;
            outcome.skips.append(skip);
            skip = {};
            isSkip = false;
        }
    }
    return outcome;
}

void report(const QString& test, const Outcome& outcome)
{
    QFile log(qEnvironmentVariable("TIRSCOPE_SKIP_LOG"));
    const bool isLogged = !log.fileName().isEmpty() && log.open(QIODevice::Append);
    for (const Skip& skip : outcome.skips) {
        const QByteArray line =
            QStringLiteral("%1::%2: %3").arg(test, skip.function, skip.reason).toUtf8() + '\n';
        fputs(("SKIPPED: " + line).constData(), stdout);
        if (isLogged)
            log.write(line);
    }
}

int runTest(const QString& name, const TestFactory& make, QStringList arguments)
{
    QCoreApplication::setApplicationName(name); // separate settings
    const QTemporaryDir folder;
    const QString xml = folder.filePath("outcome.xml");
    if (!arguments.contains("-o"))
        arguments << "-o"
                  << "-,txt";
    arguments << "-o" << xml + ",xml";
    const std::unique_ptr<QObject> test = make();
    const int failures = QTest::qExec(test.get(), arguments);
    const Outcome outcome = readOutcome(xml);
    report(name, outcome);
    if (failures == 0 && outcome.checked == 0 && !outcome.skips.isEmpty())
        return SkippedExitCode;
    return failures;
}

} // namespace

bool registerTest(const char* file, TestFactory make)
{
    return registeredTests()
        .emplace(QFileInfo(QString::fromUtf8(file)).completeBaseName(), std::move(make))
        .second;
}

int runTests(int argc, char** argv)
{
    // A build server compares with what is expected; it does not write expectations.
    if (qEnvironmentVariableIntValue("TIR_BLESS") != 0 && qEnvironmentVariableIsSet("CI")) {
        fputs("error: TIR_BLESS would write expected results, which is not possible where CI is set\n",
              stderr);
        return 2;
    }
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));

    const auto named = argc > 1 ? registeredTests().find(arguments[1]) : registeredTests().end();
    if (named != registeredTests().end()) {
        arguments.removeAt(1);
        return runTest(named->first, named->second, arguments);
    }
    if (argc > 1 && arguments[1].startsWith("tst_")) {
        fprintf(stderr, "error: this program has no test '%s'\n", argv[1]);
        return 2;
    }
    int result = 0;
    for (const auto& [name, make] : registeredTests()) {
        const int code = runTest(name, make, arguments);
        if (code != 0 && code != SkippedExitCode)
            result = 1;
    }
    return result;
}

} // namespace tir::testing
