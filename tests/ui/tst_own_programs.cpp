/// Programs of the user: steps that start one wait for a click, and a script is recorded while the window follows.

#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/trace_file.h"
#include "tests/support/patience.h"
#include "tests/support/test_main.h"
#include "tests/ui/shown_window.h"
#include "tests/ui/ui_support.h"
#include "ui/bars/pipeline_bar.h"
#include "ui/common/text.h"
#include "ui/files/record_dialog.h"
#include "ui/files/recorded_scripts.h"

#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtWidgets>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

struct Shown : ShownWindow {
    void usePasses(const QString& list)
    {
        RunSetup setup = session.setup();
        setup.pipeline = ownPipeline(readOwnPasses(list).passes);
        session.setSetup(std::move(setup));
        waitForJobs(session);
    }
    QWidget* bar() { return window.findChild<QWidget*>(QStringLiteral("programsBar")); }
    Verdict lastVerdict() const { return session.recording()->steps.back().verdict; }
};

/// A run of two_kernels in a file.
void writeTrace(const QString& path)
{
    const OpenedProgram program = openFile(samplePath("two_kernels").toStdString());
    const auto recording = record(program, {.pipeline = "split"});
    QVERIFY(recording);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(toJson(RecordedRun{program, *recording})));
}

} // namespace

class TestOwnPrograms : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.path());
        qputenv("PYTHONPATH", sourcePath("tests/app/stand_in_tvm").toLocal8Bit());
        qputenv("PYTHONDONTWRITEBYTECODE", "1");
        qputenv("STAND_IN_COMPUTES", "1");
    }

    void aProgramStartsOnlyOnAClick()
    {
        const QTemporaryDir folder;
        const QString witness = folder.filePath("started");
        Shown shown;
        QCOMPARE(shown.perform("sample=two_kernels"), QString());
        QVERIFY(shown.bar()->isHidden());
        shown.usePasses(QStringLiteral("BindTarget, external(\"touch %1; cat\")").arg(witness));
        QVERIFY(!shown.bar()->isHidden());
        const auto* text = shown.window.findChild<QLabel*>(QStringLiteral("programsText"));
        QVERIFY2(text->text().contains("external(\"touch " + witness + "; cat\")"), qPrintable(text->text()));
        QVERIFY(shown.lastVerdict() == Verdict::Failed);
        QVERIFY(!QFile::exists(witness));

        shown.window.findChild<QPushButton*>(QStringLiteral("programsButton"))->click();
        waitForJobs(shown.session);
        QVERIFY(shown.bar()->isHidden());
        QVERIFY(shown.lastVerdict() == Verdict::Unchanged);
        QVERIFY(QFile::remove(witness));

        // Another list, and another program, are confirmed anew.
        shown.usePasses(QStringLiteral("external(\"touch %1; cat\")").arg(witness));
        QVERIFY(!shown.bar()->isHidden());
        shown.window.findChild<QPushButton*>(QStringLiteral("programsButton"))->click();
        waitForJobs(shown.session);
        QVERIFY(QFile::remove(witness));
        shown.session.openFile(samplePath("reverse"), OpenWith::Setup);
        waitForJobs(shown.session);
        QVERIFY(!shown.bar()->isHidden());
        QVERIFY(!QFile::exists(witness));
    }

    void passesAndPipelinesOfTheirTvm()
    {
        if (QStandardPaths::findExecutable("python3").isEmpty())
            QSKIP("python3 is not installed");
        Shown shown;
        QCOMPARE(shown.perform("sample=two_kernels"), QString());
        shown.usePasses("tvm(\"tirx.BindTarget\"), AnnotateEntryFunc");
        QVERIFY(shown.lastVerdict() == Verdict::Failed);
        shown.window.findChild<QPushButton*>(QStringLiteral("programsButton"))->click();
        waitForJobs(shown.session);
        QVERIFY2(shown.session.diagnostics().empty(),
                 qPrintable(messagesOf(shown.session.diagnostics()).join(' ')));
        QCOMPARE(shown.session.recording()->steps.size(), size_t(2));

        for (const char* action : {"tvm-pipeline=split", "pipeline=tvm:split"}) {
            QCOMPARE(shown.perform("pipeline=split"), QString());
            QCOMPARE(shown.perform(QLatin1String(action)), QString());
            QVERIFY2(shown.session.phase() == Phase::Ready, qPrintable(shown.session.failure()));
            QCOMPARE(shown.session.recording()->pipeline, std::string("tvm:split"));
            QVERIFY(stepOf(shown.session, "ThreadSync") > 0 || stepOf(shown.session, "BindTarget") > 0);
            QCOMPARE(shown.window.findChild<QComboBox*>(QStringLiteral("pipelineBox"))->currentText(),
                     QStringLiteral("tvm:split"));
        }
    }

    /// The command line names the pipeline for the file beside it, and for no other.
    void aFileOpensWithTheirPipelineOnRequest()
    {
        if (QStandardPaths::findExecutable("python3").isEmpty())
            QSKIP("python3 is not installed");
        const auto setupOf = [](Session& session) {
            RunSetup setup = session.setup();
            setup.pipeline = tvmPipeline(QStringLiteral("split"));
            return session.withPrograms(std::move(setup));
        };
        Session session;
        session.setSetup(setupOf(session));
        session.openFile(samplePath("two_kernels"), OpenWith::SetupWithPrograms);
        waitForJobs(session);
        QVERIFY2(session.phase() == Phase::Ready, qPrintable(session.failure()));
        QCOMPARE(session.recording()->pipeline, std::string("tvm:split"));
        session.openFile(samplePath("reverse"));
        waitForJobs(session);
        QCOMPARE(session.recording()->pipeline, std::string("split"));
        session.close();
        session.setSetup(setupOf(session));
        session.openFile(samplePath("reverse"), OpenWith::Setup);
        waitForJobs(session);
        QCOMPARE(session.phase(), Phase::Broken); // nothing was started
    }

    void namesStayTheSameOverTheirSteps_data()
    {
        QTest::addColumn<QString>("passes");
        QTest::newRow("a pipeline") << "";
        QTest::newRow("a pass among ours")
            << "BindTarget, tvm(\"tirx.AnnotateEntryFunc\"), MergeSharedMemoryAllocations";
        QTest::newRow("a pass in front") << "tvm(\"tirx.BindTarget\"), MergeSharedMemoryAllocations";
    }

    /// Their modules are read from texts: the nodes have no origins in the module before.
    void namesStayTheSameOverTheirSteps()
    {
        QFETCH(QString, passes);
        if (QStandardPaths::findExecutable("python3").isEmpty())
            QSKIP("python3 is not installed");
        Shown shown;
        QCOMPARE(shown.perform("sample=two_kernels"), QString());
        if (passes.isEmpty()) {
            QCOMPARE(shown.perform("tvm-pipeline=split"), QString());
        } else {
            shown.usePasses(passes);
            shown.window.findChild<QPushButton*>(QStringLiteral("programsButton"))->click();
            waitForJobs(shown.session);
        }
        Session& session = shown.session;
        QVERIFY2(session.phase() == Phase::Ready, qPrintable(session.failure()));
        const size_t merge = stepOf(session, "MergeSharedMemoryAllocations");
        QVERIFY(merge > 1);
        QCOMPARE(shown.perform("step=0,select=squares"), QString());
        const Node* squares = session.selection().identity;
        QSet<int> hues;
        for (size_t number = 1; number <= merge; ++number) {
            QVERIFY(session.recording()->verdict(number) != Verdict::Failed);
            QCOMPARE(shown.perform(QStringLiteral("step=%1").arg(number)), QString());
            QCOMPARE(session.selection().identity, squares);
            const ComparedStep& compared = *session.compared();
            for (const CodeText* code : {&compared.before->code, &compared.after->code})
                for (const CodeToken& token : code->tokens)
                    if (code->textOf(token) == "squares") {
                        QCOMPARE(token.identity, squares);
                        hues.insert(token.hue);
                    }
        }
        QCOMPARE(hues.size(), 1);
    }

    void stepsOfTheirPipelineAppearWhileItRuns()
    {
        if (QStandardPaths::findExecutable("python3").isEmpty())
            QSKIP("python3 is not installed");
        const QTemporaryDir folder;
        const QString gate = folder.filePath("gate");
        const QString setup = QStringLiteral("import time\n"
                                             "def wait():\n"
                                             "    while not os.path.exists('%1'):\n"
                                             "        time.sleep(0.01)\n"
                                             "FAILURES['tirx.SplitHostDevice'] = wait\n")
                                  .arg(gate);
        qputenv("STAND_IN_SETUP", setup.toLocal8Bit());
        Shown shown;
        QCOMPARE(shown.perform("sample=two_kernels"), QString());
        runTvmPipeline(shown.session, QStringLiteral("split"));
        QTRY_VERIFY(shown.session.hasSteps());
        QVERIFY(stepOf(shown.session, "BindTarget") > 0);
        QCOMPARE(stepOf(shown.session, "SplitHostDevice"), size_t(0));
        for (const Step& step : shown.session.recording()->steps)
            QVERIFY(step.verdict != Verdict::Failed);
        QFile(gate).open(QIODevice::WriteOnly);
        waitForJobs(shown.session);
        qunsetenv("STAND_IN_SETUP");
        QVERIFY2(shown.session.phase() == Phase::Ready, qPrintable(shown.session.failure()));
        QVERIFY(stepOf(shown.session, "MakePackedAPI") > 0);
    }

    /// The views keep the last result, and the bar says why there is none of that pipeline.
    void aRunThatFailsKeepsTheLastResult()
    {
        Shown shown;
        QCOMPARE(shown.perform("sample=reverse"), QString());
        auto* bar = shown.window.findChild<QWidget*>(QStringLiteral("failedRunBar"));
        QVERIFY(bar->isHidden());
        QVERIFY(shown.session.setupOfLastResult());
        qputenv("TIRSCOPE_PYTHON", "python-that-is-not-there");
        shown.perform("tvm-pipeline=split");
        QTRY_VERIFY(shown.session.failedRun());
        waitForJobs(shown.session);
        QVERIFY(shown.session.phase() == Phase::Ready);
        QCOMPARE(shown.session.recording()->pipeline, std::string("split"));
        QCOMPARE(shown.session.setup().pipeline.name, std::string("split"));
        QVERIFY(!bar->isHidden());
        const auto* text = shown.window.findChild<QLabel*>(QStringLiteral("failedRunText"));
        QVERIFY2(text->text().startsWith("tvm:split gave no result: ") &&
                     text->text().endsWith(" (Python is 'python-that-is-not-there'; TIRSCOPE_PYTHON names "
                                           "another one). The views show split"),
                 qPrintable(text->text()));
        auto* again = shown.window.findChild<QPushButton*>(QStringLiteral("failedRunButton"));
        QCOMPARE(again->text(), QStringLiteral("Try again"));
        again->click();
        QVERIFY(!shown.session.failedRun());
        QTRY_VERIFY(shown.session.failedRun());
        waitForJobs(shown.session);
        qunsetenv("TIRSCOPE_PYTHON");
        // Another choice ends it.
        QCOMPARE(shown.perform("pipeline=split@legacy-merge"), QString());
        QVERIFY(bar->isHidden());
        QCOMPARE(shown.session.recording()->pipeline, std::string("split@legacy-merge"));
    }

    void aScriptIsRecordedAndFollowed()
    {
        if (QStandardPaths::findExecutable("python3").isEmpty())
            QSKIP("python3 is not installed");
        const QTemporaryDir folder;
        const QString steps = folder.filePath("steps.json");
        writeTrace(steps);
        const QString script = folder.filePath("build.py");
        QVERIFY(QFile::copy(sourcePath("tests/app/stand_in_tvm/build_recorded.py"), script));

        Shown shown;
        QCOMPARE(shown.perform("record"), QString());
        auto* dialog = shown.window.findChild<RecordDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        auto* record = dialog->findChild<QPushButton*>(QStringLiteral("recordButton"));
        QVERIFY(!record->isEnabled()); // nothing is chosen, nothing starts
        dialog->findChild<QLineEdit*>(QStringLiteral("recordScript"))->setText(script);
        dialog->findChild<QLineEdit*>(QStringLiteral("recordArguments"))->setText('"' + steps + '"');
        QVERIFY(record->isEnabled());
        record->click();
        const auto* state = dialog->findChild<QLabel*>(QStringLiteral("recordState"));
        QTRY_VERIFY2(state->text().startsWith("Recorded in "),
                     qPrintable(state->text() + dialog->findChild<QPlainTextEdit*>()->toPlainText()));
        QTRY_COMPARE(shown.session.phase(), Phase::Ready);
        QCOMPARE(shown.session.path(), folder.filePath("build.tirtrace"));
        QTRY_VERIFY(shown.session.isRecorded() && stepOf(shown.session, "MakePackedAPI") > 0);
    }

    /// A recording has lines before the first pass runs.
    void aRecordingOpensWithItsFirstPass()
    {
        if (QStandardPaths::findExecutable("python3").isEmpty())
            QSKIP("python3 is not installed");
        const QTemporaryDir folder;
        QFile script(folder.filePath("build.py"));
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write("import sys, time, tvm\n"
                     "def passes():\n"
                     "    time.sleep(1)\n"
                     "    yield ('AnnotateEntryFunc',)\n"
                     "tvm.compile(tvm.IRModule(open(sys.argv[1]).read()), pipeline=passes())\n");
        script.close();
        Shown shown;
        QStringList phases;
        connect(&shown.session, &Session::phaseChanged, &shown.window, [&] {
            if (shown.session.phase() == Phase::Unreadable)
                phases.append(messagesOf(shown.session.diagnostics()).join(' '));
        });
        RecordDialog& dialog = *new RecordDialog(shown.session, &shown.window);
        dialog.findChild<QLineEdit*>(QStringLiteral("recordScript"))->setText(script.fileName());
        dialog.findChild<QLineEdit*>(QStringLiteral("recordArguments"))->setText(samplePath("two_kernels"));
        dialog.findChild<QPushButton*>(QStringLiteral("recordButton"))->click();
        const auto* state = dialog.findChild<QLabel*>(QStringLiteral("recordState"));
        QTRY_VERIFY2(state->text().startsWith("Recorded in "),
                     qPrintable(state->text() + dialog.findChild<QPlainTextEdit*>()->toPlainText()));
        QTRY_VERIFY(shown.session.isRecorded() && stepOf(shown.session, "_pipeline") > 0);
        QCOMPARE(phases, QStringList());
    }

    void aScriptWithoutPassesOpensNothing()
    {
        if (QStandardPaths::findExecutable("python3").isEmpty())
            QSKIP("python3 is not installed");
        const QTemporaryDir folder;
        QFile script(folder.filePath("nothing.py"));
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write("import tvm\n");
        script.close();
        QFile earlier(folder.filePath("nothing.tirtrace"));
        QVERIFY(earlier.open(QIODevice::ReadWrite));
        earlier.write("a recording of another day");
        earlier.close();
        Shown shown;
        RecordDialog& dialog = *new RecordDialog(shown.session, &shown.window);
        dialog.findChild<QLineEdit*>(QStringLiteral("recordScript"))->setText(script.fileName());
        dialog.findChild<QPushButton*>(QStringLiteral("recordButton"))->click();
        const auto* state = dialog.findChild<QLabel*>(QStringLiteral("recordState"));
        QTRY_COMPARE(state->text(), QStringLiteral("The script ended, but no pass of TVM ran"));
        QVERIFY(shown.session.phase() == Phase::Empty);
        QVERIFY(earlier.open(QIODevice::ReadOnly));
        QCOMPARE(earlier.readAll(), QByteArray("a recording of another day"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList({"nothing.py", "nothing.tirtrace"}));
    }

    void eachBuildOfARecordingOpens()
    {
        if (QStandardPaths::findExecutable("python3").isEmpty())
            QSKIP("python3 is not installed");
        const QTemporaryDir folder;
        const QString steps = folder.filePath("steps.json");
        writeTrace(steps);
        const QString recording = folder.filePath("twice.tirtrace");
        QProcess python;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PYTHONPATH", sourcePath("resources") + ":" + environment.value("PYTHONPATH"));
        environment.remove("STAND_IN_COMPUTES");
        python.setProcessEnvironment(environment);
        python.start("python3", {"-m", "tirscope_trace", "-o", recording,
                                 sourcePath("tests/app/stand_in_tvm/build_recorded.py"), steps, "caught"});
        QVERIFY(python.waitForFinished(PatienceInMs));
        QCOMPARE(python.exitCode(), 0);

        Shown shown;
        QCOMPARE(shown.perform("open=" + recording), QString());
        QCOMPARE(shown.session.build(), size_t(2));
        QCOMPARE(shown.session.buildCount(), size_t(2));
        QVERIFY(shown.window.windowTitle().contains("build 2 of 2"));
        QVERIFY(shown.lastVerdict() != Verdict::Failed);
        QVERIFY(!shown.perform("next-build").isEmpty()); // there is none
        QCOMPARE(shown.perform("previous-build"), QString());
        QCOMPARE(shown.session.build(), size_t(1));
        QVERIFY(shown.lastVerdict() == Verdict::Failed);
        shown.session.reload();
        waitForJobs(shown.session);
        QCOMPARE(shown.session.build(), size_t(1));
        QCOMPARE(shown.perform("next-build"), QString());
        QCOMPARE(shown.session.build(), size_t(2));
    }

    void aScriptThatFailsSaysSo()
    {
        if (QStandardPaths::findExecutable("python3").isEmpty())
            QSKIP("python3 is not installed");
        const QTemporaryDir folder;
        QFile script(folder.filePath("broken.py"));
        QVERIFY(script.open(QIODevice::WriteOnly));
        script.write("print('before it fails')\nraise SystemExit(3)\n");
        script.close();
        Shown shown;
        RecordDialog& dialog = *new RecordDialog(shown.session, &shown.window);
        dialog.findChild<QLineEdit*>(QStringLiteral("recordScript"))->setText(script.fileName());
        dialog.findChild<QPushButton*>(QStringLiteral("recordButton"))->click();
        const auto* state = dialog.findChild<QLabel*>(QStringLiteral("recordState"));
        QTRY_COMPARE(state->text(), QStringLiteral("The script ended with exit code 3"));
        QVERIFY(dialog.findChild<QPlainTextEdit*>(QStringLiteral("recordOutput"))
                    ->toPlainText()
                    .contains("before it fails"));

        dialog.findChild<QLineEdit*>(QStringLiteral("recordInterpreter"))->setText("no-such-python");
        dialog.findChild<QPushButton*>(QStringLiteral("recordButton"))->click();
        QTRY_VERIFY2(state->text().startsWith("Cannot start no-such-python: "), qPrintable(state->text()));
    }

    void theLastScriptOfTheFolderIsProposed()
    {
        rememberRecordedScript({"python3", "/a/first.py", "--x"});
        rememberRecordedScript({"python3.12", "/b/second.py", ""});
        QCOMPARE(lastRecordedScript("/a/program.py").script, QStringLiteral("/a/first.py"));
        QCOMPARE(lastRecordedScript("/c/program.py").script, QStringLiteral("/b/second.py"));
        QCOMPARE(lastRecordedScript("/c/program.py").interpreter, QStringLiteral("python3.12"));
        rememberRecordedScript({"python3", "/a/first.py", "--y"});
        QCOMPARE(lastRecordedScript({}).arguments, QStringLiteral("--y"));
        QVERIFY(QSettings().fileName().startsWith(m_settings.path()));
    }

private:
    const QTemporaryDir m_settings; ///< temporary settings
};

TIR_TEST(TestOwnPrograms)
#include "tst_own_programs.moc"
