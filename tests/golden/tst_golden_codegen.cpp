/// Code generated from golden inputs: below codegen/<generator>/ every `x.py` has its code beside it, in
/// `x.py.cu`, or states a rejection: `# error: words` on the guilty line, or in the header for the module
/// as a whole. `# mode: sound` asks for the sound form, and `# defect: code` states a known TVM defect that the
/// generator reports. `TIR_BLESS=1` writes the code.
///
/// The common prologue is left out of the files; tst_cuda_c_compiles compiles the whole of it.

#include "core/codegen/cuda_c/cuda_c.h"
#include "core/codegen/cuda_c/prologue.h"
#include "passes/workbench/trace/step_text.h"
#include "tests/golden/golden_case.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

constexpr const char* ErrorMark = "# error: ";

/// "7: words" for a line, ": words" for the module as a whole.
QStringList expectedErrors(const QString& text)
{
    QStringList errors;
    const QStringList lines = text.split('\n');
    for (int at = 0; at < lines.size(); ++at) {
        const qsizetype mark = lines[at].indexOf(ErrorMark);
        if (mark >= 0)
            errors.append((mark == 0 ? QString() : QString::number(at + 1)) + ": " +
                          lines[at].mid(mark + qsizetype(std::strlen(ErrorMark))));
    }
    return errors;
}

/// The rejections in the same form; without the line if `expected` is about the whole module.
QStringList foundErrors(const Diagnostics& refusals, const StepText& text, const QStringList& expected)
{
    QStringList errors;
    for (const Diagnostic& refusal : text.placed(refusals)) {
        const QString words = ": " + QString::fromStdString(refusal.message);
        const bool isWhole = std::any_of(expected.begin(), expected.end(), [&](const QString& error) {
            return error.startsWith(": ") && words.startsWith(error);
        });
        const int line = refusal.span ? text.source.lineColumn(refusal.span->begin).line : 0;
        errors.append(isWhole ? *std::find_if(expected.begin(), expected.end(),
                                              [&](const QString& error) { return words.startsWith(error); })
                              : QString::number(line) + words);
    }
    return errors;
}

/// Those that header lines state.
QStringList expectedDefects(const QString& text)
{
    QStringList codes;
    for (const QString& line : text.split('\n'))
        if (line.startsWith("# defect: "))
            codes.append(line.mid(int(std::strlen("# defect: "))));
    return codes;
}

/// The codes of the remarks, all of which have a place.
QStringList foundDefects(const Diagnostics& remarks)
{
    QStringList codes;
    for (const Diagnostic& remark : remarks)
        codes.append(
            QString::fromStdString(remark.place == NoPlace ? "no place: " + remark.message : remark.code));
    return codes;
}

/// Parts that do not depend on features are the same in every file.
QString withoutPrologue(const std::string& code)
{
    const QString text = QString::fromStdString(code);
    const QString common = QStringLiteral("#pragma nv_diag_suppress 550\n");
    const QString includes = text.left(text.indexOf("\n#define uchar"));
    QString kept;
    for (const QString& line : includes.split('\n'))
        if (line.startsWith("#include <") && line != "#include <cstdint>")
            kept += line + "\n";
    return kept + text.mid(text.indexOf(common) + common.size());
}

/// Every line within a function knows its statement, and every statement finds back to its lines.
QString mapProblem(const Artifact& artifact, const PlaceTable& places)
{
    bool isInside = false;
    uint32_t begin = 0;
    for (const QString& line : QString::fromStdString(artifact.content).split('\n')) {
        const Place place = artifact.placeAt(begin);
        const bool isHead = line.startsWith("extern \"C\"") && line.endsWith('{');
        isInside = isInside || isHead;
        if (isInside && place == NoPlace)
            return "no place: " + line;
        if (!isInside && place != NoPlace)
            return "a place outside of functions: " + line;
        if (isInside) {
            const std::vector<Span> spans = artifact.spansOf(place, places);
            const bool isBack = std::any_of(spans.begin(), spans.end(), [&](const Span& span) {
                return span.begin <= begin && begin < span.end;
            });
            if (!isBack)
                return "no way back: " + line;
        }
        if (line == "}")
            isInside = false;
        begin += uint32_t(line.toUtf8().size()) + 1;
    }
    return {};
}

} // namespace

class TestGoldenCodegen : public QObject {
    Q_OBJECT
private slots:
    void cuda_data()
    {
        QTest::addColumn<QString>("path");
        const QString root = sourcePath("tests/golden/codegen/cuda_c");
        for (const QString& path : filesBelow(root, {"*.py"}))
            QTest::newRow(qPrintable(QDir(root).relativeFilePath(path))) << path;
    }

    void cuda()
    {
        QFETCH(QString, path);
        const OpenedProgram program = openFile(path.toStdString());
        QVERIFY2(program.isOpen(), program.rendered().c_str());
        const StepText text = sourceText(program);
        const QString source = QString::fromStdString(std::string(program.source.text()));
        QVERIFY(source.startsWith("# check: codegen cuda\n# "));

        const bool isSound = source.contains("\n# mode: sound\n");
        const Result<Artifact> code = generateCudaC(program.module(), {.isSound = isSound});
        const QStringList expected = expectedErrors(source);
        QCOMPARE(foundErrors(code.diagnostics(), text, expected).join('\n'), expected.join('\n'));
        const QString beside = path + ".cu";
        QVERIFY2(expected.isEmpty() || !QFile::exists(beside), "code beside a program that is refused");
        if (!code)
            return;
        QCOMPARE(mapProblem(*code, text.places), QString());
        QCOMPARE(foundDefects(code->remarks), expectedDefects(source));
        const QString found = withoutPrologue(code->content).trimmed() + '\n';
        if (qEnvironmentVariableIntValue("TIR_BLESS") != 0) {
            QFile file(beside);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(found.toUtf8());
            return;
        }
        const QString golden =
            QString::fromStdString(readFile(beside).value_or("there is no " + beside.toStdString()));
        QVERIFY2(found == golden,
                 qPrintable(goldenDifference(golden, found, QStringLiteral("tst_golden_codegen"))));
    }
};

TIR_TEST(TestGoldenCodegen)
#include "tst_golden_codegen.moc"
