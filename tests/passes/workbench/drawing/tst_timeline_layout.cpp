/// The timeline's geometry in numbers: a plot of 100 pixels for 1000 bytes and 10 pixels a statement, so
/// that every expected value can be read off.

#include "passes/workbench/drawing/timeline_layout.h"
#include "tests/support/test_main.h"

#include <QtTest>

#include <random>

using namespace tir;

namespace {

/// Ten statements are 100 pixels wide; 200 pixels are for addresses.
TimelineOptions plainOptions()
{
    TimelineOptions options;
    options.width = 100;
    options.height = 200;
    options.leftMargin = options.topMargin = options.rightMargin = options.bottomMargin = 0;
    options.characterWidth = 5;
    options.lineHeight = 10;
    return options;
}

SharedBuffer buffer(std::string name, int64_t offset, int64_t size, int first, int last)
{
    SharedBuffer made;
    made.name = std::move(name);
    made.sizeBytes = size;
    made.sizeText = std::to_string(size);
    made.offsetBytes = offset;
    made.offsetText = offset < 0 ? std::string() : std::to_string(offset);
    made.firstTick = first;
    made.lastTick = last;
    return made;
}

LaunchLiveness launchOf(std::vector<SharedBuffer> buffers, int64_t taken, size_t ticks = 10)
{
    LaunchLiveness launch;
    launch.ticks.resize(ticks);
    launch.buffers = std::move(buffers);
    launch.takenBytes = taken;
    return launch;
}

QString texts(const std::vector<AxisMark>& marks)
{
    QString text;
    for (const AxisMark& mark : marks)
        text += QString("%1@%2 ").arg(QString::fromStdString(mark.label)).arg(mark.position);
    return text.trimmed();
}

/// label@y, …
QString linesOf(const TimelineLayout& layout)
{
    QStringList texts;
    for (const MemoryLine& line : layout.lines)
        texts << QString("%1@%2").arg(QString::fromStdString(line.label)).arg(line.y);
    return texts.join(", ");
}

} // namespace

class TestTimelineLayout : public QObject {
    Q_OBJECT
private slots:
    void emptyLaunchHasNoPlot()
    {
        const TimelineLayout layout = layoutTimeline({}, plainOptions());
        QCOMPARE(layout.plot.height, 0.0);
        QVERIFY(layout.boxes.empty());
        QVERIFY(layout.addressMarks.empty());
        QVERIFY(!layout.tickAt(50));
        QCOMPARE(layout.boxAt(50, 50), nullptr);
    }

    void boxesCoverTheirTicksAndBytes()
    {
        const LaunchLiveness launch =
            launchOf({buffer("A", 0, 500, 0, 4), buffer("B", 500, 250, 3, 9)}, 1000);
        const TimelineLayout layout = layoutTimeline(launch, plainOptions());
        QCOMPARE(layout.boxes.size(), size_t(2));
        QCOMPARE(layout.boxes[0].rect, (Rect{0, 0, 50, 100}));
        QCOMPARE(layout.boxes[1].rect, (Rect{30, 100, 70, 50}));
        QVERIFY(layout.boxes[0].kind == BoxKind::Live);
        QVERIFY(!layout.unusedFrom);
    }

    void marginsMoveThePlot()
    {
        TimelineOptions options = plainOptions();
        options.leftMargin = 40;
        options.topMargin = 5;
        options.width = 140;
        options.height = 205;
        const TimelineLayout layout = layoutTimeline(launchOf({buffer("A", 0, 1000, 1, 1)}, 1000), options);
        QCOMPARE(layout.plot, (Rect{40, 5, 100, 200}));
        QCOMPARE(layout.boxes[0].rect, (Rect{50, 5, 10, 200}));
    }

    void zoomStretchesProgramOrderOnly()
    {
        TimelineOptions options = plainOptions();
        options.zoom = 3;
        const TimelineLayout layout = layoutTimeline(launchOf({buffer("A", 0, 500, 2, 3)}, 1000), options);
        QCOMPARE(layout.width, 300.0);
        QCOMPARE(layout.boxes[0].rect, (Rect{60, 0, 60, 100}));
    }

    void everythingHasItsKind()
    {
        SharedBuffer outside = buffer("out", 0, 100, 1, 2);
        outside.isOutOfScope = true;
        SharedBuffer symbolic = buffer("sym", -1, -1, 0, 1);
        symbolic.sizeText = "n * 4";
        const TimelineLayout layout = layoutTimeline(
            launchOf({buffer("unused", 0, 100, -1, -1), outside, symbolic}, 100), plainOptions());
        QVERIFY(layout.boxes[0].kind == BoxKind::Unused);
        QCOMPARE(layout.boxes[0].rect.width, 100.0); // the whole launch
        QVERIFY(layout.boxes[1].kind == BoxKind::OutOfScope);
        QVERIFY(layout.boxes[2].kind == BoxKind::Unplaced);
        // One lane of 10 + 4 pixels is taken from the plot and is below it.
        QCOMPARE(layout.plot.height, 186.0);
        QCOMPARE(layout.boxes[2].rect, (Rect{0, 190, 20, 10}));
        QCOMPARE(layout.lanesY.value_or(-1), 190.0);
    }

    void memoryBeyondTheAllocationIsReported()
    {
        SharedBuffer outside = buffer("out", 500, 500, 0, 9);
        outside.isOutOfScope = true;
        const TimelineLayout layout = layoutTimeline(launchOf({outside}, 0), plainOptions());
        QCOMPARE(layout.addressEnd, int64_t(1000));
        QCOMPARE(layout.unusedFrom.value(), 0.0); // nothing is allocated here
    }

    void smallBuffersStayVisible()
    {
        const TimelineLayout layout =
            layoutTimeline(launchOf({buffer("tiny", 0, 4, 0, 0)}, 100000), plainOptions());
        QVERIFY(layout.boxes[0].rect.height >= 3);
    }

    void words_data()
    {
        QTest::addColumn<int>("size");
        QTest::addColumn<int>("ticks");
        QTest::addColumn<QString>("label");
        QTest::addColumn<QString>("detail");

        // Five pixels a character, one character of padding; 10 pixels a line, 200 pixels for 1000 bytes.
        QTest::newRow("two lines") << 1000 << 10 << "accumulator"
                                   << "1,000 bytes at 0";
        QTest::newRow("no room for the detail") << 1000 << 7 << "accumulator"
                                                << "";
        QTest::newRow("shortened") << 1000 << 5 << "accu…ator"
                                   << "";
        QTest::newRow("too narrow, beside it") << 1000 << 2 << "accumulator"
                                               << "";
        QTest::newRow("too low, beside it") << 30 << 10 << "accumulator"
                                            << "";
    }

    void words()
    {
        QFETCH(int, size);
        QFETCH(int, ticks);
        const TimelineLayout layout =
            layoutTimeline(launchOf({buffer("accumulator", 0, size, 0, ticks - 1)}, 1000), plainOptions());
        QTEST(QString::fromStdString(layout.boxes[0].label), "label");
        QTEST(QString::fromStdString(layout.boxes[0].detail), "detail");
    }

    void formulasGiveWayToNumbers()
    {
        SharedBuffer symbolic = buffer("accumulator", 0, 1000, 0, 9);
        const auto detailOf = [&](const char* size) {
            symbolic.sizeText = size;
            const TimelineLayout layout = layoutTimeline(launchOf({symbolic}, 1000), plainOptions());
            return QString::fromStdString(layout.boxes[0].detail);
        };
        QCOMPARE(detailOf("n = 1000"), QString("n = 1000 bytes at 0"));
        QCOMPARE(detailOf("(n + 500) * 2 = 1000"), QString("1,000 bytes at 0"));
    }

    /// In any case: labels are inside of their box, or beside it and on no box, and on no other labels.
    void wordsNeverOverlap()
    {
        std::mt19937 random(7);
        const auto below = [&](int bound) { return int(random() % unsigned(bound)); };
        int labels = 0;
        int details = 0;
        int beside = 0;
        for (int round = 0; round < 500; ++round) {
            std::vector<SharedBuffer> buffers;
            for (int i = below(12); i >= 0; --i) {
                const int first = below(10);
                const int64_t size = below(8) == 0 ? -1 : 16 << below(9);
                buffers.push_back(buffer(std::string(size_t(1 + below(12)), 'b'), 64 * below(64), size, first,
                                         first + below(10 - first)));
                buffers.back().sizeText = size < 0 ? "n * 4 + 12" : std::to_string(size);
                buffers.back().isOutOfScope = below(5) == 0;
            }
            TimelineOptions options = plainOptions();
            options.width = 100 + below(900);
            // Letters differ in width, and characters take more than one byte.
            if (round % 2)
                options.textWidth = [](std::string_view text) { return 3.5 * double(text.size()) + 4; };
            const auto widthOf = [&](const std::string& text) {
                return options.textWidth ? options.textWidth(text)
                                         : 5.0 * QString::fromStdString(text).size();
            };
            const TimelineLayout layout = layoutTimeline(launchOf(buffers, 4096), options);
            std::vector<Rect> words;
            for (const TimelineBox& box : layout.boxes) {
                labels += !box.label.empty();
                details += !box.detail.empty();
                QCOMPARE(box.label.empty(), box.labelRect == Rect());
                QCOMPARE(box.detail.empty(), box.detailRect == Rect());
                const auto isOver = [&](const TimelineBox& other) {
                    return box.labelRect.x < other.rect.right() && other.rect.x < box.labelRect.right() &&
                           box.labelRect.y < other.rect.bottom() && other.rect.y < box.labelRect.bottom();
                };
                // A lane is of one buffer alone.
                const bool isLane = box.kind == BoxKind::Unplaced;
                const bool isBeside = !isLane && !box.label.empty() && !box.hasLabelInside();
                if (isBeside)
                    QVERIFY(box.detail.empty() && std::ranges::none_of(layout.boxes, isOver));
                beside += isBeside;
                const Rect& room = isLane || isBeside ? layout.plot : box.rect;
                for (const auto& [text, rect] :
                     {std::pair(box.label, box.labelRect), std::pair(box.detail, box.detailRect)}) {
                    if (text.empty())
                        continue;
                    QVERIFY(rect.width >= widthOf(text));
                    QVERIFY(rect.x >= room.x && rect.right() <= room.right());
                    QVERIFY(isBeside ||
                            (rect.y >= box.rect.y - 1e-9 && rect.bottom() <= box.rect.bottom() + 1e-9));
                    for (const Rect& other : words)
                        QVERIFY(rect.x >= other.right() || other.x >= rect.right() ||
                                rect.y >= other.bottom() || other.y >= rect.bottom());
                    words.push_back(rect);
                }
            }
        }
        QVERIFY(labels > 500 && details > 200 && beside > 50);
    }

    void sizesAreLines_data()
    {
        QTest::addColumn<QList<int>>("bytes"); // peak, lower bound, reserved, reserved before
        QTest::addColumn<QString>("expected");
        // 200 pixels for 1000 bytes.
        QTest::newRow("all the same")
            << QList{1000, 1000, 1000, -1} << "peak = lower bound = reserved 1,000@200";
        QTest::newRow("all different")
            << QList{250, 500, 1000, -1} << "peak 250@50, lower bound 500@100, reserved 1,000@200";
        QTest::newRow("as before") << QList{500, 500, 1000, 1000}
                                   << "peak = lower bound 500@100, reserved 1,000@200";
        QTest::newRow("a bound as much as before")
            << QList{500, 1000, 500, 1000}
            << "peak = reserved 500@100, lower bound = reserved before 1,000@200";
        QTest::newRow("more before") << QList{500, 500, 500, 1000}
                                     << "peak = lower bound = reserved 500@100, reserved before 1,000@200";
        QTest::newRow("nothing is used") << QList{0, 0, 1000, -1} << "reserved 1,000@200";
    }

    void sizesAreLines()
    {
        QFETCH(QList<int>, bytes);
        LaunchLiveness launch = launchOf({}, bytes[2]);
        launch.peakLiveBytes = bytes[0];
        launch.lowerBound = bytes[1];
        TimelineOptions options = plainOptions();
        options.former.takenBytes = bytes[3];
        options.characterWidth = 1;
        QTEST(linesOf(layoutTimeline(launch, options)), "expected");
    }

    void limitsAreLinesWhereTheyAreNear()
    {
        std::optional<SharedMemoryLimit> target;
        const auto lines = [&](int64_t taken, int64_t fixed = 0) {
            TimelineOptions options = plainOptions();
            options.characterWidth = 1;
            options.height = 227;
            LaunchLiveness launch = launchOf({}, taken);
            launch.staticBytes = fixed;
            launch.limit = target;
            return linesOf(layoutTimeline(launch, options));
        };
        QCOMPARE(lines(20 * 1024), "reserved 20,480@227");
        QCOMPARE(lines(24 * 1024, 24 * 1024), "reserved 24,576@113.5, limit 49,152 (static)@227");
        QCOMPARE(lines(24 * 1024), "reserved 24,576@227"); // dynamic
        QCOMPARE(lines(227 * 1024, 1024),
                 "limit 49,152 (static)@48, limit 101,376 (sm_86)@99, limit 166,912 (sm_80)@163, "
                 "reserved 232,448@227, limit 232,448 (sm_90)@227");
        // Other devices do not matter once the target is known.
        target = sharedMemoryLimit("sm_90");
        QCOMPARE(lines(227 * 1024, 1024),
                 "limit 49,152 (static)@48, reserved 232,448@227, limit 232,448 (sm_90)@227");
        QCOMPARE(lines(227 * 1024), "reserved 232,448@227, limit 232,448 (sm_90)@227");
    }

    void aCommonScaleMakesEqualSizesEqual()
    {
        const auto layout = [](int64_t bytes, double height, const TimelineScale& scale) {
            TimelineOptions options = plainOptions();
            options.height = height;
            options.scale = scale;
            return layoutTimeline(launchOf({buffer("A", 0, bytes, 0, 9)}, bytes), options);
        };
        const TimelineLayout small = layout(400, 150, {});
        const TimelineScale scale{1000, small.plot.height};
        const TimelineLayout above = layout(400, 150, scale);
        const TimelineLayout below = layout(1000, 227, scale);
        QCOMPARE(above.addressEnd, below.addressEnd);
        QCOMPARE(above.plot.height, below.plot.height);
        QCOMPARE(above.boxes[0].rect.height / 400, below.boxes[0].rect.height / 1000);
        QVERIFY(below.plot.bottom() <= below.height);
    }

    void theMarginIsAsWideAsTheLabels()
    {
        constexpr int64_t Bytes = 137'438'953'408;
        TimelineOptions options = plainOptions();
        options.leftMargin = 10;
        options.characterWidth = 7;
        const LaunchLiveness launch = launchOf({buffer("A", 0, Bytes, 0, 9)}, Bytes);
        const TimelineLayout layout = layoutTimeline(launch, withRoomForAddresses(options, launch));
        for (const AxisMark& mark : layout.addressMarks)
            QVERIFY(double(mark.label.size()) * options.characterWidth <= layout.plot.x);
    }

    void exceededLimitIsALine()
    {
        LaunchLiveness launch = launchOf({buffer("A", 0, 1000, 0, 9)}, 1000);
        const auto exceeded = [&] {
            for (const MemoryLine& line : layoutTimeline(launch, plainOptions()).lines)
                if (line.kind == MemoryLineKind::Exceeded)
                    return line.y;
            return -1.0;
        };
        QCOMPARE(exceeded(), -1.0);
        launch.limit = SharedMemoryLimit{"sm_x", 400, 1000};
        QCOMPARE(exceeded(), -1.0); // dynamic, and just enough
        launch.limit->totalBytes = 500;
        QCOMPARE(exceeded(), 100.0);
        launch.staticBytes = 1000;
        QCOMPARE(exceeded(), 80.0);
        QVERIFY(launch.isOverLimit());
    }

    void labelsOfCloseLinesAreApart()
    {
        LaunchLiveness launch = launchOf({}, 1000);
        launch.peakLiveBytes = 980;
        TimelineOptions options = plainOptions();
        options.width = 400;
        const TimelineLayout layout = layoutTimeline(launch, options);
        QCOMPARE(layout.lines.size(), size_t(2));
        // Above the upper line and under the lower one.
        QVERIFY(layout.lines[0].labelRect.bottom() < layout.lines[0].y);
        QVERIFY(layout.lines[1].labelRect.y > layout.lines[1].y);
    }

    void aLowBoxHasItsNameBesideIt()
    {
        const auto wordsOf = [](const LaunchLiveness& launch) {
            TimelineOptions options = plainOptions();
            options.characterWidth = 1;
            return layoutTimeline(launch, options).boxes.front();
        };
        const TimelineBox low = wordsOf(launchOf({buffer("row", 500, 10, 5, 9)}, 1000));
        QCOMPARE(low.label, std::string("row"));
        QVERIFY(low.labelRect.y > low.rect.bottom());
        // Where others are on both sides, it would be theirs.
        QVERIFY(wordsOf(launchOf({buffer("row", 500, 10, 5, 9), buffer("A", 0, 500, 0, 9),
                                  buffer("B", 510, 490, 0, 9)},
                                 1000))
                    .label.empty());
    }

    void aNarrowBoxHasItsNameBesideIt()
    {
        const auto boxOf = [](std::vector<SharedBuffer> buffers) {
            return layoutTimeline(launchOf(std::move(buffers), 1000), plainOptions()).boxes.front();
        };
        const SharedBuffer narrow = buffer("narrow", 0, 200, 3, 3);
        const TimelineBox right = boxOf({narrow});
        QCOMPARE(right.label, std::string("narrow"));
        QVERIFY(right.labelRect.x >= right.rect.right());
        QCOMPARE(right.labelRect.center().y, right.rect.center().y);
        // At the left where the right is taken, or the plot ends.
        QVERIFY(boxOf({buffer("narrow", 0, 200, 8, 8)}).labelRect.right() <= 80);
        // Below where both sides are taken.
        const TimelineBox below = boxOf({narrow, buffer("A", 0, 200, 0, 2), buffer("B", 0, 200, 4, 9)});
        QVERIFY(below.labelRect.y >= below.rect.bottom());
        // Else in the box, as far as it fits.
        QCOMPARE(boxOf({buffer("narrow", 0, 200, 3, 5), buffer("A", 0, 200, 0, 2), buffer("B", 0, 200, 6, 9),
                        buffer("C", 200, 800, 0, 9)})
                     .label,
                 std::string("na…ow"));
    }

    /// A label that others push to an end of its box is not on the border.
    void labelsKeepAwayFromBorders()
    {
        LaunchLiveness launch = launchOf({buffer("wide", 0, 500, 0, 9)}, 1000);
        launch.peakLiveBytes = 200; // its label is over the middle of the box
        TimelineOptions options = plainOptions();
        const TimelineBox box = layoutTimeline(launch, options).boxes.front();
        QCOMPARE(box.label, std::string("wide"));
        QVERIFY(box.labelRect.y >= box.rect.y + 3);
        QVERIFY(std::max(box.labelRect.bottom(), box.detailRect.bottom()) <= box.rect.bottom() - 3);
    }

    void loopsAreBracketsAboveThePlot()
    {
        LaunchLiveness launch = launchOf({buffer("A", 0, 1000, 0, 9)}, 1000);
        launch.loops = {LoopBracket{"k", "16", 16, 1, 8, 0, NoPlace},
                        LoopBracket{"j", "n", -1, 2, 3, 1, NoPlace},
                        LoopBracket{"", "x > 0", -1, 5, 8, 1, NoPlace}};
        TimelineOptions options = plainOptions();
        options.width = 200;
        options.height = 220;
        const TimelineLayout layout = layoutTimeline(launch, options);
        QCOMPARE(layout.plot, (Rect{0, 20, 200, 200}));
        QCOMPARE(layout.loops.size(), size_t(3));
        QCOMPARE(layout.loops[0].rect, (Rect{20, 0, 160, 10}));
        QCOMPARE(layout.loops[0].label, std::string("k × 16"));
        QCOMPARE(layout.loops[1].rect, (Rect{40, 10, 40, 10}));
        QCOMPARE(layout.loops[1].label, std::string("j × n"));
        QCOMPARE(layout.loops[2].label, std::string("while"));
        options.width = 160; // 48 pixels for the label of the second loop become 22
        QCOMPARE(layoutTimeline(launch, options).loops[1].label, std::string("×n"));
        // Any number of nested loops takes four rows at most.
        for (int depth = 2; depth < 40; ++depth)
            launch.loops.push_back(LoopBracket{"m", "2", 2, 1, 2, depth, NoPlace});
        QCOMPARE(layoutTimeline(launch, options).plot.y, 40.0);
    }

    void conflictsAreWhereBothLive()
    {
        LaunchLiveness launch = launchOf({buffer("A", 0, 500, 0, 6), buffer("B", 250, 500, 2, 9)}, 1000);
        launch.conflicts = {{0, 1, 250, 500, 2, 6}};
        const TimelineLayout layout = layoutTimeline(launch, plainOptions());
        QCOMPARE(layout.conflicts.size(), size_t(1));
        QCOMPARE(layout.conflicts[0].rect, (Rect{20, 50, 50, 50}));
        QCOMPARE(layout.conflicts[0].label, std::string("A / B"));
    }

    void placesBeforeAreOutlines()
    {
        TimelineOptions options = plainOptions();
        options.former = {{{0, 500, 500}}, 1000};
        const TimelineLayout layout = layoutTimeline(launchOf({buffer("A", 0, 500, 2, 6)}, 500), options);
        QCOMPARE(layout.addressEnd, int64_t(1000));
        QCOMPARE(layout.outlines.size(), size_t(1));
        QCOMPARE(layout.outlines[0].rect, (Rect{20, 100, 50, 100}));
    }

    void byBufferEachHasARowInOrderOfFirstUse()
    {
        SharedBuffer symbolic = buffer("sym", -1, -1, 2, 3);
        symbolic.sizeText = "n * 4";
        const LaunchLiveness launch = launchOf({buffer("unused", 0, 100, -1, -1), buffer("B", 500, 500, 5, 9),
                                                buffer("A", 0, 500, 0, 4), symbolic},
                                               1000);
        TimelineOptions options = plainOptions();
        options.isByBuffer = true;
        options.width = 300;
        options.leftMargin = 100; // more than names and sizes need
        options.former = {{{1, 0, 500}}, 2000};
        const TimelineLayout layout = layoutTimeline(launch, options);
        // Rows of 24 pixels with two lines of text and a gap.
        QCOMPARE(layout.plot, (Rect{100, 0, 200, 96}));
        QCOMPARE(layout.height, 96.0);
        QCOMPARE(layout.boxes[2].rect, (Rect{100, 2, 100, 20}));
        QCOMPARE(layout.boxes[3].rect, (Rect{140, 26, 40, 20}));
        QCOMPARE(layout.boxes[1].rect, (Rect{200, 50, 100, 20}));
        QCOMPARE(layout.boxes[0].rect, (Rect{100, 74, 200, 20}));
        QVERIFY(layout.boxes[0].kind == BoxKind::Unused);
        QVERIFY(layout.boxes[3].kind == BoxKind::Unplaced);
        QCOMPARE(texts(layout.addressMarks), "@24 @48 @72");
        QCOMPARE(texts(layout.tickMarks), "2@130 4@170 6@210 8@250 10@290"); // as by address
        QVERIFY(layout.lines.empty() && layout.outlines.empty());
        QVERIFY(!layout.lanesY && !layout.unusedFrom);
        // The last quarter of B.
        QCOMPARE(layout.rectOf(1, 5, 5, 875, 1000), (Rect{200, 65, 20, 5}));
    }

    void byBufferNamesAndSizesAreBesideTheRows()
    {
        LaunchLiveness launch = launchOf({buffer("A", 0, 500, 0, 4), buffer("B", 500, 2000, 5, 9)}, 2500);
        TimelineOptions options = plainOptions();
        options.isByBuffer = true;
        options.width = 300;
        TimelineLayout layout = layoutTimeline(launch, options);
        QCOMPARE(layout.plot.x, 75.0); // "B" and "2,000 bytes", and three gaps
        QCOMPARE(layout.boxes[0].label, std::string("A"));
        QCOMPARE(layout.boxes[0].labelRect, (Rect{5, 7, 5, 10}));
        QCOMPARE(layout.boxes[0].detail, std::string("500 bytes"));
        QCOMPARE(layout.boxes[0].detailRect, (Rect{25, 7, 45, 10}));
        QCOMPARE(layout.boxes[1].detail, std::string("2,000 bytes"));
        // A name is a part of its row, the ground beside it is not.
        QCOMPARE(layout.boxAt(7, 12)->buffer, size_t(0));
        QCOMPARE(layout.boxAt(7, 36)->buffer, size_t(1));
        QCOMPARE(layout.boxAt(15, 12), nullptr);
        // They stay in view where the plot is scrolled, even beyond the box.
        options.zoom = 4;
        layout = layoutTimeline(launch, options);
        placeWords(layout, launch, options, {600, 0, 200, 200});
        QCOMPARE(layout.boxes[0].labelRect.x, 605.0);
        placeWords(layout, launch, options, {600, 30, 200, 200}); // the first row is above
        QVERIFY(layout.boxes[0].label.empty());
        QCOMPARE(layout.boxes[1].label, std::string("B"));
        // Long names get a third of the width, and leave out the size.
        launch.buffers[0].name = "accumulator_of_everything";
        options.zoom = 1;
        layout = layoutTimeline(launch, options);
        QCOMPARE(layout.plot.x, 100.0);
        QVERIFY(layout.boxes[0].detail.empty());
        QVERIFY(layout.boxes[0].labelRect.right() <= 95);
        QVERIFY(layout.boxes[0].label.find("…") != std::string::npos);
        // Any number of rows has room for the names.
        launch.buffers.resize(40);
        QCOMPARE(layoutTimeline(launch, options).height, 40 * 14.0);
        QCOMPARE(layoutTimeline(launchOf({}, 0), options).plot.height, 0.0);
    }

    void byBufferConflictsAreInBothRows()
    {
        LaunchLiveness launch = launchOf({buffer("A", 0, 500, 0, 6), buffer("B", 250, 500, 2, 9)}, 1000);
        launch.conflicts = {{0, 1, 250, 500, 2, 6}};
        TimelineOptions options = plainOptions();
        options.isByBuffer = true;
        options.leftMargin = 100;
        options.width = 200;
        const TimelineLayout layout = layoutTimeline(launch, options);
        QCOMPARE(layout.conflicts.size(), size_t(2));
        // The second half of A, the first one of B.
        QCOMPARE(layout.conflicts[0].rect, (Rect{120, 12, 50, 10}));
        QCOMPARE(layout.conflicts[1].rect, (Rect{120, 26, 50, 10}));
        for (const ConflictBox& box : layout.conflicts) {
            QCOMPARE(box.conflict, size_t(0));
            QCOMPARE(box.label, std::string("A / B"));
        }
    }

    void buffersThatMovedHaveAFormerPlace()
    {
        const LaunchLiveness before =
            launchOf({buffer("A", 0, 8, 0, 1), buffer("B", 8, 8, 0, 1), buffer("B", 16, 8, 0, 1)}, 24);
        LaunchLiveness after =
            launchOf({buffer("B", 0, 8, 0, 1), buffer("A", 0, 8, 2, 3), buffer("C", 8, 8, 0, 1)}, 16);
        QVERIFY(formerLayout({}, std::vector{after}, 0).places.empty());
        const FormerLayout former = formerLayout(std::vector{before}, std::vector{after}, 0);
        QCOMPARE(former.takenBytes, int64_t(24));
        QCOMPARE(former.places.size(), size_t(1)); // A stayed, C is new
        QVERIFY(former.places[0] == (FormerLayout::Place{0, 8, 8}));
        after.label = "main_kernel"; // the only launch is the same one under any name
        QCOMPARE(formerLayout(std::vector{before}, std::vector{after}, 0).places.size(), size_t(1));
        QVERIFY(formerLayout(std::vector{before, before}, std::vector{after}, 0).places.empty());
    }

    void axisCountsLinesOfTheText()
    {
        LaunchLiveness launch = launchOf({buffer("A", 0, 1000, 0, 1)}, 1000, 2);
        launch.ticks[0] = {7, false, "A[tx] = X[tx] + Y[tx]"};
        launch.ticks[1] = {9, false, "f()"};
        TimelineOptions options = plainOptions();
        options.lineOf = [](Place place) { return 10 * int(place); };
        QCOMPARE(texts(layoutTimeline(launch, options).tickMarks), "70@25 90@75");
        QVERIFY(layoutTimeline(launch, options).statements.size() == 2);
        QCOMPARE(layoutTimeline(launch, options).statements[0].words, std::string("A[tx] = …"));
        options.width = 90; // less than ten characters for a statement
        QVERIFY(layoutTimeline(launch, options).statements.empty());
    }

    void wordsArePlacedForThePartInView()
    {
        const LaunchLiveness launch =
            launchOf({buffer("first", 0, 1000, 0, 3), buffer("second", 0, 1000, 5, 9)}, 1000);
        TimelineOptions options = plainOptions();
        options.zoom = 4;
        options.hasWords = false;
        TimelineLayout layout = layoutTimeline(launch, options);
        QVERIFY(layout.boxes[0].label.empty() && layout.boxes[1].label.empty());
        placeWords(layout, launch, options, {100, 0, 70, 200});
        QVERIFY(layout.boxes[0].labelRect.x > 100); // where the box is in view
        QVERIFY(layout.boxes[1].label.empty());
        placeWords(layout, launch, options, {200, 0, 200, 200});
        QVERIFY(layout.boxes[0].label.empty());
        QCOMPARE(layout.boxes[1].label, std::string("second"));
    }

    void marksKeepTheirDistance()
    {
        const TimelineLayout layout = layoutTimeline(launchOf({}, 1024), plainOptions());
        // 200 pixels for 1024 bytes: the least power of two not under 22 pixels is 128 (25 pixels).
        QCOMPARE(texts(layout.addressMarks),
                 "0@0 128@25 256@50 384@75 512@100 640@125 768@150 896@175 1,024@200");
        // 10 pixels a statement: every fifth is 50 pixels apart; marks are at the middle of the column.
        QCOMPARE(texts(layout.tickMarks), "5@45 10@95");
    }

    void barriersStandInTheirColumn()
    {
        LaunchLiveness launch = launchOf({}, 16);
        launch.ticks[3].isBarrier = true;
        const TimelineLayout layout = layoutTimeline(launch, plainOptions());
        QCOMPARE(layout.barriers.size(), size_t(1));
        QCOMPARE(layout.barriers[0].x, 35.0);
        QCOMPARE(layout.barriers[0].tick, 3);
        QCOMPARE(layout.barriers[0].label, std::string("barrier"));
        QCOMPARE(layout.barrierWordsY, 0.0);
        QCOMPARE(layout.plot.y, 10.0); // below the label
        launch.ticks[5].isBarrier = launch.ticks[6].isBarrier = true;
        QCOMPARE(layoutTimeline(launch, plainOptions()).barriers[1].label, std::string()); // no room
        launch.ticks[9].isBarrier = true;
        QCOMPARE(layoutTimeline(launch, plainOptions()).barriers[3].label, std::string());
    }

    void pointsLeadBack()
    {
        const LaunchLiveness launch =
            launchOf({buffer("A", 0, 500, 0, 4), buffer("B", 250, 500, 3, 9)}, 1000);
        const TimelineLayout layout = layoutTimeline(launch, plainOptions());
        QCOMPARE(layout.tickAt(0).value(), 0);
        QCOMPARE(layout.tickAt(99.9).value(), 9);
        QVERIFY(!layout.tickAt(100));
        QVERIFY(!layout.tickAt(-1));
        QCOMPARE(layout.boxAt(10, 10)->buffer, size_t(0));
        QCOMPARE(layout.boxAt(40, 60)->buffer, size_t(1)); // where both are, the one drawn last
        QCOMPARE(layout.boxAt(10, 110), nullptr);
    }
};

TIR_TEST(TestTimelineLayout)
#include "tst_timeline_layout.moc"
