/// The notes of a step: decisions, consequences, reasons; a click goes to their subject.

#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/trace_file.h"
#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/common/message_list.h"
#include "ui/common/message_roles.h"
#include "ui/common/text.h"
#include "ui/notes/notes_view.h"

#include <QScrollBar>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestNotes : public QObject {
    Q_OBJECT

private slots:
    void emptyModel();
    void inputSaysWhatItIs();
    void decisionsAndReasons();
    void decisionsAreGroupedByFunction();
    void decisionsAreGroupedByLaunch();
    void decisionsOfARecordingAreGroupedByLaunch();
    void tablesShareTheWidth();
    void positionsHaveTheLinesOfTheCode();
    void cardsAreFormatted();
    void reasonsAreThereOnce();
    void breachesOfContracts_data();
    void breachesOfContracts();
    void consequencesOfAnError();
    void tablesOpenUnderTheirNote();
    void notesOfTheMergeSelectTheirBuffer();
    void aSelectionElsewhereMarksTheNote();
    void choosingANoteSelects();
    void closeClears();

private:
    static QAbstractItemModel* modelOf(const NotesView& view)
    {
        return view.findChild<MessageList*>(QStringLiteral("notesList"))->model();
    }
};

void TestNotes::emptyModel()
{
    NotesModel model;
    const QAbstractItemModelTester tester(&model);
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!model.nodeAt({}));
}

void TestNotes::inputSaysWhatItIs()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "reverse");
    NotesModel model;
    const QAbstractItemModelTester tester(&model);
    model.setStep(*session.recording(), 0, {});
    QCOMPARE(model.rowCount(), 1);
}

void TestNotes::decisionsAndReasons()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "reverse");
    NotesModel model;
    const QAbstractItemModelTester tester(&model);
    const size_t number = stepOf(session, "SplitHostDevice");
    model.setStep(*session.recording(), number, {});
    const QString rows = rowsOf(model);
    QVERIFY2(rows.contains(QStringLiteral("Decisions\n")), qPrintable(rows));
    for (const PassNote& note : session.recording()->steps[number - 1].notes)
        QVERIFY2(rows.contains(QString::fromStdString(note.message)), qPrintable(rows));
    QVERIFY2(rows.contains(QStringLiteral("Must run after AnnotateDeviceRegions: ")), qPrintable(rows));
    QVERIFY2(rows.contains(QStringLiteral("Must run before LowerDeviceKernelLaunch: ")), qPrintable(rows));
    QVERIFY2(rows.contains(QStringLiteral("What SplitHostDevice does\n")), qPrintable(rows));
    QVERIFY2(rows.contains(QStringLiteral("What breaks otherwise\n")), qPrintable(rows));
    QVERIFY2(!rows.contains(QStringLiteral("**")), qPrintable(rows));
    // Passes that this run does not have are not reasons.
    QVERIFY2(!rows.contains(QStringLiteral("VerifyMemory")), qPrintable(rows));
}

void TestNotes::decisionsAreGroupedByFunction()
{
    QString program;
    for (const char* name : {"f", "g"})
        program += QStringLiteral("    @T.prim_func(s_tir=True)\n"
                                  "    def %1(X: T.Buffer((64,), \"float32\")):\n"
                                  "        tx = T.launch_thread(\"threadIdx.x\", 64)\n"
                                  "        A = T.alloc_buffer((64,), scope=\"shared.dyn\")\n"
                                  "        B = T.alloc_buffer((64,), scope=\"shared.dyn\")\n"
                                  "        A[tx] = X[tx]\n"
                                  "        B[tx] = A[tx]\n"
                                  "        X[tx] = B[tx]\n")
                       .arg(QLatin1String(name));
    Session session;
    session.openText(QStringLiteral("two functions"),
                     QStringLiteral("from tvm.script import ir as I\nfrom tvm.script import tirx as T\n\n"
                                    "@I.ir_module\nclass Module:\n") +
                         program);
    QTRY_COMPARE(session.phase(), Phase::Ready);
    NotesModel model;
    model.setStep(*session.recording(), stepOf(session, "MergeSharedMemoryAllocations"), {});
    const QString rows = rowsOf(model);
    const qsizetype f = rows.indexOf(QStringLiteral("Decisions: f\n"));
    const qsizetype g = rows.indexOf(QStringLiteral("Decisions: g\n"));
    QVERIFY2(0 < f && f < g, qPrintable(rows));
    QVERIFY2(rows.indexOf(QStringLiteral("launch"), f) < g, qPrintable(rows));
}

void TestNotes::decisionsAreGroupedByLaunch()
{
    Session session;
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    NotesModel model;
    model.setStep(*session.recording(), stepOf(session, "MergeSharedMemoryAllocations"), {});
    const QString rows = rowsOf(model);
    const qsizetype first = rows.indexOf(QStringLiteral("Decisions: launch 1\n"));
    const qsizetype second = rows.indexOf(QStringLiteral("Decisions: launch 2\n"));
    QVERIFY2(0 < first && first < second, qPrintable(rows));
    QVERIFY2(rows.indexOf(QStringLiteral("'folded' (512 bytes)")) < second, qPrintable(rows));
    QVERIFY2(rows.indexOf(QStringLiteral("'spread' (256 bytes)")) > second, qPrintable(rows));
}

/// What a pass took out is in the text of the step before it.
void TestNotes::decisionsOfARecordingAreGroupedByLaunch()
{
    const OpenedProgram program = openFile(samplePath("two_kernels").toStdString());
    const auto recording = record(program, {.pipeline = "split"});
    QVERIFY(recording.hasValue());
    const Result<RecordedRun> read = runFromJson(toJson({program, *recording}));
    QVERIFY(read.hasValue());
    NotesModel model;
    const size_t number = 3;
    QCOMPARE(read->recording->pass(number), std::string("MergeSharedMemoryAllocations"));
    model.setStep(*recording.value(), number, {});
    const QString here = rowsOf(model);
    model.setStep(*read->recording, number, {});
    QCOMPARE(rowsOf(model), here);
    for (int row = 0; row < model.rowCount(); ++row)
        if (const QModelIndex index = model.index(row);
            index.data().toString().contains(QStringLiteral(" is at byte ")))
            QVERIFY2(model.nodeAt(index), qPrintable(index.data().toString()));
}

namespace {

QModelIndex tableOf(const QAbstractItemModel& model, const QString& note)
{
    for (int row = 0; row + 1 < model.rowCount(); ++row)
        if (model.index(row, 0).data().toString().contains(note))
            return model.index(row + 1, 0);
    return {};
}

} // namespace

/// Every column has room: what does not fit is cut cell by cell, and the list scrolls sideways if it has to.
void TestNotes::tablesShareTheWidth()
{
    Session session;
    NotesView view(session);
    view.resize(420, 900);
    view.show();
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
    auto* list = view.findChild<MessageList*>(QStringLiteral("notesList"));
    const QModelIndex table = tableOf(*list->model(), QStringLiteral("7 positions count"));
    emit list->chosen(table);
    const QModelIndex head = list->model()->index(table.row() + 1, 0);
    QCOMPARE(head.data(CellsRole).toStringList(),
             QStringList({"line", "#", "statement", "touches", "gen", "kill", "free after it"}));
    QTRY_VERIFY(list->visualRect(head).width() > view.width());
    QTRY_VERIFY(list->horizontalScrollBar()->maximum() > 0);
    QVERIFY(list->horizontalScrollBar()->maximum() < view.width()); // the widest columns give way
    view.resize(2000, 900);
    QTRY_COMPARE(list->horizontalScrollBar()->maximum(), 0);
}

/// One numbering: the lines of the code, beside the numbers of the positions that the note counts.
void TestNotes::positionsHaveTheLinesOfTheCode()
{
    Session session;
    NotesView view(session);
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
    auto* list = view.findChild<MessageList*>(QStringLiteral("notesList"));
    const QModelIndex table = tableOf(*list->model(), QStringLiteral("7 positions count"));
    emit list->chosen(table);
    const CodeText& code = session.compared()->after->code;
    for (int position = 1; position <= 7; ++position) {
        const QStringList cells =
            list->model()->index(table.row() + 1 + position, 0).data(CellsRole).toStringList();
        QCOMPARE(cells.value(1), QString::number(position));
        const int line = cells.value(0).toInt();
        QVERIFY2(line > 0, qPrintable(cells.join(QLatin1Char('|'))));
        const QString text = toQString(code.line(line - 1));
        if (cells.value(2).contains(QStringLiteral("] = ")))
            QVERIFY2(text.contains(cells.value(2).section(QLatin1Char('['), 0, 0) + QLatin1Char('[')),
                     qPrintable(text));
    }
}

void TestNotes::cardsAreFormatted()
{
    Session session;
    usePipeline(session, "s_tir");
    TIR_OPEN_SAMPLE(session, "scheduled/softmax");
    NotesModel model;
    model.setStep(*session.recording(), stepOf(session, "StorageRewrite"), {});
    const QString rows = rowsOf(model);
    for (const char* mark : {"**", "- ", "`"})
        QVERIFY2(!rows.contains(QLatin1String(mark)), qPrintable(rows));
    QStringList formatted;
    for (int row = 0; row < model.rowCount(); ++row)
        formatted.append(model.index(row, 0).data(MarkdownRole).toString());
    QVERIFY(formatted.join(QLatin1Char('\n')).contains(QStringLiteral("- **Place.** ")));
}

/// Passes of both branches, host and device, have the same reason.
void TestNotes::reasonsAreThereOnce()
{
    Session session;
    usePipeline(session, "s_tir");
    TIR_OPEN_SAMPLE(session, "scheduled/softmax");
    NotesModel model;
    model.setStep(*session.recording(), stepOf(session, "BindTarget"), {});
    QStringList rows = rowsOf(model).split(QLatin1Char('\n'));
    QCOMPARE(rows.filter(QStringLiteral("Must run before LowerIntrin:")).size(), 1);
    model.setStep(*session.recording(), stepOf(session, "LowerThreadAllreduce"), {});
    rows = rowsOf(model).split(QLatin1Char('\n')).filter(QStringLiteral(" threads reduce to "));
    QCOMPARE(rows.size(), 2);
    QVERIFY2(rows[0] != rows[1], qPrintable(rows[0]));
}

void TestNotes::breachesOfContracts_data()
{
    QTest::addColumn<QString>("pipeline");
    QTest::addColumn<QString>("pass"); // whose contract is breached
    QTest::newRow("none") << "split"
                          << "";
    QTest::newRow("of a pass that looks at one launch") << "split@legacy-merge"
                                                        << "MergeSharedMemoryAllocations";
    QTest::newRow("of a pass that comes too late") << "split@early-storage"
                                                   << "FP8StorageLegalize";
}

/// An unmet requirement of a pass is a warning among the reasons for its position, with its notes.
void TestNotes::breachesOfContracts()
{
    QFETCH(QString, pipeline);
    QFETCH(QString, pass);
    Session session;
    usePipeline(session, qPrintable(pipeline));
    TIR_OPEN_SAMPLE(session, "two_kernels");
    const Recording& recording = *session.recording();
    NotesModel model;
    bool isBreached = false;
    for (size_t number = 1; number < recording.moduleCount(); ++number) {
        const Step& step = recording.steps[number - 1];
        model.setStep(recording, number, {});
        const QString rows = rowsOf(model);
        QCOMPARE(rows.contains(QStringLiteral(" requires \"")), !step.breaches.empty());
        for (const ContractBreach& breach : step.breaches) {
            isBreached |= step.pass.name == pass.toStdString();
            const Diagnostic diagnostic = toDiagnostic(breach);
            int row = 0;
            while (row < model.rowCount() &&
                   model.index(row).data().toString() != QString::fromStdString(diagnostic.message))
                ++row;
            QVERIFY2(row < model.rowCount(), qPrintable(rows));
            QCOMPARE(model.index(row).data(IconRole).toString(), QStringLiteral("warning"));
            for (const DiagnosticNote& note : diagnostic.notes)
                QCOMPARE(model.index(++row).data().toString(), QString::fromStdString(note.message));
        }
    }
    QCOMPARE(isBreached, !pass.isEmpty());
}

void TestNotes::consequencesOfAnError()
{
    Session session;
    NotesView view(session);
    usePipeline(session, "split@legacy-merge");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    const QString expected =
        QStringLiteral("Step %1, SplitHostDevice: ").arg(stepOf(session, "SplitHostDevice"));
    QTRY_VERIFY2(rowsOf(*modelOf(view)).contains(expected), qPrintable(rowsOf(*modelOf(view))));
}

namespace {

QModelIndex rowThatBeginsWith(const QAbstractItemModel& model, const QString& text)
{
    for (int row = 0; row < model.rowCount(); ++row)
        if (model.index(row, 0).data().toString().startsWith(text))
            return model.index(row, 0);
    return {};
}

} // namespace

void TestNotes::tablesOpenUnderTheirNote()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "reverse");
    NotesModel model;
    const QAbstractItemModelTester tester(&model);
    model.setStep(*session.recording(), stepOf(session, "SplitHostDevice"), {});
    const QModelIndex show = rowThatBeginsWith(model, QStringLiteral("Show the table"));
    QVERIFY(show.isValid());
    const int count = model.rowCount();
    QVERIFY(!model.toggleTable(model.index(0)));
    QVERIFY(model.toggleTable(show));
    QVERIFY(model.rowCount() > count + 1);
    QCOMPARE(show.data().toString(), QStringLiteral("Hide the table"));
    const QModelIndex head = model.index(show.row() + 1);
    QVERIFY(head.data(CodeRole).toBool());
    QVERIFY2(head.data().toString().contains(QStringLiteral("first use")),
             qPrintable(head.data().toString()));
    QVERIFY(model.toggleTable(show));
    QCOMPARE(model.rowCount(), count);
}

void TestNotes::notesOfTheMergeSelectTheirBuffer()
{
    Session session;
    NotesView view(session);
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
    auto* list = view.findChild<MessageList*>(QStringLiteral("notesList"));
    emit list->chosen(rowThatBeginsWith(*list->model(), QStringLiteral("'folded' (512 bytes)")));
    QVERIFY(session.selection().identity);
    QCOMPARE(toQString(nameOfEntity(*session.selection().identity)), QStringLiteral("folded"));
}

void TestNotes::aSelectionElsewhereMarksTheNote()
{
    Session session;
    NotesView view(session);
    usePipeline(session, "split");
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
    const auto* list = view.findChild<MessageList*>(QStringLiteral("notesList"));
    const auto marked = [&] {
        QStringList texts;
        for (const QModelIndex& index : list->selectionModel()->selectedRows())
            texts.append(index.data().toString());
        return texts.join(QLatin1Char('\n'));
    };
    session.selectEntity(session.identities().named(NodeKind::Buffer, "values"));
    QVERIFY2(marked().startsWith(QStringLiteral("'values' (512 bytes)")), qPrintable(marked()));
    session.selectEntity(session.identities().named(NodeKind::Buffer, "spread"));
    QVERIFY2(marked().startsWith(QStringLiteral("'spread' (256 bytes)")), qPrintable(marked()));
    session.select({});
    QCOMPARE(marked(), QString());
}

void TestNotes::choosingANoteSelects()
{
    Session session;
    NotesView view(session);
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "SplitHostDevice"));
    auto* list = view.findChild<MessageList*>(QStringLiteral("notesList"));
    const auto* model = qobject_cast<const NotesModel*>(list->model());
    QModelIndex about;
    for (int row = 0; row < model->rowCount() && !about.isValid(); ++row)
        if (model->nodeAt(model->index(row)))
            about = model->index(row);
    QVERIFY(about.isValid());
    emit list->chosen(about);
    QVERIFY(!session.selection().isEmpty());
}

void TestNotes::closeClears()
{
    Session session;
    NotesView view(session);
    TIR_OPEN_SAMPLE(session, "reverse");
    QVERIFY(modelOf(view)->rowCount() > 0);
    session.close();
    QCOMPARE(modelOf(view)->rowCount(), 0);
}

TIR_TEST(TestNotes)
#include "tst_notes_view.moc"
