/// Shared memory over program order: rows as text, boxes that select, a selection that marks boxes.

#include "passes/workbench/trace/record.h"
#include "passes/workbench/trace/trace_file.h"
#include "tests/support/large_launch.h"
#include "tests/support/test_main.h"
#include "tests/ui/ui_support.h"
#include "ui/common/placeholder.h"
#include "ui/common/theme.h"
#include "ui/run/run_view.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_painter.h"
#include "ui/timeline/timeline_view.h"

#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QMenu>
#include <QTemporaryDir>
#include <QWheelEvent>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

/// A canvas of one launch, in which nothing is selected.
struct ShownCanvas {
    explicit ShownCanvas(LaunchLiveness launch)
    {
        model.setLaunches({std::move(launch)});
        canvas.resize(900, 240);
        canvas.show();
    }

    TimelineModel model;
    TimelineCanvas canvas{model, [](const SharedBuffer&) { return 0; },
                          [](const SharedBuffer&) { return LensRank::None; }};
};

} // namespace

class TestTimeline : public QObject {
    Q_OBJECT

private slots:
    void emptyModel();
    void twoKernelsWithTheirOwnMemory();
    void numbersAreSummed();
    void boxSelectsItsBuffer();
    void programWithoutSharedMemory();
    void launchesWithoutSharedMemoryAreNamed();
    void titlesGiveWayToNumbersOfLaunches();
    void limitIsShownWhereItIsExceeded();
    void overlapsAreHatchedAndNamed();
    void statementsHaveTheLinesOfTheText();
    void statementTellsTheBytesItTouches();
    void placesBeforeTheStepAreOutlined();
    void zoomKeepsWhatIsUnderThePointer();
    void wheelZoomsWithControl();
    void draggingPansAndSelectsNothing();
    void manyIntervalsCostWhatIsInView();
    void sizesOfTheRunAreNamed();
    void colorsOfARecordingAreThoseOfTheCode();
    void byBufferEachHasARow();
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
    QCOMPARE(bytesSummary(launch), QStringLiteral("peak 1,024 · reserved 16,384 · 15,360 could be shared"));
    launch.wasteBytes = 0;
    QCOMPARE(bytesSummary(launch), QStringLiteral("peak 1,024 · reserved 16,384"));
    launch.buffers.resize(3);
    launch.buffers[1].isOutOfScope = true;
    QCOMPARE(bytesSummary(launch), QStringLiteral("1 out of scope · peak 1,024 · reserved 16,384"));
    launch.buffers.clear();
    // What later passes shrink is not wrong yet.
    launch.limit = SharedMemoryLimit{"sm_90", 1024, 8192};
    launch.mayShrink = true;
    QCOMPARE(bytesSummary(launch),
             QStringLiteral("peak 1,024 · reserved 16,384, not compacted and merged yet"));
    QVERIFY(limitWarning(launch).isEmpty());
    launch.mayShrink = false;
    QVERIFY2(bytesSummary(launch).endsWith("bytes (sm_90)"), qPrintable(bytesSummary(launch)));
    QVERIFY(!limitWarning(launch).isEmpty());
    launch.limit.reset();
    launch.wasteBytes = 15360;
    launch.hasSymbolicSizes = true;
    launch.takenText = "1024 + n * 4";
    QVERIFY(bytesSummary(launch).endsWith(QStringLiteral("reserved 1024 + n * 4 bytes")));
    launch.hasSymbolicSizes = false;
    launch.takenText = "1024 + n * 4 = 16384";
    launch.sizes = {{"n", 3840}};
    QCOMPARE(bytesSummary(launch),
             QStringLiteral("peak 1,024 · reserved 16,384 · 15,360 could be shared (1024 + n * 4 = 16384)"));
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

/// Symbolic sizes have the values of the run that is shown, in every step, and kernels as well.
void TestTimeline::sizesOfTheRunAreNamed()
{
    Session session;
    TimelineView view(session);
    RunView runs(session);
    view.resize(900, 260);
    view.show();
    session.openText(QStringLiteral("symbolic.py"), QString::fromUtf8(R"(
@T.prim_func(s_tir=True)
def main(x: T.handle, n: T.int32):
    X = T.match_buffer(x, (n,))
    with T.launch_thread("threadIdx.x", 64) as tx:
        A = T.alloc_buffer((n,), scope="shared.dyn")
        A[tx] = X[tx]
        X[tx] = A[63 - tx]
)"));
    QTRY_VERIFY(session.phase() == Phase::Ready);
    auto* model = view.findChild<TimelineCanvas*>(QStringLiteral("timelineCanvas"));
    auto* title = view.findChild<QLabel*>(QStringLiteral("timelineCanvasTitle"));
    QVERIFY(model && title);
    for (const size_t number : {size_t(0), stepOf(session, "MakePackedAPI")}) {
        TIR_GO_TO(session, number);
        if (number == 0) {
            QVERIFY(title->isHidden());
            runs.run();
        }
        QTRY_VERIFY(!title->isHidden() && session.jobs().running().isEmpty());
        QVERIFY2(title->text().startsWith(QStringLiteral("with n = 64, as in the run of Input (")),
                 qPrintable(title->text()));
    }
    // Another program has no run.
    TIR_OPEN_SAMPLE(session, "two_kernels");
    QTRY_VERIFY(title->isHidden());
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
        model, [](const SharedBuffer&) { return 0; }, [](const SharedBuffer&) { return LensRank::None; });
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

void TestTimeline::titlesGiveWayToNumbersOfLaunches()
{
    const QFontMetricsF metrics{QFont()};
    const auto title = [&](const QString& label, const QString& room) {
        return TimelinePainter::launchTitle(label, metrics, metrics.horizontalAdvance(room) + 1);
    };
    const QString label = QStringLiteral("a_function_with_a_name, launch 2");
    QCOMPARE(title(label, label), label);
    const QString shorter = title(label, QStringLiteral("a_function_, launch 2"));
    QVERIFY2(shorter.contains(u'…') && shorter.endsWith(QStringLiteral(", launch 2")), qPrintable(shorter));
    QCOMPARE(title(label, QStringLiteral(", launch 2")), QStringLiteral("launch 2"));
    QCOMPARE(title(QStringLiteral("main_kernel"), QStringLiteral("main_kernel")),
             QStringLiteral("main_kernel"));
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

void TestTimeline::overlapsAreHatchedAndNamed()
{
    Session session;
    TimelineView view(session);
    view.resize(900, 300);
    view.show();
    auto* canvas = view.findChild<TimelineCanvas*>();
    TIR_OPEN_SAMPLE(session, "museum/overlapping_layers");
    const auto redPixels = [&] {
        const QImage picture = canvas->viewport()->grab().toImage();
        int count = 0;
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                count += picture.pixelColor(x, y) == theme().error;
        return count;
    };
    for (const char* pass : {"BindTarget", "MergeSharedMemoryAllocations"}) {
        TIR_GO_TO(session, stepOf(session, pass));
        QTRY_VERIFY(session.jobs().running().isEmpty());
        const LaunchLiveness launch = sharedMemoryLiveness(session.module()).front();
        const bool hasOverlap = QByteArray(pass) != "BindTarget";
        QCOMPARE(launch.conflicts.size(), size_t(hasOverlap));
        QCOMPARE(bytesSummary(launch).startsWith(QStringLiteral("1 overlap · ")), hasOverlap);
        QCOMPARE(redPixels() > 100, hasOverlap);
    }
    // 'first' and 'upper' share the second half of 'first' from the fourth statement on.
    const QRect first = canvas->rectOf(0, 0);
    const QRect statement = canvas->rectOfStatement(0, 3);
    const QString description = canvas->descriptionAt({statement.center().x(), first.bottom() - 3});
    QVERIFY2(description.startsWith(
                 QStringLiteral("first and upper share bytes 512 to 1,024 while both are live")),
             qPrintable(description));
}

void TestTimeline::statementsHaveTheLinesOfTheText()
{
    Session session;
    TimelineView view(session);
    view.resize(900, 260);
    view.show();
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
    QTRY_VERIFY(session.jobs().running().isEmpty());
    const auto* canvas = view.findChild<TimelineCanvas*>();
    const CodeText& code = session.compared()->after->code;
    for (const int tick : {0, 3}) {
        const QString description = canvas->descriptionAt(canvas->rectOfStatement(0, tick).bottomLeft());
        static const QRegularExpression pattern(QStringLiteral("line (\\d+): (.{6})"));
        const QRegularExpressionMatch match = pattern.match(description);
        QVERIFY2(match.hasMatch(), qPrintable(description));
        const std::string_view line = code.line(match.captured(1).toInt() - 1);
        QVERIFY2(line.find(match.captured(2).toStdString()) != std::string_view::npos,
                 std::string(line).c_str());
    }
}

void TestTimeline::statementTellsTheBytesItTouches()
{
    Session session;
    TimelineView view(session);
    view.resize(900, 260);
    view.show();
    TIR_OPEN_SAMPLE(session, "reverse");
    QTRY_VERIFY(view.findChild<ContentOrPlaceholder*>()->isContentShown());
    QTRY_VERIFY(session.jobs().running().isEmpty());
    auto* canvas = view.findChild<TimelineCanvas*>();
    const LaunchLiveness launch = sharedMemoryLiveness(session.module()).front();
    QVERIFY(!launch.touches.empty());
    const TouchedBytes& touched = launch.touches.front();
    const QPoint point = canvas->rectOfStatement(0, touched.tick).center();
    QVERIFY2(canvas->descriptionAt(point).contains(QStringLiteral("writes %1, bytes %2 to %3")
                                                       .arg(QString::fromStdString(launch.buffers[0].name))
                                                       .arg(touched.begin)
                                                       .arg(touched.end)),
             qPrintable(canvas->descriptionAt(point)));
    const QImage before = canvas->viewport()->grab().toImage();
    QMouseEvent move(QEvent::MouseMove, point, canvas->viewport()->mapToGlobal(point), Qt::NoButton, {}, {});
    QCoreApplication::sendEvent(canvas->viewport(), &move);
    QVERIFY(canvas->viewport()->grab().toImage() != before);
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(canvas->viewport(), &leave);
    QCOMPARE(canvas->viewport()->grab().toImage(), before);
}

void TestTimeline::placesBeforeTheStepAreOutlined()
{
    Session session;
    TIR_OPEN_SAMPLE(session, "two_kernels");
    const size_t merge = stepOf(session, "MergeSharedMemoryAllocations");
    const Recording& recording = *session.recording();
    TimelineModel model;
    model.setLaunches(sharedMemoryLiveness(recording.module(merge)),
                      sharedMemoryLiveness(recording.module(recording.previous(merge))));
    QCOMPARE(model.former().size(), model.launches().size());
    QCOMPARE(model.former()[0].takenBytes, int64_t(1536));
    QVERIFY(!model.former()[0].places.empty());
    model.setLaunches(sharedMemoryLiveness(recording.module(merge)));
    QVERIFY(model.former()[0].places.empty());
}

void TestTimeline::zoomKeepsWhatIsUnderThePointer()
{
    ShownCanvas shown(largeLaunch(40));
    TimelineCanvas& canvas = shown.canvas;
    const QRect statement = canvas.rectOfStatement(0, 40);
    const int x = statement.center().x();
    for (int i = 0; i < 12; ++i)
        canvas.zoom(1.25, x);
    const QRect larger = canvas.rectOfStatement(0, 40);
    QVERIFY(larger.width() > 10 * statement.width());
    QVERIFY2(larger.contains(x, larger.center().y()), qPrintable(QString::number(larger.x())));
    for (int i = 0; i < 20; ++i)
        canvas.zoom(0.8, x);
    QCOMPARE(canvas.rectOfStatement(0, 40), statement);
}

void TestTimeline::wheelZoomsWithControl()
{
    ShownCanvas shown(largeLaunch(40));
    TimelineCanvas& canvas = shown.canvas;
    const auto width = [&] { return canvas.rectOfStatement(0, 40).width(); };
    const auto turn = [&](int notch, Qt::KeyboardModifiers modifiers) {
        const QPointF at(450, 120);
        QWheelEvent wheel(at, canvas.viewport()->mapToGlobal(at), {}, {0, notch}, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(canvas.viewport(), &wheel);
    };
    const int before = width();
    turn(120, {});
    QCOMPARE(width(), before);
    for (int i = 0; i < 6; ++i)
        turn(120, Qt::ControlModifier);
    QVERIFY2(width() > 2 * before, qPrintable(QString::number(width())));
    for (int i = 0; i < 6; ++i)
        turn(-120, Qt::ControlModifier);
    QCOMPARE(width(), before);
}

void TestTimeline::draggingPansAndSelectsNothing()
{
    ShownCanvas shown(largeLaunch(200));
    TimelineCanvas& canvas = shown.canvas;
    canvas.zoom(8, 450);
    QSignalSpy buffers(&canvas, &TimelineCanvas::bufferClicked);
    const QRect before = canvas.rectOfStatement(0, 100);
    QWidget* viewport = canvas.viewport();
    QTest::mousePress(viewport, Qt::LeftButton, {}, {500, 120});
    for (const int x : {480, 440, 400})
        QTest::mouseMove(viewport, {x, 120});
    QTest::mouseRelease(viewport, Qt::LeftButton, {}, {400, 120});
    QCOMPARE(canvas.rectOfStatement(0, 100).x(), before.x() - 100);
    QCOMPARE(buffers.count(), 0);
}

/// All of a hundred thousand boxes are a picture, and labels are placed for the visible ones.
void TestTimeline::manyIntervalsCostWhatIsInView()
{
    TimelineModel model;
    model.setLaunches({largeLaunch(100000)});
    int painted = 0;
    TimelineCanvas canvas(
        model,
        [&](const SharedBuffer&) {
            ++painted;
            return 0;
        },
        [](const SharedBuffer&) { return LensRank::None; });
    canvas.resize(900, 240);
    canvas.show();
    const QImage whole = canvas.viewport()->grab().toImage();
    QVERIFY2(painted < 60000,
             qPrintable(QString::number(painted))); // boxes that share pixels are painted once
    for (int i = 0; i < 100; ++i)
        canvas.zoom(1.25, 450);
    painted = 0;
    QVERIFY(canvas.viewport()->grab().toImage() != whole);
    QVERIFY2(painted > 0 && painted < 1000, qPrintable(QString::number(painted)));
}

/// In a recording, names are matched over the steps after the first step is shown.
void TestTimeline::colorsOfARecordingAreThoseOfTheCode()
{
    const QTemporaryDir folder;
    const QString trace = folder.filePath(QStringLiteral("run.tirtrace"));
    {
        const OpenedProgram program = openFile(samplePath(QStringLiteral("two_kernels")).toStdString());
        const auto recording = record(program, {.pipeline = "split"});
        QVERIFY(recording);
        QFile file(trace);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(toJson(RecordedRun{program, *recording})));
    }
    Session session;
    TimelineView view(session);
    view.resize(900, 260);
    view.show();
    session.setStartStep(3);
    session.openFile(trace);
    QTRY_COMPARE(session.phase(), Phase::Ready);
    QVERIFY(session.isRecorded());
    QTRY_VERIFY(!session.lineCounts().empty());
    const auto picture = [&] {
        return view.findChild<TimelineCanvas*>(QStringLiteral("timelineCanvas"))
            ->viewport()
            ->grab()
            .toImage();
    };
    QTRY_VERIFY(session.jobs().running().isEmpty());
    QVERIFY(view.findChild<ContentOrPlaceholder*>()->isContentShown());
    const QImage opened = picture();
    TIR_GO_TO(session, 2);
    QTRY_VERIFY(session.jobs().running().isEmpty());
    TIR_GO_TO(session, 3);
    QTRY_VERIFY(session.jobs().running().isEmpty());
    QCOMPARE(picture(), opened);
}

void TestTimeline::byBufferEachHasARow()
{
    Session session;
    TimelineView view(session);
    view.resize(900, 260);
    view.show();
    TIR_OPEN_SAMPLE(session, "two_kernels");
    TIR_GO_TO(session, stepOf(session, "MergeSharedMemoryAllocations"));
    QTRY_VERIFY(session.jobs().running().isEmpty());
    auto* canvas = view.findChild<TimelineCanvas*>(QStringLiteral("timelineCanvas"));
    auto* byBuffer = view.findChild<QAction*>(QStringLiteral("timeline-by-buffer"));
    QVERIFY(byBuffer && !byBuffer->isChecked());
    const auto rect = [&](size_t buffer) { return canvas->rectOf(0, buffer); };
    // 'values' and 'folded' have the same bytes.
    QCOMPARE(rect(0).top(), rect(2).top());
    const QRect byAddress = rect(0);

    byBuffer->trigger();
    QVERIFY(rect(0).bottom() < rect(1).top() && rect(1).bottom() < rect(2).top());
    QVERIFY2(canvas->descriptionAt(rect(2).center()).startsWith(QStringLiteral("folded: float32(128,)")),
             qPrintable(canvas->descriptionAt(rect(2).center())));
    const auto selected = [&] {
        const Node* identity = session.selection().identity;
        return identity && identity->kind == NodeKind::Buffer ? std::string(to<Buffer>(*identity).name)
                                                              : std::string();
    };
    QTest::mouseClick(canvas->viewport(), Qt::LeftButton, {}, rect(2).center());
    QCOMPARE(selected(), std::string("folded"));
    QTest::mouseClick(canvas->viewport(), Qt::LeftButton, {}, {30, rect(1).center().y()}); // its name
    QCOMPARE(selected(), std::string("squares"));

    // Wherever the context menu opens.
    for (const QPoint point : {QPoint(1, 1), rect(1).center()}) {
        emit canvas->customContextMenuRequested(point);
        QMenu* menu = canvas->findChildren<QMenu*>(QStringLiteral("pictureMenu")).back();
        QVERIFY(menu->actions().contains(byBuffer));
        menu->close();
    }
    byBuffer->trigger();
    QCOMPARE(rect(0), byAddress);
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
