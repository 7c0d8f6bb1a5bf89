/// The pictures are well-formed XML and contain the expected parts; their look is checked by eye.

#include "passes/workbench/drawing/svg.h"
#include "passes/workbench/drawing/svg_writer.h"
#include "tests/support/test_main.h"

#include <QMap>
#include <QXmlStreamReader>
#include <QtTest>

using namespace tir;

namespace {

struct Document {
    QMap<QString, int> elements; ///< how often each occurs
    QString words;               ///< of all text elements
    QString titles;
    QString error;
};

Document read(const std::string& svg)
{
    Document document;
    QXmlStreamReader xml(QByteArray::fromStdString(svg));
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const QString name = xml.name().toString();
        ++document.elements[name];
        if (name == "text")
            document.words += xml.readElementText() + "|";
        else if (name == "title")
            document.titles += xml.readElementText() + "|";
    }
    document.error = xml.errorString();
    return document;
}

LaunchLiveness oneLaunch()
{
    LaunchLiveness launch;
    launch.label = "main, launch 2";
    launch.ticks.resize(4);
    launch.ticks[1].isBarrier = true;
    SharedBuffer buffer;
    buffer.name = "tile<&>";
    buffer.dtype = "float32";
    buffer.shape = "(64,)";
    buffer.scope = "shared.dyn";
    buffer.sizeBytes = 256;
    buffer.sizeText = "256";
    buffer.offsetText = "0";
    buffer.firstTick = 0;
    buffer.lastTick = 3;
    launch.buffers = {buffer};
    launch.takenBytes = 256;
    launch.peakLiveBytes = launch.lowerBound = 256;
    launch.peakTick = 2;
    return launch;
}

} // namespace

class TestSvg : public QObject {
    Q_OBJECT
private slots:
    void timelineShowsBuffersAndBarriers()
    {
        const std::string svg = timelineSvg(std::vector{oneLaunch()}, lightPalette());
        const Document document = read(svg);
        QCOMPARE(document.error, QString());
        QCOMPARE(document.elements["g"], 2);
        QVERIFY2(document.words.startsWith("main, launch 2|256 bytes allocated, 256 live at most"),
                 qPrintable(document.words));
        QVERIFY2(document.words.contains("tile<&>"), qPrintable(document.words));
        QCOMPARE(document.titles,
                 "tile<&>: float32 (64,), shared.dyn, 256 bytes at 0, live from statement 1 to 4|"
                 "the most bytes are live here|");
        QVERIFY2(document.words.contains("|barrier|"), qPrintable(document.words));
    }

    void timelineOfNothing()
    {
        const Document document = read(timelineSvg({}, darkPalette()));
        QCOMPARE(document.error, QString());
        QCOMPARE(document.words, "no launch|");
    }

    void timelineShowsLoopsLinesConflictsAndOutlines()
    {
        LaunchLiveness launch = oneLaunch();
        LaunchLiveness before = launch;
        before.buffers[0].offsetBytes = 256;
        before.buffers[0].offsetText = "256";
        before.takenBytes = 512;
        launch.loops = {LoopBracket{"k", "16", 16, 0, 3, 0, NoPlace}};
        launch.buffers.push_back(launch.buffers[0]);
        launch.buffers[1].name = "other";
        launch.conflicts = {{0, 1, 0, 256, 0, 3}};
        TimelineOptions options;
        options.lineOf = [](Place) { return 42; };
        const std::string svg =
            timelineSvg(std::vector{launch}, lightPalette(), options, std::vector{before});
        const Document document = read(svg);
        QCOMPARE(document.error, QString());
        for (const char* words : {"|k × 16|", "|tile<&> / other|", "|peak = lower bound = reserved 256|",
                                  "|reserved before 512|", "|42|"})
            QVERIFY2(document.words.contains(words), qPrintable(document.words));
        QVERIFY(document.titles.contains(
            "tile<&> and other share bytes 0 to 256, both live from statement 1 to 4"));
        QVERIFY(document.elements["path"] >= 3); // a bracket, the peak, and the hatching
        QVERIFY(svg.find("stroke-dasharray=\"2 3\"") != std::string::npos); // the outline
    }

    void launchWithoutSharedMemorySaysSo()
    {
        LaunchLiveness launch;
        launch.label = "main, launch 1";
        launch.ticks.resize(3);
        QCOMPARE(read(timelineSvg(std::vector{launch}, lightPalette())).words,
                 "main, launch 1|no shared memory|");
    }

    void memoryOutOfScopeIsSaidAndRed()
    {
        LaunchLiveness launch = oneLaunch();
        launch.buffers[0].isOutOfScope = true;
        const Palette palette = darkPalette();
        const std::string svg = timelineSvg(std::vector{launch}, palette);
        QVERIFY(read(svg).titles.contains("its memory is out of scope here"));
        QVERIFY(svg.find("fill=\"" + palette.error + "\"") != std::string::npos);
    }

    void callGraphDrawsWhatTheStepHas()
    {
        CallGraph before;
        before.nodes = {{.kind = CallNodeKind::HostFunction, .id = "main", .label = "main", .target = "cuda"},
                        {.kind = CallNodeKind::DeviceRegion, .id = "main/region 1", .label = "launch 1"}};
        before.edges = {{.from = 0, .to = 1, .kind = CallEdgeKind::Region, .grid = "8", .block = "32"}};
        CallGraph after;
        after.nodes = {before.nodes[0],
                       {.kind = CallNodeKind::Kernel, .id = "main_kernel", .label = "main_kernel"}};
        after.edges = {{.from = 0, .to = 1, .kind = CallEdgeKind::Launch, .grid = "8", .block = "32"}};
        const CallGraphLayout layout = layoutCallGraph(std::vector{before, after});

        const Document document = read(callGraphSvg(layout, after, lightPalette()));
        QCOMPARE(document.error, QString());
        QCOMPARE(document.titles, "main|main_kernel|");
        QCOMPARE(document.words, "host|device|launch 8 × 32|main|host function (device: cuda)|main_kernel|kernel|");
    }

    void numbersAreShortAndPlain_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("integer") << 12.0 << "12";
        QTest::newRow("rounded") << 1.23456 << "1.235";
        QTest::newRow("no negative zero") << -0.0001 << "0";
        QTest::newRow("no exponent") << 1e7 << "10000000";
        QTest::newRow("negative") << -2.5 << "-2.5";
    }

    void numbersAreShortAndPlain()
    {
        QFETCH(double, value);
        QTEST(QString::fromStdString(svgNumber(value)), "text");
    }
};

TIR_TEST(TestSvg)
#include "tst_svg.moc"
