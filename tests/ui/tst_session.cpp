/// The session: opening, running, stepping, selecting, closing.

#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/trace_file.h"
#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"

#include <QSignalSpy>
#include <QTemporaryDir>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestSession : public QObject {
    Q_OBJECT

private slots:
    void emptyHasNothing();
    void opensASampleAtTheFirstChange();
    void opensAtTheIllFormedStep();
    void textWithErrorsIsUnreadable();
    void missingFileIsUnreadable();
    void stepsAreClamped();
    void changedStepsAreFound();
    void keyPassesAreFound();
    void selectionFollowsAnEntityThroughSteps();
    void samePlaceIsSelectedOnce();
    void namesakesAreDistinguished();
    void namesakesOfOtherFunctionsHaveNoTags();
    void closeClears();
    void laterOpenWins();
    void cancelledReadingChangesNothing();
    void traceOpensAsItWasRecorded();
    void configurationOfATraceIsItsOwn();
    void folderKeepsItsName();
};

void TestSession::emptyHasNothing()
{
    Session session;
    QCOMPARE(session.phase(), Phase::Empty);
    QCOMPARE(session.stepCount(), size_t(0));
    QVERIFY(!session.recording());
    QVERIFY(!session.compared());
    session.goTo(3);
    session.navigation().goToNextChanged();
    session.rerun();
    session.close();
    QCOMPARE(session.phase(), Phase::Empty);
}

void TestSession::opensASampleAtTheFirstChange()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "two_kernels");
    QVERIFY(session.step() > 0);
    QVERIFY(session.recording()->steps[session.step() - 1].verdict == Verdict::Changed);
    const ComparedRows& rows = session.compared()->rows;
    QVERIFY(rows.hasChanges());
    QCOMPARE(rows.before->rows.size(), rows.after->rows.size());
    QTRY_COMPARE(session.lineCounts().size(), session.stepCount());
    QCOMPARE(session.lineCounts()[session.step()].added, rows.addedLines);
}

void TestSession::opensAtTheIllFormedStep()
{
    Session session;
    usePipeline(session, "split@legacy-merge");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    QCOMPARE(session.step(), stepOf(session, "MergeSharedMemoryAllocations"));
    QVERIFY(hasError(session.diagnostics()));
}

void TestSession::textWithErrorsIsUnreadable()
{
    Session session;
    session.openText(QStringLiteral("broken"), QStringLiteral("@T.prim_func\ndef f(:\n    pass\n"));
    QTRY_COMPARE(session.phase(), Phase::Unreadable);
    QVERIFY(hasError(session.diagnostics()));
    QCOMPARE(session.stepCount(), size_t(0));
}

void TestSession::missingFileIsUnreadable()
{
    Session session;
    session.openFile(QStringLiteral("no/such/file.py"));
    QTRY_COMPARE(session.phase(), Phase::Unreadable);
    QCOMPARE(session.name(), QStringLiteral("file.py"));
    QVERIFY(hasError(session.diagnostics()));
}

void TestSession::stepsAreClamped()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, 10000);
    QCOMPARE(session.step(), session.stepCount() - 1);
    session.navigation().goToNext();
    QCOMPARE(session.step(), session.stepCount() - 1);
    TIR_GO_TO(session, 0);
    session.navigation().goToPrevious();
    QCOMPARE(session.step(), size_t(0));
    QVERIFY(!session.compared()->before);
}

void TestSession::changedStepsAreFound()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, 0);
    QList<size_t> visited;
    for (size_t last = 1; last != session.step();) {
        last = session.step();
        session.navigation().goToNextChanged();
        if (session.step() != last)
            visited.append(session.step());
    }
    QVERIFY(visited.size() >= 4);
    for (const size_t number : visited)
        QVERIFY(session.isChanged(number));
    for (size_t number = 1; number < session.stepCount(); ++number)
        QCOMPARE(visited.contains(number), session.isChanged(number));
}

void TestSession::keyPassesAreFound()
{
    Session session;
    session.navigation().goToNextKeyPass(); // nothing is open
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    session.goTo(0);
    QStringList names;
    for (size_t before = SIZE_MAX; session.step() != before;) {
        before = session.step();
        session.navigation().goToNextKeyPass();
        if (session.step() != before)
            names.append(QString::fromStdString(session.recording()->steps[session.step() - 1].pass.name));
    }
    QCOMPARE(names.join(QLatin1Char(' ')),
             QStringLiteral("BindTarget AnnotateEntryFunc MergeSharedMemoryAllocations AnnotateDeviceRegions "
                            "SplitHostDevice LowerDeviceKernelLaunch MakePackedAPI"));
    const size_t last = session.step();
    session.navigation().goToPreviousKeyPass();
    QCOMPARE(session.step(), last - 1);
}

void TestSession::selectionFollowsAnEntityThroughSteps()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, 0);
    const CodeText& input = session.compared()->after->code;
    const auto named = [](const CodeText& code, std::string_view name) {
        const auto found = std::find_if(code.tokens.begin(), code.tokens.end(), [&](const CodeToken& token) {
            return token.kind == TokenKind::Buffer && code.textOf(token) == name;
        });
        return found == code.tokens.end() ? nullptr : found->identity;
    };
    const Node* x = named(input, "X");
    QVERIFY(x);
    session.selectEntity(x);
    TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
    QCOMPARE(session.selection().identity, x);
    // The parameter of the kernel is another variable, derived from this one.
    QVERIFY(session.compared()->after->firstPlaceOf(x) != NoPlace);
}

void TestSession::samePlaceIsSelectedOnce()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "two_kernels");
    QSignalSpy changed(&session, &Session::selectionChanged);
    session.selectPlace(1);
    session.selectPlace(1);
    QCOMPARE(changed.count(), 1);
    session.select({});
    QCOMPARE(changed.count(), 2);
    QVERIFY(session.selection().isEmpty());
}

void TestSession::namesakesAreDistinguished()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
    const CodeText& code = session.compared()->after->code;
    QSet<int> tags;
    QSet<const Node*> identities;
    for (const CodeToken& token : code.tokens)
        if (code.textOf(token) == "buf_dyn_shmem") {
            tags.insert(token.tag);
            identities.insert(token.identity);
        }
    QCOMPARE(tags, (QSet<int>{1, 2}));
    QCOMPARE(identities.size(), 2);
}

void TestSession::namesakesOfOtherFunctionsHaveNoTags()
{
    Session session;
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
    const CodeText& code = session.compared()->after->code;
    QSet<const Node*> identities;
    for (const CodeToken& token : code.tokens) {
        if (code.textOf(token) == "tx") {
            QCOMPARE(int(token.tag), 0);
            identities.insert(token.identity);
        }
        if (token.begin > 0 && (code.textOf(token).starts_with('.') || code.text[token.begin - 1] == '.'))
            QCOMPARE(int(token.tag), 0); // `X.data` is distinguished by X
    }
    QCOMPARE(identities.size(), 2); // one of each kernel
}

void TestSession::closeClears()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "two_kernels");
    session.selectPlace(1);
    QSignalSpy program(&session, &Session::programChanged);
    session.close();
    QCOMPARE(program.count(), 1);
    QCOMPARE(session.phase(), Phase::Empty);
    QVERIFY(!session.program());
    QVERIFY(!session.recording());
    QVERIFY(session.selection().isEmpty());
    QVERIFY(session.jobs().running().isEmpty());
}

void TestSession::laterOpenWins()
{
    Session session;
    session.openFile(samplePath(QStringLiteral("matmul")));
    session.openFile(samplePath(QStringLiteral("reverse")));
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QCOMPARE(session.name(), QStringLiteral("reverse.py"));
    QTRY_VERIFY(session.jobs().running().isEmpty());
    QCOMPARE(session.name(), QStringLiteral("reverse.py"));
}

void TestSession::cancelledReadingChangesNothing()
{
    Session session;
    std::string text = "@T.prim_func\ndef f(A: T.Buffer((16,), \"float32\")):\n";
    for (int i = 0; i < 200000; ++i)
        text += "    A[3] = A[4] + T.float32(1.0)\n";
    const QString large = QString::fromStdString(text);
    session.openText(QStringLiteral("large"), large);
    QCOMPARE(session.phase(), Phase::Reading);
    session.jobs().cancelAll();
    QCOMPARE(session.phase(), Phase::Empty);

    TIR_OPEN_SAMPLE(session, "two_kernels");
    QTRY_VERIFY(session.jobs().running().isEmpty()); // counting changed lines continues for a while
    const auto program = session.program();
    const size_t step = session.step();
    session.openText(QStringLiteral("large"), large);
    QCOMPARE(session.phase(), Phase::Reading);
    Job* reading = session.jobs().running().value(0);
    QVERIFY(reading);
    QTRY_VERIFY(reading->total() == 100);
    QCOMPARE(reading->detail(), QStringLiteral("large"));
    session.jobs().cancelAll();
    QCOMPARE(session.phase(), Phase::Ready);
    QCOMPARE(session.program(), program);
    QCOMPARE(session.step(), step);
    QCOMPARE(session.name(), QStringLiteral("two_kernels.py"));
}

void TestSession::traceOpensAsItWasRecorded()
{
    Session recorder;
    usePipeline(recorder, "split@legacy-merge");
    TIR_OPEN_SAMPLE(recorder, "two_kernels");
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("run.tirtrace"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(toJson(RecordedRun{*recorder.program(), recorder.recording()})));
    file.close();

    Session session;
    RunSetup setup = session.setup();
    setup.config = {{"tirx.disable_vectorize", true}};
    session.setSetup(setup);
    session.openFile(path);
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QTRY_VERIFY(session.compared());
    QVERIFY(session.setup().config.empty()); // the run was recorded without it
    QCOMPARE(session.name(), QStringLiteral("run.tirtrace"));
    QCOMPARE(session.setup().pipeline.name, std::string("split@legacy-merge"));
    QCOMPARE(session.step(), stepOf(session, "MergeSharedMemoryAllocations"));
    QVERIFY(hasError(session.diagnostics()));
    QCOMPARE(session.recording()->steps[0].durationNs, recorder.recording()->steps[0].durationNs);

    // Another pipeline runs the program that was recorded.
    usePipeline(session, "split");
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QVERIFY(!hasError(session.diagnostics()));
}

void TestSession::configurationOfATraceIsItsOwn()
{
    const OpenedProgram program = openFile(samplePath(QStringLiteral("two_kernels")).toStdString());
    const PassConfig config{{"tirx.ptx_ldg32", true}};
    const auto recording = record(program, {.pipeline = "split", .config = config});
    QVERIFY(recording);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("run.tirtrace"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(toJson(RecordedRun{program, *recording})));
    file.close();

    Session session;
    session.openFile(path);
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QVERIFY(session.setup().config == config);
    session.runHere();
    QTRY_VERIFY(session.phase() == Phase::Ready && !session.isRecorded());
    QVERIFY(session.recording()->config == config);
    // Programs that are opened later have nothing to do with it.
    for (const bool isClosed : {false, true}) {
        session.openFile(path);
        QTRY_VERIFY(session.phase() == Phase::Ready && session.isRecorded());
        QVERIFY(session.setup().config == config);
        if (isClosed)
            session.close();
        TIR_OPEN_SAMPLE(session, "reverse");
        QVERIFY(session.setup().config.empty());
    }
}

void TestSession::folderKeepsItsName()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("000_tirx.BindTarget.py")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("@T.prim_func\ndef main(n: T.int32):\n    T.evaluate(n)\n");
    file.close();
    for (const QString& path : {folder.path(), folder.path() + QLatin1Char('/')}) {
        Session session;
        session.openFile(path);
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QCOMPARE(session.name(), QFileInfo(folder.path()).fileName());
    }
}

TIR_TEST(TestSession)
#include "tst_session.moc"
