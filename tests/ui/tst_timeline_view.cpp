/// Shared memory over program order: rows as text, boxes that select, a selection that marks boxes.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/common/placeholder.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_view.h"

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

class TestTimeline : public QObject {
    Q_OBJECT

private slots:
    void emptyModel();
    void twoKernelsWithTheirOwnMemory();
    void numbersAreSummed();
    void boxSelectsItsBuffer();
    void programWithoutSharedMemory();
    void closeClears();
};

void TestTimeline::emptyModel()
{
    TimelineModel model;
    const QAbstractItemModelTester tester(&model);
    model.setLaunches({{}, {}});
    QCOMPARE(model.rowCount(), 0);
}

void TestTimeline::twoKernelsWithTheirOwnMemory()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TimelineModel model;
    const QAbstractItemModelTester tester(&model);
    model.setLaunches(
        sharedMemoryLiveness(session.recording()->module(stepOf(session, "MergeSharedMemoryAllocations"))));
    QCOMPARE(rowsOf(model), QStringLiteral("main, launch 1 | values | float32(128,) | 512 | 512 | 1 | 4\n"
                                           "main, launch 1 | squares | float32(128,) | 512 | 0 | 2 | 4\n"
                                           "main, launch 1 | folded | float32(128,) | 512 | 512 | 6 | 8\n"
                                           "main, launch 2 | total | float32(64,) | 256 | 0 | 1 | 4\n"
                                           "main, launch 2 | spread | float32(64,) | 256 | 256 | 2 | 4"));
}

void TestTimeline::numbersAreSummed()
{
    LaunchLiveness launch;
    launch.peakLiveBytes = 1024;
    launch.takenBytes = 16384;
    launch.wasteBytes = 15360;
    QCOMPARE(bytesSummary(launch),
             QStringLiteral("peak 1\u202f024 · reserved 16\u202f384 · 15\u202f360 B unused"));
    launch.hasSymbolicSizes = true;
    QVERIFY(bytesSummary(launch).endsWith(QStringLiteral("without symbolic sizes")));
}

void TestTimeline::boxSelectsItsBuffer()
{
    Session session;
    TimelineView view(session);
    view.resize(900, 260);
    view.show();
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
    auto* canvas = view.findChild<TimelineCanvas*>();
    QTRY_VERIFY(view.findChild<ContentOrPlaceholder*>()->isContentShown());
    QTRY_VERIFY(!canvas->rectOf(1, 0).isEmpty());
    QTest::mouseClick(canvas->viewport(), Qt::LeftButton, {}, canvas->rectOf(1, 0).center());
    const Node* identity = session.selection().identity;
    QVERIFY(identity);
    QVERIFY(identity->kind == NodeKind::Buffer);
    QCOMPARE(QString::fromStdString(std::string(to<Buffer>(*identity).name)), QStringLiteral("total"));

    const QImage selected = canvas->viewport()->grab().toImage();
    session.select({});
    QVERIFY(canvas->viewport()->grab().toImage() != selected);
}

void TestTimeline::programWithoutSharedMemory()
{
    Session session;
    TimelineView view(session);
    TIR_OPEN_SAMPLE(session, "elementwise");
    QTRY_VERIFY(session.jobs().running().isEmpty());
    QVERIFY(!view.findChild<ContentOrPlaceholder*>()->isContentShown());
}

void TestTimeline::closeClears()
{
    Session session;
    TimelineView view(session);
    TIR_OPEN_SAMPLE(session, "reverse");
    QTRY_VERIFY(view.findChild<ContentOrPlaceholder*>()->isContentShown());
    session.close();
    QVERIFY(!view.findChild<ContentOrPlaceholder*>()->isContentShown());
}

TIR_TEST(TestTimeline)
#include "tst_timeline_view.moc"
