/// A large recording shows its steps and their texts while its modules are read.

#include "tests/support/file_content.h"
#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/action_script.h"
#include "ui/common/code_view.h"
#include "ui/main_window.h"

#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollBar>
#include <QTableView>
#include <QTemporaryDir>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

constexpr size_t Steps = 5;
constexpr size_t Unread = 3;

/// A program of 1.2 MB, because reading has to take longer than the actions tested meanwhile.
std::string largeText(size_t number)
{
    std::string text = "# from tvm.script import ir as I\n# from tvm.script import tirx as T\n\n"
                       "@I.ir_module\nclass Module:\n";
    for (size_t function = 0; function < 500; ++function) {
        text += "    @T.prim_func(s_tir=True)\n    def f" + std::to_string(function) +
                "(A: T.Buffer((100,), \"int32\")):\n";
        for (size_t statement = 0; statement < 100; ++statement)
            text += "        A[" + std::to_string(statement) +
                    "] = " + std::to_string(statement == number ? number : 100) + "\n";
    }
    return number == Unread ? text + "        A[0] = (\n" : text;
}

QString titleIn(const QWidget& view)
{
    const auto* title = view.findChild<QLabel*>(QStringLiteral("placeholderTitle"));
    return title && title->isVisibleTo(&view) ? title->text() : QString();
}

/// A window with the outline of a dump, the modules of which are being read.
struct Desk {
    explicit Desk(size_t steps = Steps) : window(session)
    {
        for (size_t number = 1; number <= steps; ++number)
            writeFile(folder.filePath(QStringLiteral("00%1_tirx.Pass%1.py").arg(number)), largeText(number));
        window.resize(1280, 800);
        window.show();
        QObject::connect(&session, &Session::phaseChanged, &session,
                         [this] { phases.append(session.phase()); });
    }
    /// Stops at the outline: the next actions happen before the modules are there.
    bool openOutline()
    {
        session.openFile(folder.path());
        return QTest::qWaitFor([&] { return session.phase() != Phase::Reading; }, 20000) &&
               session.phase() == Phase::Outline;
    }

    QTemporaryDir folder;
    Session session;
    MainWindow window;
    QList<Phase> phases;
};

} // namespace

class TestLargeRecording : public QObject {
    Q_OBJECT

private slots:
    void stepsAndTextsAreThereWhileModulesAreRead()
    {
        Desk desk;
        QVERIFY(desk.openOutline());
        Session& session = desk.session;
        QVERIFY(session.isReading() && session.hasSteps());
        const auto* table = desk.window.findChild<QTableView*>(QStringLiteral("stepsTable"));
        QVERIFY(table->isVisible());
        QCOMPARE(rowsOf(*table->model()), QStringLiteral("0 |  | Input\n1 |  | Pass1\n2 |  | Pass2\n"
                                                         "3 |  | Pass3\n4 |  | Pass4\n5 |  | Pass5"));
        QVERIFY(action(desk, "next")->isEnabled());
        QVERIFY(!session.recording() && !session.isRecorded());
        for (const char* id : {"run", "check", "pin", "run-here", "function"})
            QVERIFY2(!action(desk, id)->isEnabled(), id);
        for (const char* id : {"timeline", "functions", "notes", "diagnostics", "call_graph"}) {
            const auto* dock = desk.window.findChild<QDockWidget*>(QLatin1String(id));
            QVERIFY2(dock, id);
            QVERIFY2(titleIn(*dock).startsWith(QStringLiteral("Reading the modules of ")), id);
        }

        session.goTo(4);
        QTRY_VERIFY(session.compared() && session.compared()->number == 4);
        QCOMPARE(session.phase(), Phase::Outline);
        const ComparedStepPointer outline = session.compared();
        QVERIFY(!outline->after->isRead && !outline->before->isRead);
        QVERIFY(outline->after->code.text == largeText(4));
        QVERIFY(outline->before->code.text == largeText(3));
        QCOMPARE(outline->rows.addedLines, 1000);

        QTRY_COMPARE(session.phase(), Phase::Ready);
        QVERIFY(!session.isReading() && session.hasSteps() && session.isRecorded());
        QCOMPARE(session.step(), size_t(4));
        QTRY_VERIFY(session.compared() && session.compared()->after->isRead);
        QCOMPARE(session.compared()->recording, session.recording());
        QVERIFY(session.compared()->after->code.text == largeText(4));
        QVERIFY(session.recording()->verdict(Unread) == Verdict::Unread);
        QVERIFY(action(desk, "run")->isEnabled() && action(desk, "run-here")->isEnabled());
        waitForJobs(session);
        QCOMPARE(session.lineCounts().size(), session.stepCount());
    }

    void whatIsLookedAtStays()
    {
        Desk desk;
        QVERIFY(desk.openOutline());
        desk.session.goToSpan({1, 2});
        QTRY_VERIFY(desk.session.compared() && desk.session.compared()->number == 2);
        auto* code = desk.window.findChild<CodeView*>(QStringLiteral("afterCode"));
        const auto lineAtTop = [&] {
            const CodeRows& rows = *code->content().rows;
            int row = code->verticalScrollBar()->value() / code->rowHeight();
            while (rows.rows[size_t(row)].line < 0)
                ++row;
            return rows.rows[size_t(row)].line;
        };
        code->revealRow(code->content().rows->rowOfLine[30000]);
        const int before = lineAtTop();
        QVERIFY(before > 29000);
        QCOMPARE(desk.session.phase(), Phase::Outline);
        int shown = 0;
        QObject::connect(&desk.session, &Session::phaseChanged, code,
                         [&] { shown += desk.session.phase() == Phase::Ready && code->hasText() ? 1 : 0; });
        QTRY_COMPARE(desk.session.phase(), Phase::Ready);
        QCOMPARE(shown, 1); // the code is not empty in between
        QCOMPARE(desk.session.firstStep(), size_t(1));
        QCOMPARE(desk.session.step(), size_t(2));
        QTRY_VERIFY(desk.session.compared()->after->isRead);
        waitForJobs(desk.session);
        QVERIFY2(std::abs(lineAtTop() - before) <= 1, qPrintable(QString::number(lineAtTop() - before)));
    }

    void allStepsAreSearchedWhileModulesAreRead()
    {
        Desk desk;
        QVERIFY(desk.openOutline());
        action(desk, "find-in-steps")->trigger();
        const QPointer<QWidget> chooser = desk.window.findChild<QWidget*>(QStringLiteral("stepSearch"));
        QVERIFY(chooser);
        chooser->findChild<QLineEdit*>()->insert(QStringLiteral("a[4] = 4"));
        const auto* list = chooser->findChild<QListWidget*>();
        QTRY_VERIFY(list->count() == 300); // the first ones
        QCOMPARE(desk.session.phase(), Phase::Outline);
        QVERIFY(list->item(0)->text().startsWith(QStringLiteral("A[4] = 4")));

        // The texts are the same when the modules are there.
        QTRY_COMPARE(desk.session.phase(), Phase::Ready);
        QVERIFY(chooser);
        QCOMPARE(list->count(), 300);
        QTest::keyClick(chooser->findChild<QLineEdit*>(), Qt::Key_Return);
        QTRY_VERIFY(!chooser);
        QCOMPARE(desk.session.step(), size_t(4));
        QTRY_VERIFY(desk.session.compared()->number == 4 && desk.session.compared()->after->isRead);
    }

    void backAndForwardOutliveTheOutline()
    {
        Desk desk;
        QVERIFY(desk.openOutline());
        const size_t start = desk.session.step();
        desk.session.goTo(3);
        desk.session.goToSpan({4, 5});
        action(desk, "back")->trigger();
        QCOMPARE(desk.session.step(), size_t(3));
        QCOMPARE(desk.session.phase(), Phase::Outline);

        QTRY_COMPARE(desk.session.phase(), Phase::Ready);
        QCOMPARE(desk.session.step(), size_t(3));
        action(desk, "forward")->trigger();
        QCOMPARE(desk.session.firstStep(), size_t(4));
        QCOMPARE(desk.session.step(), size_t(5));
        action(desk, "back")->trigger();
        action(desk, "back")->trigger();
        QCOMPARE(desk.session.step(), start);
        QVERIFY(!action(desk, "back")->isEnabled());
        waitForJobs(desk.session);
        desk.session.rerun();
        QVERIFY(!action(desk, "forward")->isEnabled());
    }

    void cancelledOutlineGoes()
    {
        Desk desk;
        QVERIFY(desk.openOutline());
        desk.session.jobs().cancelAll();
        QCOMPARE(desk.session.phase(), Phase::Empty);
        QCOMPARE(desk.session.stepCount(), size_t(0));
        QVERIFY(!desk.session.program() && !desk.session.recordedSteps());
        waitForJobs(desk.session);
        QCOMPARE(desk.session.phase(), Phase::Empty);
    }

    void anotherProgramReplacesTheOutline()
    {
        Desk desk;
        QVERIFY(desk.openOutline());
        desk.session.openFile(samplePath(QStringLiteral("two_kernels")));
        QTRY_COMPARE(desk.session.phase(), Phase::Ready);
        waitForJobs(desk.session);
        QVERIFY(!desk.session.isRecorded());
        QCOMPARE(desk.session.name(), QStringLiteral("two_kernels.py"));

        // Then there is no step to return to.
        QVERIFY(desk.openOutline());
        desk.session.openFile(desk.folder.path());
        QCOMPARE(desk.session.phase(), Phase::Reading);
        desk.session.jobs().cancelAll();
        QCOMPARE(desk.session.phase(), Phase::Empty);
    }

    void anotherPipelineWaitsForTheModules()
    {
        Desk desk;
        QVERIFY(desk.openOutline());
        desk.session.rerun();
        QCOMPARE(desk.session.phase(), Phase::Outline);
        QTRY_COMPARE(desk.session.phase(), Phase::Ready);
        QVERIFY(desk.session.isRecorded());
    }

    void reloadNeedsNoOutline()
    {
        Desk desk;
        QVERIFY(desk.openOutline());
        QTRY_COMPARE(desk.session.phase(), Phase::Ready);
        waitForJobs(desk.session);
        desk.phases.clear();
        desk.session.reload();
        QTRY_COMPARE(desk.session.phase(), Phase::Ready);
        QVERIFY(!desk.phases.contains(Phase::Outline));
    }

    void smallRecordingHasNoOutline()
    {
        Desk desk(2);
        desk.session.openFile(desk.folder.path());
        QTRY_COMPARE(desk.session.phase(), Phase::Ready);
        QVERIFY(!desk.phases.contains(Phase::Outline));
    }

private:
    static QAction* action(Desk& desk, const char* id)
    {
        return desk.window.findChild<QAction*>(QLatin1String(id));
    }
};

TIR_TEST(TestLargeRecording)
#include "tst_large_recording.moc"
