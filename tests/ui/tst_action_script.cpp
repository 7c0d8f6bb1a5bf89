/// Lists of actions for `tirscope --do`: every action of the table can be performed, and impossible ones report the
/// reason.

#include "passes/workbench/program/window_actions.h"
#include "tests/support/test_main.h"
#include "tests/ui/shown_window.h"
#include "tests/ui/ui_support.h"
#include "ui/common/message_list.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QAction>
#include <QScopeGuard>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>

#include <set>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestActionScript : public QObject {
    Q_OBJECT
private slots:
    void everyActionOfTheTableIsInTheWindowAndItsKeyInTheManual()
    {
        ShownWindow shown;
        const std::string manual = readFile(sourcePath("resources/manual/keys.md")).value();
        std::set<std::string_view> ids;
        for (const WindowAction& entry : windowActions()) {
            if (entry.isLine())
                continue;
            const std::string id(entry.id);
            QVERIFY2(ids.insert(entry.id).second, id.c_str());
            const auto* action = shown.window.findChild<QAction*>(toQString(entry.id));
            QVERIFY2((action != nullptr) == (entry.menu != ActionMenu::Script), id.c_str());
            for (const QString& key : toQString(entry.keys).split(' ', Qt::SkipEmptyParts))
                QVERIFY2(toQString(manual).contains(key.section('+', -1)), qPrintable(key));
        }
    }

    void actionsRunInOrder()
    {
        ShownWindow shown;
        QCOMPARE(shown.perform("sample=two_kernels, pipeline=split@legacy-merge, step=AnnotateDeviceRegions"),
                 QString());
        QCOMPARE(shown.session.phase(), Phase::Ready);
        QCOMPARE(shown.session.setup().pipeline.name, std::string("split@legacy-merge"));
        const size_t step = stepOf(shown.session, "AnnotateDeviceRegions");
        QCOMPARE(shown.session.step(), step);
        QCOMPARE(shown.perform("next,next,previous"), QString());
        QCOMPARE(shown.session.step(), step + 1);
        QCOMPARE(shown.perform("mode=sound,theme=dark,view=timeline,step=0"), QString());
        QCOMPARE(shown.session.setup().mode, Mode::Sound);
        QCOMPARE(theme().kind, ThemeKind::Dark);
        QCOMPARE(shown.session.step(), size_t(0));
        QCOMPARE(shown.perform("theme"), QString());
        QCOMPARE(theme().kind, ThemeKind::Light);
        QCOMPARE(shown.perform("close"), QString());
        QCOMPARE(shown.session.phase(), Phase::Empty);
    }

    void aNameIsSelected()
    {
        ShownWindow shown;
        QCOMPARE(shown.perform("sample=two_kernels,step=1,select=X"), QString());
        QVERIFY(shown.session.selection().identity);
        QVERIFY(shown.perform("select=missing").contains("'missing'"));
    }

    void aPictureIsWritten()
    {
        QTemporaryDir folder;
        ShownWindow shown;
        const QString path = folder.filePath("a, b.png");
        QCOMPARE(shown.perform("size=900x600,sample=two_kernels,picture=\"" + path + "\""), QString());
        QCOMPARE(QImage(path).size(), QSize(900, 600));
    }

    /// Long lists are laid out in batches, and are blank until then.
    void aPictureWaitsForLongLists()
    {
        QString text = QStringLiteral("@I.ir_module\nclass Module:\n");
        for (int i = 0; i < 200; ++i)
            text += QStringLiteral("    @T.prim_func(s_tir=True)\n"
                                   "    def f%1(X: T.Buffer((64,), \"float32\")):\n"
                                   "        with T.launch_thread(\"threadIdx.x\", 64) as tx:\n"
                                   "            tile = T.alloc_buffer((64,), scope=\"shared.dyn\")\n"
                                   "            more = T.alloc_buffer((64,), scope=\"shared.dyn\")\n"
                                   "            tile[tx] = X[tx]\n"
                                   "            more[tx] = tile[tx]\n")
                        .arg(i);
        QTemporaryDir folder;
        ShownWindow shown;
        shown.session.openText(QStringLiteral("many.py"), text);
        QCOMPARE(shown.perform("size=1280x720,view=notes,step=MergeSharedMemoryAllocations,picture=\"" +
                               folder.filePath("a.png") + "\""),
                 QString());
        auto* notes = shown.window.findChild<MessageList*>(QStringLiteral("notesList"));
        QVERIFY(notes->isVisible() && notes->model()->rowCount() > 500);
        QVERIFY(notes->isLaidOut());
    }

    void aRunHasADeviceAndPages()
    {
        qputenv("TIRSCOPE_CUDA_DRIVER", TIRSCOPE_TEST_CUDA);
        const auto unset = qScopeGuard([] { qunsetenv("TIRSCOPE_CUDA_DRIVER"); });
        ShownWindow shown;
        QCOMPARE(shown.perform("sample=two_kernels,pipeline=split,device=cuda:0,run,run-page=kernels"),
                 QString());
        auto* pages = shown.window.findChild<QTabWidget*>(QStringLiteral("runPages"));
        QCOMPARE(pages->tabText(pages->currentIndex()), QString("Kernels"));
        auto* table = shown.window.findChild<QTableView*>(QStringLiteral("kernelsTable"));
        QCOMPARE(table->model()->rowCount(), 2);
        QCOMPARE(table->model()->headerData(1, Qt::Horizontal).toString(), QString("Median"));
        QVERIFY(!table->isColumnHidden(1));
    }

    void whatCannotBeDoneSaysWhy_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("failure");
        QTest::newRow("unknown") << "next,fly"
                                 << "action 'fly': there is no such action; `tirc list actions` names them";
        QTest::newRow("no argument") << "open"
                                     << "action 'open': it needs an argument: open=FILE";
        QTest::newRow("argument") << "next=3"
                                  << "action 'next': it takes no argument";
        QTest::newRow("disabled") << "close,next"
                                  << "action 'next': it is not available now";
        QTest::newRow("step") << "step=99"
                              << "action 'step': no step '99', expected a number below";
        QTest::newRow("pass") << "step=Nothing"
                              << "action 'step': no step runs 'Nothing'";
        QTest::newRow("pipeline") << "pipeline=none"
                                  << "action 'pipeline': no pipeline 'none'";
        QTest::newRow("view") << "view=none"
                              << "action 'view': no view 'none'";
        QTest::newRow("device") << "device=none"
                                << "action 'device': no device 'none', expected one of: cpu";
        QTest::newRow("page") << "run-page=none"
                              << "action 'run-page': no page 'none', expected one of: Outputs, ";
        QTest::newRow("mode") << "mode=none"
                              << "action 'mode': no mode 'none'";
        QTest::newRow("theme") << "theme=none"
                               << "action 'theme': no theme 'none'";
        QTest::newRow("size") << "size=big"
                              << "action 'size': bad size 'big'";
        QTest::newRow("file") << "open=/no/such/file.py"
                              << "action 'open': there is no file";
        QTest::newRow("sample") << "sample=none"
                                << "action 'sample': there is no sample 'none'";
        QTest::newRow("dialog") << "save-as"
                                << "action 'save-as': it opens the dialog";
    }

    void whatCannotBeDoneSaysWhy()
    {
        QFETCH(QString, script);
        QFETCH(QString, failure);
        ShownWindow shown;
        QCOMPARE(shown.perform("sample=two_kernels"), QString());
        const QString found = shown.perform(script);
        QVERIFY2(found.startsWith(failure), qPrintable(found));
    }
};

TIR_TEST(TestActionScript)
#include "tst_action_script.moc"
