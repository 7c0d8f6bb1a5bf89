/// Which diagnostics are new in a step: by message and number, wherever in the step they are.

#include "passes/workbench/trace/introduced_diagnostics.h"

#include "tests/support/test_main.h"

#include <QtTest>

using namespace tir;

namespace {

Diagnostic diagnostic(Severity severity, const char* message, Place place)
{
    return {.severity = severity, .code = "code", .message = message, .place = place};
}

Recording recordingOf(std::vector<Diagnostics> steps)
{
    Recording recording;
    recording.inputDiagnostics = std::move(steps.front());
    for (size_t number = 1; number < steps.size(); ++number) {
        Step step;
        step.previous = number - 1;
        step.diagnostics = std::move(steps[number]);
        recording.steps.push_back(std::move(step));
    }
    return recording;
}

QString texts(const std::vector<const Diagnostic*>& diagnostics)
{
    QStringList texts;
    for (const Diagnostic* found : diagnostics)
        texts.append(QString::fromStdString(found->message) + QString::number(found->place));
    return texts.join(QLatin1Char(' '));
}

} // namespace

class TestIntroducedDiagnostics : public QObject {
    Q_OBJECT
private slots:
    void placesDoNotMatter()
    {
        const Recording recording = recordingOf({{diagnostic(Severity::Warning, "a", 1)},
                                                 {diagnostic(Severity::Warning, "a", 7)},
                                                 {diagnostic(Severity::Error, "a", 7)}});
        const std::vector<StepDiagnostics> steps = introducedDiagnostics(recording);
        QCOMPARE(steps.size(), size_t(3));
        QCOMPARE(texts(steps[0].introduced), QStringLiteral("a1"));
        QCOMPARE(texts(steps[1].introduced), QString());
        QCOMPARE(texts(steps[1].inherited), QStringLiteral("a7"));
        QCOMPARE(texts(steps[2].introduced), QStringLiteral("a7")); // another severity
        QVERIFY(steps[0].worstIntroduced() == Severity::Warning);
        QVERIFY(!steps[1].worstIntroduced());
        QVERIFY(steps[2].worstIntroduced() == Severity::Error);
    }

    void oneMoreOfTheSameIsIntroduced()
    {
        const Diagnostic note = diagnostic(Severity::Note, "n", 1);
        const Recording recording = recordingOf({{note}, {note, note, note}, {}, {note, note}});
        const std::vector<StepDiagnostics> steps = introducedDiagnostics(recording);
        QCOMPARE(steps[1].countIntroduced(Severity::Note), size_t(2));
        QCOMPARE(steps[1].inherited.size(), size_t(1));
        QCOMPARE(steps[2].introduced.size(), size_t(0));
        QCOMPARE(steps[3].introduced.size(), size_t(0)); // an earlier step had as many
        QCOMPARE(steps[3].inherited.size(), size_t(2));
        QCOMPARE(steps[3].since, (std::vector<size_t>{0, 1}));
    }
};

TIR_TEST(TestIntroducedDiagnostics)
#include "tst_introduced_diagnostics.moc"
