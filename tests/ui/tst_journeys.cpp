/// Whole journeys with mouse and keyboard: from opening a program to the result.

#include "tests/support/test_main.h"
#include "tests/ui/shown_window.h"
#include "tests/ui/ui_support.h"
#include "ui/call_graph/call_graph_canvas.h"
#include "ui/common/chooser.h"
#include "ui/common/code_editor.h"
#include "ui/common/code_view.h"
#include "ui/common/message_list.h"
#include "ui/diagnostics/diagnostics_model.h"
#include "ui/timeline/timeline_canvas.h"

#include <QTemporaryDir>
#include <QtWidgets>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

/// A parenthesis is missing in one line, and the merge of older TVMs puts 'other' on memory of the first launch.
constexpr const char* Broken =
    "@I.ir_module\n"
    "class Module:\n"
    "    @T.prim_func(s_tir=True)\n"
    "    def main(X: T.Buffer((64,), \"float32\"), Y: T.Buffer((64,), \"float32\")):\n"
    "        with T.launch_thread(\"threadIdx.x\", 64) as tx:\n"
    "            tile = T.alloc_buffer((64,), scope=\"shared.dyn\")\n"
    "            back = T.alloc_buffer((64,), scope=\"shared.dyn\")\n"
    "            tile[tx] = X[tx]\n"
    "            T.tvm_storage_sync(\"shared.dyn\"\n"
    "            back[tx] = tile[63 - tx]\n"
    "            Y[tx] = back[tx]\n"
    "        with T.launch_thread(\"threadIdx.x\", 64) as t:\n"
    "            other = T.alloc_buffer((64,), scope=\"shared.dyn\") # here\n"
    "            other[t] = Y[t]\n"
    "            Y[t] = other[t] + X[t]\n";

/// 300 functions with three launches each.
QString manyFunctions()
{
    QString text = QStringLiteral("@I.ir_module\nclass Module:\n");
    for (int i = 0; i < 300; ++i) {
        text += QStringLiteral("    @T.prim_func(s_tir=True)\n"
                               "    def f%1(X: T.Buffer((64,), \"float32\")):\n")
                    .arg(i);
        for (int launch = 0; launch < 3; ++launch)
            text += QStringLiteral("        with T.launch_thread(\"threadIdx.x\", 64) as t%1:\n"
                                   "            tile%1 = T.alloc_buffer((64,), scope=\"shared.dyn\")\n"
                                   "            back%1 = T.alloc_buffer((64,), scope=\"shared.dyn\")\n"
                                   "            tile%1[t%1] = X[t%1]\n"
                                   "            T.tvm_storage_sync(\"shared.dyn\")\n"
                                   "            back%1[t%1] = tile%1[63 - t%1]\n"
                                   "            X[t%1] = back%1[t%1]\n")
                        .arg(launch);
    }
    return text;
}

/// Selects `before`, which is in one line, in the editor and types over it.
void typeOver(CodeEditor& editor, const QString& before, const QString& after)
{
    const QTextCursor found = editor.document()->find(before);
    QVERIFY2(!found.isNull(), qPrintable(before));
    editor.setTextCursor(found);
    QTest::keyClicks(&editor, after);
}

} // namespace

class TestJourneys : public QObject {
    Q_OBJECT
private slots:
    void editUntilGreen()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("program.py"));
        {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(Broken);
        }
        ShownWindow shown;
        shown.window.resize(1280, 800);
        Session& session = shown.session;
        usePipeline(session, "split@legacy-merge");
        session.openFile(path, OpenWith::Setup);
        QTRY_COMPARE(session.phase(), Phase::Unreadable);
        QVERIFY(QTest::qWaitForWindowActive(&shown.window));

        // The text does not read: the diagnostic leads to the line, and typing repairs it.
        auto* list = shown.window.findChild<MessageList*>(QStringLiteral("diagnosticsList"));
        QTRY_VERIFY(list->model()->rowCount() > 0);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->model()->index(0, 0)).center());
        QVERIFY(!session.selection().source.isEmpty());
        auto* editor = shown.window.findChild<CodeEditor*>(QStringLiteral("sourceEditor"));
        if (!editor->isVisible())
            QTest::keyClick(&shown.window, Qt::Key_F2);
        QTRY_VERIFY(editor->isVisible());
        typeOver(*editor, QStringLiteral("sync(\"shared.dyn\""), QStringLiteral("sync(\"shared.dyn\")"));
        QTRY_COMPARE(session.phase(), Phase::Ready);

        // It reads, and a step puts a buffer on memory that is gone: that step is shown, with the place.
        QTRY_VERIFY(hasError(session.diagnostics()));
        const auto firstRow = [&] {
            const auto* model = static_cast<const DiagnosticsModel*>(list->model());
            for (int row = 0; row < model->rowCount(); ++row)
                if (const QModelIndex index = model->index(row, 0); model->whereAt(index).place != NoPlace)
                    return index;
            return QModelIndex();
        };
        QTRY_VERIFY(firstRow().isValid());
        QVERIFY2(firstRow().data().toString().contains("'other'"), qPrintable(firstRow().data().toString()));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(firstRow()).center());
        QVERIFY(session.selection().place != NoPlace);
        typeOver(*editor, QStringLiteral("shared.dyn\") # here"), QStringLiteral("shared\") # here"));
        const auto isGreen = [&] {
            if (session.phase() != Phase::Ready)
                return false;
            for (size_t step = 0; step < session.stepCount(); ++step)
                if (hasError(session.recording()->diagnostics(step)))
                    return false;
            return true;
        };
        QTRY_VERIFY(isGreen());

        // The check names the remaining defect: 'back' reuses memory that is still read. If it is kept alive, it does
        // not.
        waitForJobs(session);
        QCOMPARE(shown.perform("check"), QString());
        const auto* answer = shown.window.findChild<QLabel*>(QStringLiteral("checkText"));
        QTRY_VERIFY2(answer->text().contains("reproduces a known TVM defect: 'back'"),
                     qPrintable(answer->text()));
        typeOver(*editor, QStringLiteral("Y[tx] = back[tx]"), QStringLiteral("Y[tx] = back[tx] + tile[tx]"));
        QTRY_VERIFY(isGreen() &&
                    QString::fromStdString(session.compared()->after->code.text).contains("+ tile["));
        waitForJobs(session);
        QCOMPARE(shown.perform("check"), QString());
        QTRY_VERIFY2(answer->text().startsWith("Sound: "), qPrintable(answer->text()));

        // The file has the typed text once it is saved.
        QVERIFY(session.edits().isSourceEdited());
        QTest::keyClick(editor, Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY(!session.edits().isSourceEdited());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray(Broken)
                                     .replace("(\"shared.dyn\"\n", "(\"shared.dyn\")\n")
                                     .replace("= back[tx]", "= back[tx] + tile[tx]")
                                     .replace("shared.dyn\") # here", "shared\") # here"));
    }

    void threeHundredFunctions()
    {
        ShownWindow shown;
        shown.window.resize(1280, 800);
        Session& session = shown.session;
        usePipeline(session, "split");
        session.openText(QStringLiteral("many.py"), manyFunctions(), OpenWith::Setup);
        QTRY_COMPARE(session.phase(), Phase::Ready);
        QVERIFY(QTest::qWaitForWindowActive(&shown.window));
        QCOMPARE(shown.perform("step=MergeSharedMemoryAllocations,view=timeline"), QString());

        // Ctrl+P finds a function by its name; its launches come into view.
        QTest::keyClick(&shown.window, Qt::Key_P, Qt::ControlModifier);
        const QPointer<Chooser> chooser = shown.window.findChild<Chooser*>(QStringLiteral("functionChooser"));
        QVERIFY(chooser);
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("f217"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_COMPARE(QString::fromStdString(session.functionInView()), QStringLiteral("f217"));
        const auto* timeline = shown.window.findChild<TimelineCanvas*>(QStringLiteral("timelineCanvas"));
        const size_t launch = size_t(3 * 217); // launches are in the order of the program
        QTRY_VERIFY(timeline->viewport()->rect().intersects(timeline->rectOf(launch, 0)));
        const QString description = timeline->descriptionAt(timeline->rectOf(launch, 0).center());
        QVERIFY2(description.startsWith("tile0"), qPrintable(description));

        // The whole graph fits, and a search finds the function in it.
        QCOMPARE(shown.perform("view=call_graph"), QString());
        waitForJobs(session);
        const auto* graph = shown.window.findChild<CallGraphCanvas*>(QStringLiteral("callGraphCanvas"));
        QTRY_VERIFY(graph->isVisible());
        shown.window.findChild<QToolButton*>(QStringLiteral("fitGraph"))->click();
        const QRect view = graph->viewport()->rect();
        QVERIFY(view.contains(graph->rectOf(0)) && view.contains(graph->rectOf(250)));

        // Steps and their notes follow in quick succession.
        QCOMPARE(shown.perform("view=notes,view=diagnostics,next,next,previous,function"), QString());
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("f42"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_VERIFY(session.functionInView().starts_with("f42"));
    }
};

TIR_TEST(TestJourneys)
#include "tst_journeys.moc"
