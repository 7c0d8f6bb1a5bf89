/// The occupancy what-if: bars and curves as numbers, sliders that change the demand, and the keys that move them.

#include "tests/support/test_main.h"
#include "tests/ui/shown_window.h"
#include "tests/ui/ui_support.h"
#include "ui/common/occupancy_panel.h"
#include "ui/common/occupancy_picture.h"
#include "ui/common/text.h"
#include "ui/occupancy_dialog.h"
#include "ui/run/kernels_model.h"

#include <QComboBox>
#include <QLabel>
#include <QSlider>
#include <QSpinBox>
#include <QStyleOptionSlider>
#include <QToolButton>

using namespace tir;
using namespace tir::testing;
using namespace tir::ui;

namespace {

const BlockDemand Demand{.threads = 256, .registers = 64, .sharedBytes = 1024};

QString textOf(const OccupancyPanel& panel)
{
    return panel.findChild<QLabel*>(QStringLiteral("occupancyText"))->text();
}

QString inWords(const QRectF& rect)
{
    return QStringLiteral("%1 to %2").arg(rect.left()).arg(rect.right());
}

} // namespace

class TestOccupancyPanel : public QObject {
    Q_OBJECT

private slots:
    /// 256 threads are 8 of 64 warps; 64 registers make 4 blocks; the system adds 1 KiB to the shared memory of each.
    void barsShowWhatBlocksTake()
    {
        const auto bars = occupancyBars(*gpuLimits("sm_90"), Demand, QRectF(0, 0, 640, 100), 20);
        QCOMPARE(bars.size(), size_t(4));
        QStringList limits;
        for (const OccupancyBar& bar : bars) {
            QCOMPARE(bar.blocks.size(), size_t(4));
            if (bar.isLimit)
                limits.append(QString::fromStdString(std::string(toString(bar.use.resource))));
        }
        QCOMPARE(limits, QStringList{"registers"});
        QCOMPARE(inWords(bars[0].blocks[0]), QString("0 to 80"));
        QCOMPARE(inWords(bars[0].blocks[3]), QString("240 to 320"));
        QCOMPARE(inWords(bars[0].rest), QString("320 to 640"));
        QCOMPARE(inWords(bars[1].blocks[3]), QString("60 to 80"));
        QCOMPARE(inWords(bars[2].blocks[3]), QString("480 to 640"));
        QVERIFY(bars[2].rest.isEmpty());
        QCOMPARE(bars[3].use.ofBlock, int64_t(2048));
        QCOMPARE(bars[3].frame.top(), 60.0);
    }

    void noBlockFitsNoBar()
    {
        for (const OccupancyBar& bar :
             occupancyBars(*gpuLimits("sm_90"), withValue(Demand, DemandPart::Threads, 1025),
                           QRectF(0, 0, 640, 100), 20))
            QVERIFY(bar.blocks.empty());
    }

    void curvesFallWhereTheOccupancyFalls()
    {
        const GpuLimits limits = *gpuLimits("sm_90");
        const QRectF area(0, 0, 255, 100);
        const OccupancyCurve curve = occupancyCurve(limits, Demand, DemandPart::Registers, area);
        QCOMPARE(curve.current, QPointF(64, 50));
        for (size_t index = 1; index < curve.line.size(); ++index)
            QVERIFY(curve.line[index - 1].x() <= curve.line[index].x());
        QCOMPARE(curve.line.front(), QPointF(0, 0)); // all warps
        QCOMPARE(curve.line.back().x(), 255.0);
        // Steps: each value has the height of its own occupancy.
        for (const int registers : {1, 8, 32, 33, 64, 65, 128, 255}) {
            const double y =
                100 - 100 * occupancyOf(limits, withValue(Demand, DemandPart::Registers, registers)).share();
            bool isOnLine = false;
            for (size_t index = 1; index < curve.line.size(); ++index)
                isOnLine = isOnLine || (curve.line[index - 1].x() < registers &&
                                        registers <= curve.line[index].x() && curve.line[index].y() == y);
            QVERIFY2(isOnLine, qPrintable(QString::number(registers)));
        }
        QCOMPARE(valueAt(limits, DemandPart::Registers, area, 64), int64_t(64));
        QCOMPARE(valueAt(limits, DemandPart::Registers, area, -5), int64_t(0));
        QCOMPARE(valueAt(limits, DemandPart::Shared, area, 999), limits.blockSharedBytes);
        QCOMPARE(valueAt(limits, DemandPart::Threads, area, 0), int64_t(1));
    }

    void slidersChangeTheDemand()
    {
        OccupancyPanel panel;
        panel.setStart(QStringLiteral("sm_90"), Demand);
        QCOMPARE(textOf(panel), QString("50 % (32 of 64 warps, 4 blocks), limited by registers"));
        auto* registers = panel.findChild<QSlider*>(QStringLiteral("occupancySliderRegisters"));
        registers->setValue(32);
        QCOMPARE(textOf(panel),
                 QString("100 % (64 of 64 warps, 8 blocks), limited by threads and registers"));
        QCOMPARE(panel.findChild<QSpinBox*>(QStringLiteral("occupancyNumberRegisters"))->value(), 32);
        panel.findChild<QSpinBox*>(QStringLiteral("occupancyNumberShared"))->setValue(100 * 1024);
        QCOMPARE(textOf(panel), QString("25 % (16 of 64 warps, 2 blocks), limited by shared memory"));
        panel.findChild<QSlider*>(QStringLiteral("occupancySliderThreads"))->setValue(1024);
        QCOMPARE(panel.demand().threads, 1024);
        panel.findChild<QToolButton*>(QStringLiteral("occupancyReset"))->click();
        QCOMPARE(textOf(panel), QString("50 % (32 of 64 warps, 4 blocks), limited by registers"));
    }

    void keysMoveTheSliders()
    {
        OccupancyPanel panel;
        panel.setStart(QStringLiteral("sm_90"), Demand);
        panel.show();
        auto* threads = panel.findChild<QSlider*>(QStringLiteral("occupancySliderThreads"));
        QTest::keyClick(threads, Qt::Key_Right);
        QCOMPARE(panel.demand().threads, 288);
        QTest::keyClick(threads, Qt::Key_PageDown);
        QCOMPARE(panel.demand().threads, 160);
        QTest::keyClick(threads, Qt::Key_Home);
        QCOMPARE(panel.demand().threads, 1);
    }

    void aClickOnTheCurveChooses()
    {
        OccupancyPanel panel;
        panel.setStart(QStringLiteral("sm_90"), Demand);
        panel.resize(600, 300);
        panel.show();
        auto* curve = panel.findChild<OccupancyCurveView*>(QStringLiteral("occupancyCurveShared"));
        QTest::mouseClick(curve, Qt::LeftButton, {}, QPoint(curve->width() - 1, 10));
        QCOMPARE(panel.demand().sharedBytes, int64_t(227 * 1024));
    }

    /// The handle of the slider is below the value in the curve.
    void slidersAreBelowTheirCurves()
    {
        OccupancyPanel panel;
        panel.setStart(QStringLiteral("sm_90"), Demand);
        panel.resize(900, 400);
        panel.show();
        for (const char* name : {"Threads", "Registers", "Shared"}) {
            auto* slider = panel.findChild<QSlider*>(QStringLiteral("occupancySlider%1").arg(name));
            auto* curve = panel.findChild<OccupancyCurveView*>(QStringLiteral("occupancyCurve%1").arg(name));
            for (const int value : {slider->minimum(), slider->maximum()}) {
                slider->setValue(value);
                QStyleOptionSlider option;
                option.initFrom(slider);
                option.minimum = slider->minimum();
                option.maximum = slider->maximum();
                option.sliderPosition = option.sliderValue = value;
                const QRect handle = slider->style()->subControlRect(QStyle::CC_Slider, &option,
                                                                     QStyle::SC_SliderHandle, slider);
                const int x = slider->mapTo(&panel, handle.center()).x();
                const int wanted =
                    curve->mapTo(&panel, QPoint()).x() +
                    (value == slider->minimum() ? curve->leftMargin()
                                                : curve->width() - OccupancyCurveView::RightMargin);
                QVERIFY2(std::abs(x - wanted) <= 3, qPrintable(QStringLiteral("%1 %2").arg(x).arg(wanted)));
            }
        }
    }

    void theSharedMemoryOfTheDriverIsExplained()
    {
        OccupancyPanel panel;
        panel.setStart(QStringLiteral("sm_90"), withValue(Demand, DemandPart::Shared, 2112));
        const auto* text = panel.findChild<QLabel*>(QStringLiteral("occupancyReserved"));
        QCOMPARE(text->text(), QString("Shared bytes of a block: 2,112 + 1,024 reserved by the driver, "
                                       "rounded up to 3,200"));
        auto* arch = panel.findChild<QComboBox*>(QStringLiteral("occupancyArch"));
        arch->setCurrentIndex(arch->findText(QStringLiteral("sm_70")));
        QCOMPARE(text->text(), QString());
    }

    void unknownNumbersGetDefaults()
    {
        OccupancyPanel panel;
        panel.setStart(QStringLiteral("sm_1"), {.threads = 64, .registers = -1, .sharedBytes = 0});
        QCOMPARE(panel.arch(), QString("sm_90"));
        QCOMPARE(panel.demand().registers, 32);
        QVERIFY2(textOf(panel).endsWith("Assumed: 32 registers"), qPrintable(textOf(panel)));
        panel.findChild<QSpinBox*>(QStringLiteral("occupancyNumberRegisters"))->setValue(40);
        QVERIFY(!textOf(panel).contains("Assumed"));
        panel.setStart(QStringLiteral("sm_90a"), Demand);
        QCOMPARE(panel.arch(), QString("sm_90"));
    }

    void anUnknownDeviceIsNamed()
    {
        OccupancyPanel panel;
        for (const char* device : {"sm_999", "rocm gfx90a", "vulkan"}) {
            panel.setStart(QLatin1String(device), Demand);
            QVERIFY2(
                textOf(panel).endsWith(QStringLiteral("\nNot known for %1: these are the numbers of sm_90")
                                           .arg(QLatin1String(device))),
                qPrintable(textOf(panel)));
        }
        auto* arch = panel.findChild<QComboBox*>(QStringLiteral("occupancyArch"));
        arch->setCurrentIndex(arch->findText(QStringLiteral("sm_80")));
        QVERIFY2(textOf(panel).endsWith("vulkan: these are the numbers of sm_80"), qPrintable(textOf(panel)));
        panel.setStart({}, Demand);
        QVERIFY(!textOf(panel).contains("Not known"));

        ShownWindow shown;
        QCOMPARE(shown.perform("sample=static_shared,target=rocm,step=LowerDeviceKernelLaunch"), QString());
        for (const size_t step : {shown.session.step(), size_t(0)}) {
            TIR_GO_TO(shown.session, step);
            const OccupancyDialog dialog(shown.session, nullptr);
            const QString text = textOf(*dialog.findChild<OccupancyPanel*>());
            QVERIFY2(text.contains("\nNot known for rocm"), qPrintable(text));
        }
    }

    void allLimitsAreNamed()
    {
        const GpuLimits limits = *gpuLimits("sm_90");
        const BlockDemand demand{.threads = 256, .registers = 32, .sharedBytes = 27 * 1024};
        OccupancyPanel panel;
        panel.setStart(QStringLiteral("sm_90"), demand);
        QVERIFY2(textOf(panel).endsWith("limited by threads, registers and shared memory"),
                 qPrintable(textOf(panel)));
        QStringList marked;
        for (const OccupancyBar& bar : occupancyBars(limits, demand, QRectF(0, 0, 640, 100), 20))
            if (bar.isLimit)
                marked.append(QString::fromStdString(std::string(toString(bar.use.resource))));
        QCOMPARE(marked, (QStringList{"threads", "registers", "shared memory"}));
    }

    void axesEndAtTheGreatestValue()
    {
        const GpuLimits limits = *gpuLimits("sm_90");
        for (const DemandPart part : AllDemandParts) {
            const std::vector<int64_t> marks = axisMarks(limits, part);
            QCOMPARE(marks.front(), int64_t(0));
            QCOMPARE(marks.back(), greatestOf(limits, part));
            QVERIFY(std::ranges::is_sorted(marks));
        }
    }

    void theDialogStartsWithTheLaunchInView()
    {
        Session session;
        usePipeline(session, "split");
        TIR_OPEN_SAMPLE(session, "static_shared");
        TIR_GO_TO(session, stepOf(session, "LowerDeviceKernelLaunch"));
        const OccupancyDialog dialog(session, nullptr);
        QCOMPARE(dialog.windowTitle(), QString("Occupancy of main_kernel"));
        const auto* panel = dialog.findChild<OccupancyPanel*>();
        QCOMPARE(panel->demand().threads, 128);
        QCOMPARE(panel->demand().sharedBytes, int64_t(1024));
        QVERIFY(textOf(*panel).startsWith("main_kernel: "));
        QVERIFY(textOf(*panel).endsWith("Assumed: 32 registers"));
    }

    void countedLaunchesHaveTheirSharedMemory()
    {
        Session session;
        usePipeline(session, "split");
        TIR_OPEN_SAMPLE(session, "static_shared");
        RunReport report;
        report.counted = {{.kernel = "main_kernel", .grid = {4, 1, 1}, .block = {128, 1, 1}, .launches = 1}};
        KernelsModel model;
        const auto show = [&](size_t step) {
            model.setReport(report, launchDemands(session.recording()->module(step)));
            return model.index(0, KernelsModel::Shared).data().toString();
        };
        QCOMPARE(show(stepOf(session, "LowerDeviceKernelLaunch")),
                 QStringLiteral("%1 B").arg(digitsText(1024)));
        QCOMPARE(model.demandOf(0).sharedBytes, int64_t(1024));
        report.counted[0].kernel = "main_launch"; // in place
        QCOMPARE(show(1), QStringLiteral("%1 B").arg(digitsText(1024)));
        report.counted[0].kernel = "another";
        QCOMPARE(show(1), QString());
    }

    /// 75 KiB of one GPU are more than another allows.
    void anotherGpuHasOtherLimits()
    {
        OccupancyPanel panel;
        panel.setStart(QStringLiteral("sm_90"), withValue(Demand, DemandPart::Shared, 75 * 1024));
        auto* arch = panel.findChild<QComboBox*>(QStringLiteral("occupancyArch"));
        arch->setCurrentIndex(arch->findText(QStringLiteral("sm_75")));
        QCOMPARE(panel.demand().sharedBytes, int64_t(64 * 1024));
        QCOMPARE(panel.findChild<QSlider*>(QStringLiteral("occupancySliderShared"))->maximum(), 64 * 1024);
    }
};

TIR_TEST(TestOccupancyPanel)
#include "tst_occupancy_panel.moc"
