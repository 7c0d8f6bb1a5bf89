/// The headers of samples: rejected ones, the order of the list, the tables of the programs, which are written from the
/// headers (`TIR_BLESS=1` writes them), and the worked example of CONTRIBUTING.md.

#include "passes/pipelines.h"
#include "passes/workbench/check/check.h"
#include "passes/workbench/execution/run_request.h"
#include "passes/workbench/program/samples.h"
#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/step_text.h"
#include "tests/support/expected_results.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

const QString TablesBegin = QStringLiteral("ctest --preset dev -R tst_sample_headers -->\n");
const QString TablesEnd = QStringLiteral("<!-- End of the tables -->\n");

void write(const QString& path, const QByteArray& text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

QString code(const std::string& text)
{
    return "`" + QString::fromStdString(text).replace('|', "\\|") + "`";
}

/// How the defect shows: the error, else the result of an execution, else a note.
QString symptom(const SampleExpectation& expected)
{
    QStringList parts;
    if (!expected.error.empty())
        parts.append("error: " + code(expected.error));
    const std::string kind = expected.execution.substr(0, expected.execution.find(':'));
    if (kind == "differs")
        parts.append("the results differ");
    else if (kind == "crashes")
        parts.append("the execution crashes");
    else if (kind == "crashes or differs")
        parts.append("the execution crashes or the results differ");
    else if (kind == "refused")
        parts.append("the module cannot be executed");
    else if (kind == "fails")
        parts.append("the execution fails: " + code(expected.execution.substr(7)));
    if (parts.isEmpty() && !expected.note.empty())
        parts.append("note: " + code(expected.note));
    return parts.isEmpty() ? QStringLiteral("warning") : parts.join("; ");
}

QString museumRow(const Sample& sample)
{
    const QString fix = code(sample.fix) + (sample.fixMode == Mode::Sound ? " in sound mode" : "");
    return QStringLiteral("| %1.py | %2 | %3 | %4 | %5 | %6 |\n")
        .arg(QString::fromStdString(sample.name), QString::fromStdString(sample.title), code(sample.pipeline),
             QString::fromStdString(sample.expected.badPass), symptom(sample.expected), fix);
}

QString sampleRow(const Sample& sample)
{
    return QStringLiteral("| %1.py | %2: %3 | %4 |\n")
        .arg(QString::fromStdString(sample.name), QString::fromStdString(sample.title),
             QString::fromStdString(sample.summary), code(sample.pipeline));
}

/// The tables of samples/museum/README.md, or those of samples/PROGRAMS.md.
QString tables(const std::vector<Sample>& samples, bool isMuseum)
{
    QString text;
    std::string heading;
    for (const Sample& sample : samples) {
        if ((sample.group == "Museum") != isMuseum)
            continue;
        if (const std::string& wanted = isMuseum ? sample.topic : sample.group; wanted != heading) {
            heading = wanted;
            text += "\n## " + QString::fromStdString(heading) + "\n\n";
            text += isMuseum ? "| program | defect | pipeline | bad pass | symptom | correct with |\n"
                               "|---|---|---|---|---|---|\n"
                             : "| program | content | pipeline |\n|---|---|---|\n";
        }
        text += isMuseum ? museumRow(sample) : sampleRow(sample);
    }
    return text + "\n";
}

/// The fenced block of CONTRIBUTING.md under a heading.
QString workedExample(const QString& heading)
{
    const QString guide = QString::fromStdString(readFile(sourcePath("CONTRIBUTING.md")).value());
    const qsizetype section = guide.indexOf("\n## " + heading + "\n");
    const qsizetype begin = guide.indexOf("```python\n", section) + 10;
    const qsizetype end = guide.indexOf("```\n", begin);
    return section < 0 || end < 0 ? QString() : guide.mid(begin, end - begin);
}

} // namespace

class TstSampleHeaders : public QObject {
    Q_OBJECT
private slots:
    void rejects_data()
    {
        QTest::addColumn<QString>("header");
        QTest::addColumn<QString>("message");
        const QString good = "# title: T\n# group: G\n# summary: S\n# pipeline: split\n";
        QTest::newRow("unknown key") << good + "# tilte: T\n"
                                     << "a.py:5: unknown key 'tilte'";
        QTest::newRow("given twice") << good + "# title: U\n"
                                     << "a.py:5: key 'title' is given twice";
        QTest::newRow("no key") << good + "# some text\n"
                                << "a.py:5: expected 'key: value', found 'some text'";
        QTest::newRow("order is not a number") << good + "# order: 1a\n"
                                               << "a.py:5: 'order' must be a number";
        QTest::newRow("missing") << "# title: T\n# group: G\n# summary: S\n"
                                 << "a.py:1: the header has no 'pipeline'";
    }

    void rejects()
    {
        QFETCH(QString, header);
        QFETCH(QString, message);
        const Result<Sample> sample = parseSampleHeader("a.py", header.toStdString());
        QVERIFY(!sample);
        QCOMPARE(QString::fromStdString(sample.diagnostics().front().message), message);
    }

    void readsEveryKey()
    {
        const Result<Sample> sample = parseSampleHeader("x/a.py", "# title: A title\n"
                                                                  "# group: Museum\n"
                                                                  "# topic: A topic\n"
                                                                  "# order: 7\n"
                                                                  "# summary: One line\n"
                                                                  "#     and more\n"
                                                                  "# pipeline: split\n"
                                                                  "# fix: s_tir in sound mode\n"
                                                                  "# bad pass: P(mode=\"x\")\n"
                                                                  "# error: e\n"
                                                                  "# error line: a: b\n"
                                                                  "# execution: refused: r\n"
                                                                  "# computes: X[i] = 1\n"
                                                                  "# computes: Y[i] = 2\n"
                                                                  "#\n"
                                                                  "# not: a key\n");
        QVERIFY(sample.hasValue());
        QCOMPARE(sample->name, std::string("a"));
        QCOMPARE(sample->order, 7);
        QCOMPARE(sample->summary, std::string("One line and more"));
        QCOMPARE(sample->fix, std::string("s_tir"));
        QVERIFY(sample->fixMode == Mode::Sound);
        QCOMPARE(sample->expected.errorLine, std::string("a: b"));
        QCOMPARE(sample->computes, std::vector<std::string>({"X[i] = 1", "Y[i] = 2"}));
        QVERIFY(sample->isExecutable());
    }

    void groupsAndTopicsStayTogether()
    {
        const QTemporaryDir folder;
        const auto add = [&](const char* name, const char* keys) {
            write(folder.filePath(name), QByteArray("# title: T\n# summary: S\n# pipeline: split\n") + keys);
        };
        add("first.py", "# group: A\n# order: 1\n");
        add("last.py", "# group: A\n");
        add("other.py", "# group: B\n# topic: x\n# order: 2\n");
        add("middle.py", "# group: B\n# topic: y\n# order: 3\n");
        add("new.py", "# group: B\n# topic: x\n");
        write(folder.filePath("no_header.py"), "# a program\n");
        const Result<std::vector<Sample>> samples = readSamples(folder.path().toStdString());
        QVERIFY(samples.hasValue());
        QStringList names;
        for (const Sample& sample : *samples)
            names.append(QString::fromStdString(sample.name));
        QCOMPARE(names, QStringList({"first", "last", "other", "new", "middle"}));
    }

    void tablesShowTheHeaders_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("isMuseum");
        QTest::newRow("samples") << sourcePath("samples/PROGRAMS.md") << false;
        QTest::newRow("museum") << sourcePath("samples/museum/README.md") << true;
    }

    void tablesShowTheHeaders()
    {
        QFETCH(QString, path);
        QFETCH(bool, isMuseum);
        const Result<std::vector<Sample>> samples = readSamples(sourcePath("samples").toStdString());
        QVERIFY(samples.hasValue());
        const QString readme = QString::fromStdString(readFile(path).value());
        const qsizetype begin = readme.indexOf(TablesBegin) + TablesBegin.size();
        const qsizetype end = readme.indexOf(TablesEnd);
        QVERIFY(begin >= TablesBegin.size() && end >= begin);
        const QString wanted = tables(*samples, isMuseum);
        if (qEnvironmentVariableIntValue("TIR_BLESS") != 0) {
            write(path, (readme.left(begin) + wanted + readme.mid(end)).toUtf8());
            return;
        }
        QVERIFY2(readme.mid(begin, end - begin) == wanted,
                 qPrintable(path + " is out of date; TIR_BLESS=1 ctest --preset dev -R tst_sample_headers"));
    }

    /// One file, and the program is listed, runs through its pipeline, and computes its formula.
    void workedExampleOfContributing()
    {
        const QString program = workedExample("Add a sample");
        QVERIFY(!program.isEmpty());
        const QTemporaryDir folder;
        write(folder.filePath("my_sample.py"), program.toUtf8());
        const Result<std::vector<Sample>> samples = readSamples(folder.path().toStdString());
        QVERIFY2(samples.hasValue(), samples ? "" : samples.diagnostics().front().message.c_str());
        QCOMPARE(samples->size(), size_t(1));
        const Sample& sample = samples->front();
        const OpenedProgram opened = openFile(sample.path);
        QVERIFY2(opened.isOpen(), opened.rendered().c_str());
        const auto recording = record(opened, {.pipeline = sample.pipeline});
        QVERIFY(recording.hasValue());
        QVERIFY2(!check(**recording).firstBad, explain(check(**recording), **recording).c_str());
        RunRequest request;
        request.module = opened.parsed->module;
        request.signature = request.module;
        const RunReport report = runInWorker(request);
        QVERIFY2(report.status == RunStatus::Done, report.message.c_str());
        const QString difference = differenceFrom(sample.computes, report);
        QVERIFY2(difference.isEmpty(), qPrintable(difference));
    }

    void wrongFormulasAreRejected_data()
    {
        QTest::addColumn<QString>("formula");
        QTest::addColumn<QString>("message");
        QTest::newRow("index") << "Y[i] = X[i + 1]"
                               << "an index of 'X' is out of range";
        QTest::newRow("name") << "Y[i] = z"
                              << "'z' is not defined before ''";
        QTest::newRow("tensor") << "Z[i] = 1"
                                << "'Z' is not a tensor before '[i] = 1'";
        QTest::newRow("syntax") << "Y[i] = X[i] +"
                                << "expected a name before ''";
        QTest::newRow("rest") << "Y[i] = 1 2"
                              << "unexpected text before '2'";
    }

    void wrongFormulasAreRejected()
    {
        QFETCH(QString, formula);
        QFETCH(QString, message);
        NumberTensors tensors = {{"X", {{2}, {1, 2}}}, {"Y", {{2}, {0, 0}}}};
        QCOMPARE(QString::fromStdString(applyFormula(formula.toStdString(), tensors)), message);
    }

    void formulasCompute_data()
    {
        QTest::addColumn<QString>("formula");
        QTest::addColumn<QList<double>>("values");
        QTest::newRow("precedence") << "Y[i] = 1 + 2 * X[i] ** 2 - -1" << QList<double>{4, 10};
        QTest::newRow("integers") << "Y[i] = (i - 3) // 2 + (i - 3) % 2 * 10" << QList<double>{8, -1};
        QTest::newRow("condition") << "Y[i] = 7 if 0 < i <= 1 and X[i] == 2 else X[1 - i]"
                                   << QList<double>{2, 7};
        QTest::newRow("sums") << "Y[i] = sum(sum(X[j] * k for k in range(3)) for j in range(size(X, 0))) + i"
                              << QList<double>{9, 10};
        QTest::newRow("functions") << "Y[i] = max(abs(-3), sqrt(X[i])) + min(exp(0), 5)"
                                   << QList<double>{4, 4};
    }

    void formulasCompute()
    {
        QFETCH(QString, formula);
        QFETCH(QList<double>, values);
        NumberTensors tensors = {{"X", {{2}, {1, 2}}}, {"Y", {{2}, {0, 0}}}};
        QCOMPARE(QString::fromStdString(applyFormula(formula.toStdString(), tensors)), QString());
        QCOMPARE(QList<double>(tensors["Y"].values.begin(), tensors["Y"].values.end()), values);
    }
};

TIR_TEST(TstSampleHeaders)
#include "tst_sample_headers.moc"
