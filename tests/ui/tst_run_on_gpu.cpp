/// The run panel for a GPU: options, counts, times, and memory.

#include "tests/support/test_main.h"
#include "tests/ui/run_support.h"
#include "tests/ui/ui_support.h"
#include "ui/common/text.h"
#include "ui/run/kernels_model.h"
#include "ui/run/run_bar.h"
#include "ui/run/run_view.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestRunOnGpu : public QObject {
    Q_OBJECT

private slots:
    void aGpuHasACompilerAndRounds();
    void problemsOfDevicesAreShort();
    void optionsAreOfTheRequest();
    void countsAreShown();
    void reasonsOfMissingTimesAreShown();
    void memoryIsShownBeforeTheRun();
    void editedCodeRunsOnAGpuOnly();
};

void TestRunOnGpu::aGpuHasACompilerAndRounds()
{
    qputenv("TIRSCOPE_CUDA_DRIVER", TIRSCOPE_TEST_CUDA);
    const auto unset = qScopeGuard([] { qunsetenv("TIRSCOPE_CUDA_DRIVER"); });
    Session session;
    RunBar bar(session.jobs());
    RunRequest runRequest;
    runRequest.device = "cuda:0";
    runRequest.via = "nvcc";
    runRequest.repeat = 3;
    runRequest.isChecked = true;
    const auto chosen = [&] {
        RunRequest request;
        bar.addTo(request);
        return std::tuple(request.device, request.via, request.repeat, request.isChecked);
    };
    bar.set(runRequest); // before the GPU is known
    QCOMPARE(chosen(), std::tuple("cpu", "nvcc", 3, true));
    bar.show();
    auto* via = bar.findChild<QComboBox*>(QStringLiteral("viaBox"));
    auto* checks = bar.findChild<QToolButton*>(QStringLiteral("checksButton"));
    QVERIFY(!via->isVisible() && checks->isEnabled());
    QTRY_COMPARE(bar.findChild<QComboBox*>(QStringLiteral("deviceBox"))->count(), 2);
    bar.set(runRequest);
    QCOMPARE(chosen(), std::tuple("cuda:0", "nvcc", 3, false)); // a GPU has no memory checks
    QVERIFY(via->isVisible() && !checks->isEnabled());
    QSignalSpy changed(&bar, &RunBar::changed);
    emit via->activated(via->currentIndex());
    QCOMPARE(changed.count(), 1);
}

/// The list of devices stays narrow; the tool tip has the whole problem.
void TestRunOnGpu::problemsOfDevicesAreShort()
{
    const QByteArray driver = "/no/such/folder/" + QByteArray(300, 'x') + "/libcuda.so";
    qputenv("TIRSCOPE_CUDA_DRIVER", driver);
    const auto unset = qScopeGuard([] { qunsetenv("TIRSCOPE_CUDA_DRIVER"); });
    Session session;
    RunBar bar(session.jobs());
    bar.show();
    const auto* devices = bar.findChild<QComboBox*>(QStringLiteral("deviceBox"));
    QTRY_COMPARE(devices->count(), 2);
    const QString text = devices->itemText(1);
    QVERIFY2(devices->fontMetrics().horizontalAdvance(text) < 450, qPrintable(text));
    QVERIFY2(text.endsWith(QStringLiteral("…")), qPrintable(text));
    const QString tip = devices->itemData(1, Qt::ToolTipRole).toString();
    QVERIFY2(tip.size() > 300 && tip.contains(QString::fromLatin1(driver)), qPrintable(tip));
}

/// They do not make the bar wider: they are in a menu, which the keyboard opens.
void TestRunOnGpu::optionsAreOfTheRequest()
{
    qputenv("TIRSCOPE_CUDA_DRIVER", TIRSCOPE_TEST_CUDA);
    const auto unset = qScopeGuard([] { qunsetenv("TIRSCOPE_CUDA_DRIVER"); });
    Session session;
    RunBar bar(session.jobs());
    bar.show();
    QTRY_COMPARE(bar.findChild<QComboBox*>(QStringLiteral("deviceBox"))->count(), 2);
    const auto chosen = [&] {
        RunRequest request;
        bar.addTo(request);
        return std::pair(request.isCounted, request.hasColdCaches);
    };
    auto* count = bar.findChild<QAction*>(QStringLiteral("count-work"));
    auto* cold = bar.findChild<QAction*>(QStringLiteral("cold-caches"));
    QSignalSpy changed(&bar, &RunBar::changed);
    QCOMPARE(chosen(), std::pair(false, false));
    QVERIFY(!cold->isEnabled()); // the CPU is not timed
    count->trigger();
    QCOMPARE(chosen(), std::pair(true, false));
    QCOMPARE(changed.count(), 1);
    RunRequest runRequest;
    runRequest.device = "cuda:0";
    runRequest.hasColdCaches = true;
    bar.set(runRequest);
    QCOMPARE(changed.count(), 1); // the user did not do it
    QCOMPARE(chosen(), std::pair(false, true));
    QVERIFY(cold->isEnabled() && cold->isChecked());
    auto* button = bar.findChild<QToolButton*>(QStringLiteral("optionsButton"));
    QCOMPARE(button->menu()->actions(), (QList<QAction*>{count, cold}));
    QVERIFY(button->focusPolicy() & Qt::TabFocus);
}

void TestRunOnGpu::countsAreShown()
{
    Session session;
    RunView view(session);
    TIR_OPEN_SAMPLE(session, "elementwise");
    auto* pages = view.findChild<QTabWidget*>(QStringLiteral("runPages"));
    auto* table = view.findChild<QTableView*>(QStringLiteral("kernelsTable"));
    auto* inputs = view.findChild<QAction*>(QStringLiteral("count-work"));
    inputs->trigger();
    session.requestRun();
    QTRY_COMPARE(table->model()->rowCount(), 1);
    const auto text = [&](int column) { return table->model()->index(0, column).data().toString(); };
    QCOMPARE(text(KernelsModel::Name), QString("main_launch"));
    QVERIFY(!text(KernelsModel::Bytes).isEmpty());
    QVERIFY(text(KernelsModel::Operations).endsWith(" float32"));
    QVERIFY(table->isColumnHidden(KernelsModel::Time)); // the CPU is not timed
    QVERIFY(!table->isColumnHidden(KernelsModel::Operations));
    int tab = -1;
    for (int index = 0; index < pages->count(); ++index)
        if (pages->widget(index)->findChild<QTableView*>(QStringLiteral("kernelsTable")))
            tab = index;
    QVERIFY(pages->isTabVisible(tab));
    inputs->trigger();
    session.requestRun();
    QTRY_VERIFY(!pages->isTabVisible(tab));
}

/// The reason is in the text above the table, too.
void TestRunOnGpu::reasonsOfMissingTimesAreShown()
{
    RunReport report;
    report.gpu.emplace();
    report.gpu->memory = {.argumentBytes = 1 << 10, .freeBytes = 1 << 20, .totalBytes = 1 << 30};
    report.gpu->kernels = {{.name = "main_kernel", .notTimed = "memory that it works on has been freed"}};
    KernelsModel model;
    model.setReport(report);
    const QModelIndex time = model.index(0, KernelsModel::Time);
    QCOMPARE(time.data().toString(), QString("not timed"));
    QCOMPARE(time.data(Qt::ToolTipRole).toString(), QString("memory that it works on has been freed"));
    QVERIFY(gpuText(*report.gpu).contains("not timed: memory that it works on has been freed"));
    QVERIFY(gpuText(*report.gpu).contains("memory: 1 KiB for the arguments, 1 MiB of 1 GiB free"));
}

/// While kernels are timed that never end.
void TestRunOnGpu::memoryIsShownBeforeTheRun()
{
    qputenv("TIRSCOPE_CUDA_DRIVER", TIRSCOPE_TEST_CUDA);
    qputenv("STAND_IN_CUDA_BUSY", "1");
    const auto unset = qScopeGuard([] {
        qunsetenv("TIRSCOPE_CUDA_DRIVER");
        qunsetenv("STAND_IN_CUDA_BUSY");
    });
    Session session;
    RunView view(session);
    TIR_OPEN_SAMPLE(session, "elementwise");
    view.show();
    auto* device = view.findChild<QComboBox*>(QStringLiteral("deviceBox"));
    QTRY_COMPARE(device->count(), 2);
    device->setCurrentIndex(1);
    emit device->activated(1);
    auto* way = view.findChild<QComboBox*>(QStringLiteral("viaBox"));
    way->setCurrentIndex(way->findData(QStringLiteral("nvptx")));
    session.requestRun();
    auto* status = view.findChild<QLabel*>(QStringLiteral("runStatus"));
    QTRY_VERIFY2(status->text().startsWith("Running; memory of the GPU: ") &&
                     status->text().endsWith(" of 8 GiB free"),
                 qPrintable(status->text()));
    view.findChild<QToolButton*>(QStringLiteral("runButton"))->click();
    QTRY_VERIFY(session.jobs().running().isEmpty());
}

void TestRunOnGpu::editedCodeRunsOnAGpuOnly()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "two_kernels");
    RunOrder order{session.recording(), 0, {}, "// mine"};
    QCOMPARE(stepRequest(order).cudaSource, "");
    order.saved.request.device = "cuda";
    QCOMPARE(stepRequest(order).cudaSource, "// mine");
    QCOMPARE(order.saved.request.cudaSource, ""); // its reference, and the stored request
}

TIR_TEST(TestRunOnGpu)
#include "tst_run_on_gpu.moc"
