/// The views follow the function that the code shows, in a program with many.

#include "tests/support/test_main.h"
#include "tests/ui/shown_window.h"
#include "tests/ui/ui_support.h"
#include "ui/call_graph/call_graph_canvas.h"
#include "ui/common/code_view.h"
#include "ui/common/message_list.h"
#include "ui/diagnostics/diagnostics_model.h"
#include "ui/functions/functions_model.h"
#include "ui/notes/notes_model.h"
#include "ui/timeline/timeline_canvas.h"

#include <QtWidgets>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

/// Functions f0, f1, … with a launch each that uses shared memory.
QString manyFunctions(int count, const char* extent = "64")
{
    QString text = QStringLiteral("@I.ir_module\nclass Module:\n");
    for (int i = 0; i < count; ++i)
        text += QStringLiteral("    @T.prim_func(s_tir=True)\n"
                               "    def f%1(X: T.Buffer((64,), \"float32\")):\n"
                               "        with T.launch_thread(\"threadIdx.x\", 64) as tx:\n"
                               "            tile = T.alloc_buffer((%2,), scope=\"shared\")\n"
                               "            tile[tx] = X[tx]\n"
                               "            T.tvm_storage_sync(\"shared\")\n"
                               "            X[tx] = tile[63 - tx]\n")
                    .arg(i)
                    .arg(QLatin1String(extent));
    return text;
}

/// The byte where a function begins in the text.
uint32_t beginOf(const ModuleText& text, const std::string& name)
{
    return uint32_t(text.code.text.find("def " + name + "("));
}

} // namespace

class TestFunctionInView : public QObject {
    Q_OBJECT
private slots:
    void noProgramHasNone()
    {
        ShownWindow shown;
        QCOMPARE(shown.session.functionInView(), std::string());
    }

    void everyByteBelongsToAFunction()
    {
        Session session;
        session.openText(QStringLiteral("many.py"), manyFunctions(3));
        QTRY_VERIFY(session.compared());
        const ModuleText& text = *session.compared()->after;
        QCOMPARE(text.functionAt(0), "f0");
        for (const char* name : {"f0", "f1", "f2"})
            QCOMPARE(text.functionAt(beginOf(text, name)), name);
        QCOMPARE(text.functionAt(uint32_t(text.code.text.size())), "f2");
    }

    void theTableAndTheTimelineScrollToIt()
    {
        ShownWindow shown;
        shown.window.resize(1200, 700);
        shown.session.openText(QStringLiteral("many.py"), manyFunctions(40));
        QTRY_COMPARE(shown.session.phase(), Phase::Ready);
        QCOMPARE(shown.perform("step=0,view=functions"), QString());
        auto* code = shown.window.findChild<CodeView*>(QStringLiteral("afterCode"));
        auto* table = shown.window.findChild<QTableView*>(QStringLiteral("functionsTable"));
        auto* canvas = shown.window.findChild<TimelineCanvas*>(QStringLiteral("timelineCanvas"));
        QTRY_VERIFY(code->hasText());
        QTRY_COMPARE(table->model()->rowCount(), 40);
        const ModuleText& text = *shown.session.compared()->after;
        const auto rowOf = [&](const QString& name) {
            for (int row = 0; row < table->model()->rowCount(); ++row)
                if (table->model()->index(row, FunctionsModel::Function).data() == name)
                    return row;
            return -1;
        };
        for (const char* name : {"f31", "f8", "f39"}) {
            code->verticalScrollBar()->setValue(0);
            const uint32_t begin = beginOf(text, name);
            code->revealRow(code->content().rows->rowOfLine[size_t(text.code.lineAt(begin))] + 2);
            if (QLatin1String(name) != QLatin1String("f39")) // the last page has others at its upper third
                QCOMPARE(shown.session.functionInView(), name);
            const QString inView = QString::fromStdString(shown.session.functionInView());
            QVERIFY(table->viewport()->rect().intersects(
                table->visualRect(table->model()->index(rowOf(inView), FunctionsModel::Function))));
        }
        QCOMPARE(shown.perform("view=timeline"), QString());
        QTRY_VERIFY(canvas->isVisible() && canvas->horizontalScrollBar()->maximum() > 0);
        for (const auto& [name, launch] : {std::pair("f31", size_t(31)), {"f8", size_t(8)}}) {
            code->verticalScrollBar()->setValue(0);
            code->revealRow(code->content().rows->rowOfLine[size_t(text.code.lineAt(beginOf(text, name)))] +
                            2);
            QVERIFY2(canvas->viewport()->rect().intersects(canvas->rectOf(launch, 0)), name);
        }
    }

    /// A view in a tab that is not selected follows, too, and so does one that was never shown.
    void theHiddenCallGraphScrollsToIt()
    {
        ShownWindow shown;
        shown.window.resize(1200, 700);
        shown.session.openText(QStringLiteral("many.py"), manyFunctions(200));
        QTRY_COMPARE(shown.session.phase(), Phase::Ready);
        QCOMPARE(shown.perform("step=AnnotateDeviceRegions,view=timeline"), QString());
        auto* code = shown.window.findChild<CodeView*>(QStringLiteral("afterCode"));
        auto* graph = shown.window.findChild<CallGraphCanvas*>(QStringLiteral("callGraphCanvas"));
        QTRY_VERIFY(code->hasText());
        QTRY_VERIFY(graph->nodeNames().contains(QStringLiteral("f150")));
        QTRY_VERIFY(graph->visibleRegion().isEmpty());
        const auto isShown = [&](const char* name) {
            const qsizetype node = graph->nodeNames().indexOf(QLatin1String(name));
            return node >= 0 && graph->viewport()->rect().contains(graph->rectOf(size_t(node)));
        };
        for (const char* name : {"f150", "f60"}) {
            QCOMPARE(shown.perform("view=timeline"), QString());
            const ModuleText& text = *shown.session.compared()->after;
            const int line = text.code.lineAt(beginOf(text, name));
            code->revealRow(code->content().rows->rowOfLine[size_t(line)] + 2);
            QCOMPARE(shown.session.functionInView(), name);
            QCOMPARE(shown.perform("view=call_graph"), QString());
            QTRY_VERIFY2(!graph->visibleRegion().isEmpty() && isShown(name), name);
        }
        // In another step it stays in view.
        QCOMPARE(shown.perform("step=SplitHostDevice"), QString());
        QTRY_VERIFY(graph->nodeNames().contains(QStringLiteral("f60_kernel")));
        QTRY_VERIFY(isShown(shown.session.functionInView().c_str()));
    }

    void theNotesScrollToTheHeadingOfIt()
    {
        ShownWindow shown;
        shown.window.resize(1200, 900);
        shown.session.openText(QStringLiteral("many.py"), manyFunctions(60));
        QTRY_COMPARE(shown.session.phase(), Phase::Ready);
        QCOMPARE(shown.perform("view=notes,step=AnnotateDeviceRegions"), QString());
        auto* code = shown.window.findChild<CodeView*>(QStringLiteral("afterCode"));
        auto* notes = shown.window.findChild<MessageList*>(QStringLiteral("notesList"));
        QTRY_VERIFY(code->hasText());
        const ModuleText& text = *shown.session.compared()->after;
        const int line = text.code.lineAt(beginOf(text, "f41"));
        code->revealRow(code->content().rows->rowOfLine[size_t(line)] + 2);
        const auto showsHeading = [&] {
            for (int row = 0; row < notes->model()->rowCount(); ++row)
                if (const QModelIndex index = notes->model()->index(row, 0);
                    index.data().toString() == QLatin1String("Decisions: f41"))
                    return notes->viewport()->rect().contains(notes->visualRect(index));
            return false;
        };
        QTRY_VERIFY(showsHeading());
    }

    void theNotesAndTheDiagnosticsScrollToIt()
    {
        ShownWindow shown;
        shown.window.resize(1200, 900);
        // Every buffer is too large for the device: a warning each.
        shown.session.openText(QStringLiteral("many.py"), manyFunctions(40, "100000"));
        QTRY_COMPARE(shown.session.phase(), Phase::Ready);
        QCOMPARE(shown.perform("view=diagnostics,view=notes,step=AnnotateDeviceRegions"), QString());
        auto* code = shown.window.findChild<CodeView*>(QStringLiteral("afterCode"));
        auto* notes = shown.window.findChild<MessageList*>(QStringLiteral("notesList"));
        auto* diagnostics = shown.window.findChild<MessageList*>(QStringLiteral("diagnosticsList"));
        QTRY_VERIFY(code->hasText());
        const ModuleText& text = *shown.session.compared()->after;
        const auto isShown = [&](MessageList* list, auto isWanted) {
            for (int row = 0; row < list->model()->rowCount(); ++row)
                if (const QModelIndex index = list->model()->index(row, 0);
                    isWanted(index) && list->viewport()->rect().intersects(list->visualRect(index)))
                    return true;
            return false;
        };
        for (const char* name : {"f31", "f12"}) {
            code->verticalScrollBar()->setValue(0);
            const uint32_t begin = beginOf(text, name);
            code->revealRow(code->content().rows->rowOfLine[size_t(text.code.lineAt(begin))] + 2);
            QCOMPARE(shown.session.functionInView(), name);
            const auto isOfFunction = [&](Place place) {
                return place != NoPlace && text.functionAt(text.spanOf(place).begin) == name;
            };
            QTRY_VERIFY2(isShown(diagnostics,
                                 [&](const QModelIndex& index) {
                                     const auto& model =
                                         *static_cast<const DiagnosticsModel*>(diagnostics->model());
                                     return isOfFunction(model.whereAt(index).place);
                                 }),
                         name);
            QTRY_VERIFY2(isShown(notes,
                                 [&](const QModelIndex& index) {
                                     const Node* node =
                                         static_cast<const NotesModel*>(notes->model())->nodeAt(index);
                                     return node && isOfFunction(text.places.firstPlaceMadeFrom(node));
                                 }),
                         name);
        }
    }
};

TIR_TEST(TestFunctionInView)
#include "tst_function_in_view.moc"
