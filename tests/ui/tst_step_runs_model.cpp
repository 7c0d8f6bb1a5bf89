/// The table of a check: the execution of every step as a row, and the result above it.

#include "tests/support/recordings.h"
#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/run/step_runs_model.h"

#include <QtTest>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestStepRunsModel : public QObject {
    Q_OBJECT

private slots:
    void theBadStepIsAccused()
    {
        StepRunsModel model;
        const QAbstractItemModelTester tester(&model);
        StepsChecked checked;
        checked.recording =
            handMadeRecording({handMadeStep("A", Verdict::Changed), handMadeStep("B", Verdict::Unchanged)});
        StepRun broken;
        broken.step = 1;
        broken.status = RunStatus::Crashed;
        broken.message = "ended by SIGSEGV";
        checked.runs.runs = {StepRun{}, broken};
        checked.report = check(*checked.recording, checked.runs);
        model.setChecked(checked);
        QCOMPARE(rowsOf(model), QStringLiteral("0 | Input | reference\n"
                                               "1 | A | crashed | ended by SIGSEGV\n"
                                               "2 | B | same module"));
        QCOMPARE(fullText(checked),
                 QStringLiteral("not sound: step 1, A, fails when executed: ended by SIGSEGV"));
        QVERIFY(model.index(1, 0).data(Qt::ForegroundRole).isValid());
        QVERIFY(!model.index(2, 0).data(Qt::ForegroundRole).isValid());
    }

    void aFailedPassIsNamed()
    {
        StepRunsModel model;
        StepsChecked checked;
        checked.recording = handMadeRecording(
            {handMadeStep("A", Verdict::Unchanged), handMadeStep("B", Verdict::Failed, {"no meaning"})});
        checked.runs.runs = {StepRun{}};
        checked.report = check(*checked.recording, checked.runs);
        model.setChecked(checked);
        QCOMPARE(rowsOf(model), QStringLiteral("0 | Input | reference\n"
                                               "1 | A | same module\n"
                                               "2 | B | failed | no meaning"));
    }

    /// The verifier refused the module, so that its execution did not start.
    void illFormedStepsAreNotRun()
    {
        StepRunsModel model;
        StepsChecked checked;
        checked.recording = handMadeRecording(
            {handMadeStep("A", Verdict::IllFormed, {"out of scope"}), handMadeStep("B", Verdict::Unchanged)});
        StepRun refused;
        refused.step = 1;
        refused.status = RunStatus::Refused;
        refused.message = "out of scope";
        checked.runs.runs = {StepRun{}, refused};
        checked.report = check(*checked.recording, checked.runs);
        model.setChecked(checked);
        QCOMPARE(model.index(1, StepRunsModel::Result).data().toString(),
                 QStringLiteral("not run: ill-formed"));
    }

    void bothRunsAreShown()
    {
        const auto checkedRun = [](Verdict verdict, bool isBroken) {
            StepsChecked checked;
            checked.recording = handMadeRecording({handMadeStep("A", verdict)});
            StepRun run;
            run.step = 1;
            if (isBroken) {
                run.status = RunStatus::Crashed;
                run.message = "ended by SIGSEGV";
            }
            checked.runs.runs = {StepRun{}, run};
            checked.report = check(*checked.recording, checked.runs);
            return checked;
        };
        StepsChecked checked = checkedRun(Verdict::Changed, false);
        const QString own = fullText(checked);
        checked.pinned = std::make_shared<const StepsChecked>(checkedRun(Verdict::Changed, true));
        checked.steps = {{.a = 0, .b = 0, .isEqual = true}, {.a = 1, .b = 1}};
        StepRunsModel model;
        model.setChecked(checked);
        QCOMPARE(rowsOf(model), QStringLiteral("0 | Input | reference\n"
                                               "1 | A | crashed | equal | A: ended by SIGSEGV"));
        QCOMPARE(fullText(checked),
                 QStringLiteral("A: not sound: step 1, A, fails when executed: ended by SIGSEGV; B: ") + own);
        QCOMPARE(bannerText(checked), QStringLiteral("A: not sound: step 1, A; B: sound"));
    }

    void theGeneratorIsWarnedOf()
    {
        StepsChecked checked;
        checked.recording = handMadeRecording({handMadeStep("A", Verdict::Unchanged)});
        checked.runs.runs = {StepRun{}};
        checked.report = check(*checked.recording, checked.runs);
        const QString answer = fullText(checked);
        checked.generatorDefect = GeneratorDefect{1, error("x", "a barrier is dropped")};
        const QString warned = answer + QStringLiteral("; warning: a barrier is dropped");
        QCOMPARE(fullText(checked), warned);
        QCOMPARE(bannerText(checked), warned);
        checked.pinned = std::make_shared<const StepsChecked>(checked);
        QCOMPARE(fullText(checked), QStringLiteral("A: %1; B: %1").arg(warned));
    }

    void uncheckedStepsAreNamed()
    {
        StepRunsModel model;
        StepsChecked checked;
        const auto recording =
            handMadeRecording({handMadeStep("A", Verdict::Unread), handMadeStep("B", Verdict::Changed)});
        recording->steps[0].diagnostics.push_back(unreadText({error("syntax", "no function")}));
        checked.recording = recording;
        StepRun refused;
        refused.step = 2;
        refused.status = RunStatus::Refused;
        refused.message = "no meaning";
        checked.runs.runs = {StepRun{}, refused};
        checked.report = check(*checked.recording, checked.runs);
        model.setChecked(checked);
        QCOMPARE(rowsOf(model),
                 QStringLiteral("0 | Input | reference\n"
                                "1 | A | unread | the text of this step cannot be read: no function\n"
                                "2 | B | not executable | no meaning"));
        QVERIFY(
            fullText(checked).startsWith(QStringLiteral("not fully checked: 2 of 3 modules; step 1, A: ")));
    }
};

TIR_TEST(TestStepRunsModel)
#include "tst_step_runs_model.moc"
