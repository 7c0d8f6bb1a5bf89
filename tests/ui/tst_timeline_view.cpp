/// Shared memory over program order: rows as text, boxes that select, a selection that marks boxes.

#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/common/placeholder.h"
#include "ui/common/theme.h"
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
    void launchesWithoutSharedMemoryAreNamed();
    void limitIsShownWhereItIsExceeded();
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

void TestTimeline::launchesWithoutSharedMemoryAreNamed()
{
    LaunchLiveness with;
    with.label = "main, launch 1";
    with.ticks.resize(2);
    with.takenBytes = 64;
    SharedBuffer& buffer = with.buffers.emplace_back();
    buffer.sizeBytes = 64;
    buffer.sizeText = "64";
    buffer.firstTick = buffer.lastTick = 1;
    TimelineModel model;
    TimelineCanvas canvas(
        model, [](const SharedBuffer&) { return 0; }, [](const SharedBuffer&) { return false; });
    canvas.resize(900, 240);
    const auto pictureOf = [&](const std::vector<LaunchLiveness>& launches) {
        model.setLaunches(launches);
        canvas.relayout();
        return canvas.viewport()->grab().toImage();
    };
    const QImage alone = pictureOf({with});
    QVERIFY(model.launchesWithout().isEmpty());
    std::vector<LaunchLiveness> launches{with};
    QList<QImage> pictures{alone};
    for (const int count : {1, 2, 300}) {
        while (launches.size() < size_t(count) + 1) {
            launches.emplace_back();
            launches.back().label = "main, launch " + std::to_string(launches.size());
        }
        pictures.append(pictureOf(launches));
        QCOMPARE(model.launches().size(), size_t(1));
        QCOMPARE(model.launchesWithout().size(), count);
        QCOMPARE(model.launchesWithout().front(), QStringLiteral("main, launch 2"));
        for (qsizetype i = 0; i + 1 < pictures.size(); ++i)
            QVERIFY(pictures[i] != pictures.back());
    }
}

void TestTimeline::limitIsShownWhereItIsExceeded()
{
    Session session;
    TimelineView view(session);
    view.resize(900, 260);
    view.show();
    const auto open = [&](int kibibytes) {
        session.openText(QStringLiteral("large"),
                         QStringLiteral("@T.prim_func(s_tir=True)\n"
                                        "def main(X: T.Buffer((64,), \"uint8\")):\n"
                                        "    with T.launch_thread(\"threadIdx.x\", 64) as tx:\n"
                                        "        A = T.alloc_buffer((%1,), \"uint8\", scope=\"shared.dyn\")\n"
                                        "        A[tx] = X[tx]\n")
                             .arg(kibibytes * 1024));
    };
    const auto errorPixels = [&] {
        const QImage picture = view.grab().toImage();
        int count = 0;
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                count += picture.pixelColor(x, y) == theme().error;
        return count;
    };
    for (const int kibibytes : {200, 240}) {
        open(kibibytes);
        QTRY_VERIFY(session.phase() == Phase::Ready && session.compared());
        TIR_GO_TO(session, stepOf(session, "BindTarget"));
        QTRY_VERIFY(session.jobs().running().isEmpty());
        const bool isOver = kibibytes > 227;
        const LaunchLiveness launch = sharedMemoryLiveness(session.module()).front();
        QCOMPARE(limitWarning(launch).isEmpty(), !isOver);
        QCOMPARE(bytesSummary(launch).contains(QStringLiteral("sm_90")), isOver);
        QCOMPARE(errorPixels() > 200, isOver); // a line over the width of the plot
        const auto isWarning = [](const Diagnostic& diagnostic) {
            return diagnostic.code == "shared-memory-limit";
        };
        QCOMPARE(std::ranges::any_of(session.diagnostics(), isWarning), isOver);
    }
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
