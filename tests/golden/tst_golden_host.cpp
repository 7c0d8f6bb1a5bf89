/// Code for hosts from golden inputs: below codegen/host/ every `x.py` has its code beside it, C in
/// `x.py.c` and LLVM IR in `x.py.ll`, or states on the guilty line what both reject: `# error: words`.
/// `TIR_BLESS=1` writes the code.
///
/// The declarations that every C file starts with are left out; tst_host_code compiles the whole of it.

#include "core/codegen/c_host/c_host.h"
#include "core/codegen/llvm_ir/host.h"
#include "passes/workbench/trace/step_text.h"
#include "tests/golden/golden_case.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

/// "7: words" for every line with a rejection.
QStringList expectedErrors(const QString& text)
{
    const QString mark = " # error: ";
    QStringList errors;
    const QStringList lines = text.split('\n');
    for (int at = 0; at < lines.size(); ++at)
        if (const qsizetype found = lines[at].indexOf(mark); found >= 0)
            errors.append(QString::number(at + 1) + ": " + lines[at].mid(found + mark.size()));
    return errors;
}

QStringList foundErrors(const Diagnostics& refusals, const StepText& text)
{
    QStringList errors;
    for (const Diagnostic& refusal : text.placed(refusals)) {
        const int line = refusal.span ? text.source.lineColumn(refusal.span->begin).line : 0;
        errors.append(QString::number(line) + ": " + QString::fromStdString(refusal.message));
    }
    return errors;
}

QString withoutPrologue(const std::string& code)
{
    const QString text = QString::fromStdString(code);
    return text.mid(std::max<qsizetype>(text.indexOf("#ifdef __cplusplus"), 0));
}

/// Every place of the map is a statement, an expression, or a function, and finds back to its bytes.
QString mapProblem(const Artifact& artifact, const PlaceTable& places)
{
    if (artifact.ranges.empty())
        return "no map";
    for (const ArtifactRange& range : artifact.ranges) {
        if (range.place >= places.size())
            return "a place that is not in the module";
        const std::vector<Span> spans = artifact.spansOf(range.place, places);
        const bool isBack = std::any_of(spans.begin(), spans.end(), [&](const Span& span) {
            return span.begin <= range.span.begin && range.span.end <= span.end;
        });
        if (!isBack)
            return "no way back from place " + QString::number(range.place);
    }
    return {};
}

} // namespace

class TestGoldenHost : public QObject {
    Q_OBJECT
private slots:
    void code_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<bool>("isLlvm");
        const QString root = sourcePath("tests/golden/codegen/host");
        for (const QString& path : filesBelow(root, {"*.py"}))
            for (const bool isLlvm : {false, true})
                QTest::newRow(qPrintable(QDir(root).relativeFilePath(path) + (isLlvm ? ".ll" : ".c")))
                    << path << isLlvm;
    }

    void code()
    {
        QFETCH(QString, path);
        QFETCH(bool, isLlvm);
        const OpenedProgram program = openFile(path.toStdString());
        QVERIFY2(program.isOpen(), program.rendered().c_str());
        const StepText text = sourceText(program);
        const QString source = QString::fromStdString(std::string(program.source.text()));
        QVERIFY(source.startsWith("# check: codegen host\n# "));

        const Result<Artifact> made =
            isLlvm ? generateHostLlvm(program.module(), {}) : generateHostC(program.module(), {});
        const QStringList expected = expectedErrors(source);
        QCOMPARE(foundErrors(made.diagnostics(), text).join('\n'), expected.join('\n'));
        const QString beside = path + (isLlvm ? ".ll" : ".c");
        QVERIFY2(expected.isEmpty() || !QFile::exists(beside), "code beside a program that is refused");
        if (!made)
            return;
        QCOMPARE(mapProblem(*made, text.places), QString());
        const QString found = isLlvm ? QString::fromStdString(made->content) : withoutPrologue(made->content);
        if (qEnvironmentVariableIntValue("TIR_BLESS") != 0) {
            QFile file(beside);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(found.toUtf8());
            return;
        }
        const QString golden =
            QString::fromStdString(readFile(beside).value_or("there is no " + beside.toStdString()));
        QVERIFY2(found == golden,
                 qPrintable(goldenDifference(golden, found, QStringLiteral("tst_golden_host"))));
    }
};

TIR_TEST(TestGoldenHost)
#include "tst_golden_host.moc"
