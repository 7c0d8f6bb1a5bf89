/// Runs every golden case below this folder. `TIR_BLESS=1` writes the results into the files.

#include "core/ir/structural_equal.h"
#include "core/script/printing/printer.h"
#include "core/script/reading/parser.h"
#include "passes/framework/pass_manager.h"
#include "tests/golden/golden_case.h"
#include "tests/support/test_files.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QtTest>

using namespace tir;
using namespace tir::testing;

namespace {

/// The module as a class of a golden file: without comments, under the given name.
QString asClass(const Module& module, const char* name)
{
    const Module renamed(name, module.functions, module.attrs, module.globalInfos);
    const QString text = QString::fromStdString(printScript(renamed));
    QStringList lines = text.mid(text.indexOf("@I.ir_module")).split('\n');
    lines.removeIf([](const QString& line) { return line.trimmed().startsWith('#'); });
    return lines.join('\n') + '\n';
}

class Findings {
public:
    void add(const QString& finding) { m_findings.append(finding); }
    void addTexts(const QString& what, const QString& actual, const QString& expected)
    {
        if (actual != expected)
            add(what + goldenDifference(expected, actual, QStringLiteral("tst_golden$")));
    }
    void addErrors(const QString& what, const Diagnostics& diagnostics)
    {
        for (const Diagnostic& diagnostic : diagnostics)
            if (diagnostic.severity == Severity::Error)
                add(what + ": " + QString::fromStdString(diagnostic.message));
    }
    bool isEmpty() const { return m_findings.isEmpty(); }
    QString text() const { return m_findings.join('\n'); }

private:
    QStringList m_findings;
};

std::optional<ParsedModule> parse(const GoldenModule& module, const char* name, Findings& findings)
{
    const SourceText source(name, module.text.toStdString());
    auto parsed = parseModule(source);
    if (parsed)
        return std::move(parsed).value();
    findings.add(QString::fromStdString(render(parsed.diagnostics(), source)));
    return std::nullopt;
}

std::shared_ptr<const Recording> runPass(const GoldenCase& test, const OwnedModule& module,
                                         const Target* target)
{
    PassRunOptions options;
    options.target = target;
    options.mode = test.isSound ? Mode::Sound : Mode::AsTvm;
    for (const QString& entry : test.config) {
        const QString value = entry.section('=', 1);
        PassArgument& argument = options.config[entry.section('=', 0, 0).toStdString()];
        argument = true;
        if (!value.isEmpty())
            argument = int64_t(value.toLongLong());
    }
    return runPasses(module, parseInvocations(test.pass.toStdString()).value(), "", options);
}

QStringList reportOf(const Step& step)
{
    QStringList report;
    for (const PassNote& note : step.notes)
        report.append("note: " + QString::fromStdString(note.message));
    for (const Diagnostic& diagnostic : step.diagnostics)
        if (diagnostic.severity == Severity::Error)
            report.append("error: " + QString::fromStdString(diagnostic.message));
    return report;
}

QStringList defectsOf(const Step& step, Findings& findings)
{
    QStringList codes;
    for (const Diagnostic& diagnostic : step.diagnostics) {
        if (!diagnostic.code.starts_with("defect-"))
            continue;
        codes.append(QString::fromStdString(diagnostic.code));
        if (diagnostic.place == NoPlace)
            findings.add("a defect without a place: " + QString::fromStdString(diagnostic.message));
    }
    return codes;
}

/// The line of the file that a place of Before is on; 0 when the text shows nothing of it.
int fileLine(const GoldenModule& module, const ParsedModule& parsed, Place place)
{
    if (place == NoPlace || place >= parsed.spans.size() || parsed.spans[place].isEmpty())
        return 0;
    const int line = SourceText("", module.text.toStdString()).lineColumn(parsed.spans[place].begin).line;
    return module.lines[size_t(line - 1)];
}

void checkRefusal(const GoldenCase& test, const ParsedModule& before, const Step& step, Findings& findings)
{
    if (step.verdict != Verdict::Failed) {
        findings.add("the pass was expected to refuse the module, but the step is " +
                     QString::fromUtf8(toString(step.verdict).data()));
        return;
    }
    const Diagnostic& diagnostic = step.diagnostics.back(); // after the defects
    const QString words = QString::fromStdString(diagnostic.message);
    if (words != test.error->words)
        findings.add("refused with: " + words);
    const int line = fileLine(test.before, before, diagnostic.place);
    if (line != test.error->line)
        findings.add(
            QStringLiteral("refused on line %1, expected on line %2").arg(line).arg(test.error->line));
}

void checkResult(const GoldenCase& test, const Step& step, const Target* target,
                 const std::shared_ptr<const Recording>& recording, Findings& findings)
{
    if (step.verdict == Verdict::Failed || step.verdict == Verdict::NotImplemented) {
        findings.add("the pass failed: " + QString::fromStdString(step.diagnostics.back().message));
        return;
    }
    if (!test.report)
        findings.addErrors("the result is ill-formed", step.diagnostics);
    if (test.expectsUnchanged && step.notes.empty())
        findings.add("the step does not say why it changed nothing");
    if (test.expectsUnchanged) {
        if (step.after != step.before)
            findings.add("expected unchanged\n" + asClass(*step.after, "Expected"));
        return;
    }
    if (step.after == step.before)
        findings.add("the pass changed nothing");
    if (const auto expected = parse(*test.expected, "Expected", findings)) {
        const EqualOptions options{.mapFreeVars = true, .ignoreAssertMessages = false};
        const auto difference = findDifference(*step.after, *expected->module.module, options);
        if (difference && !test.comparesTextOnly)
            findings.add("differs from Expected: " + QString::fromStdString(difference->message));
        findings.addTexts("Expected is not printed back", asClass(*expected->module.module, "Expected"),
                          test.expected->text);
    }
    findings.addTexts("the printed result differs", asClass(*step.after, "Expected"), test.expected->text);
    if (test.mayChangeTwice)
        return;
    const auto again = runPass(test, {recording->arena, step.after}, target);
    const Step& second = again->steps.front();
    if (findDifference(*second.after, *second.before, {.mapFreeVars = true}))
        findings.add("a second run changes something again");
}

} // namespace

class TestGolden : public QObject {
    Q_OBJECT

private slots:
    void pass_data()
    {
        QTest::addColumn<QString>("path");
        const QString root = sourcePath("tests/golden");
        for (const QString& path : filesBelow(root + "/pass", {"*.py"}))
            QTest::newRow(qPrintable(QDir(root).relativeFilePath(path))) << path;
    }

    void pass()
    {
        QFETCH(QString, path);
        const QString text = QString::fromStdString(readFile(path).value_or(""));
        const GoldenCase test = readGoldenCase(text);
        QVERIFY2(test.problems.isEmpty(), qPrintable(test.problems.join('\n')));
        const auto passes = parseInvocations(test.pass.toStdString());
        QVERIFY2(passes && passes->size() == 1, qPrintable(test.pass));

        Findings findings;
        const auto before = parse(test.before, "Before", findings);
        QVERIFY2(before, qPrintable(findings.text()));
        Arena arena;
        const Target* target = nullptr;
        if (!test.target.isEmpty()) {
            const auto given = targetFromText(arena, test.target.toStdString());
            QVERIFY2(given, qPrintable(test.target));
            target = *given;
        }
        const auto recording = runPass(test, before->module, target);
        const Step& step = recording->steps.front();

        if (qEnvironmentVariableIntValue("TIR_BLESS") != 0) {
            const QString made =
                blessed(text, {asClass(*before->module.module, "Before"), asClass(*step.after, "Expected"),
                               reportOf(step), defectsOf(step, findings)});
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(made.toUtf8());
            return;
        }

        findings.addTexts("Before is not printed back", asClass(*before->module.module, "Before"),
                          test.before.text);
        if (!test.mayBeIllFormedBefore)
            findings.addErrors("Before is ill-formed", recording->inputDiagnostics);
        if (test.error)
            checkRefusal(test, *before, step, findings);
        else
            checkResult(test, step, target, recording, findings);
        findings.addTexts("the defects differ", defectsOf(step, findings).join('\n') + '\n',
                          test.defects.join('\n') + '\n');
        if (test.report)
            findings.addTexts("the report differs", reportOf(step).join('\n') + '\n',
                              test.report->join('\n') + '\n');
        QVERIFY2(findings.isEmpty(), qPrintable(findings.text()));
    }
};

TIR_TEST(TestGolden)
#include "tst_golden.moc"
