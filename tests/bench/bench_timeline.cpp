/// The timeline of a launch with 100,000 buffers: laying it out anew for a zoom, and painting what is in view.

#include "tests/support/large_launch.h"
#include "ui/common/theme.h"
#include "ui/timeline/timeline_canvas.h"

#include <QApplication>
#include <QScrollBar>

#include <benchmark/benchmark.h>

using namespace tir;
using namespace tir::ui;

namespace {

/// A canvas that is zoomed in to columns of some pixels; 0: all of it is in view.
class Shown {
public:
    explicit Shown(int zoomSteps)
        : m_canvas(
              m_model, [](const SharedBuffer&) { return 3; },
              [](const SharedBuffer&) { return LensRank::None; })
    {
        m_model.setLaunches({testing::largeLaunch(100000)});
        m_canvas.resize(1280, 300);
        m_canvas.relayout();
        for (int i = 0; i < zoomSteps; ++i)
            m_canvas.zoom(1.25, 600);
    }
    TimelineCanvas& canvas() { return m_canvas; }

private:
    TimelineModel m_model;
    TimelineCanvas m_canvas;
};

void pan(benchmark::State& state)
{
    Shown shown(int(state.range(0)));
    QScrollBar& bar = *shown.canvas().horizontalScrollBar();
    QImage image(1280, 300, QImage::Format_ARGB32_Premultiplied);
    for (auto _ : state) {
        bar.setValue(bar.value() + 7);
        shown.canvas().viewport()->render(&image);
    }
}
BENCHMARK(pan)->Arg(0)->Arg(15)->Arg(30)->Arg(100)->Unit(benchmark::kMillisecond);

void zoom(benchmark::State& state)
{
    Shown shown(int(state.range(0)));
    QImage image(1280, 300, QImage::Format_ARGB32_Premultiplied);
    double factor = 1.25;
    for (auto _ : state) {
        shown.canvas().zoom(factor, 600);
        factor = 1 / factor;
        shown.canvas().viewport()->render(&image);
    }
}
BENCHMARK(zoom)->Arg(0)->Arg(15)->Arg(30)->Arg(90)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", qEnvironmentVariable("QT_QPA_PLATFORM", "offscreen").toUtf8());
    const QApplication application(argc, argv);
    applyTheme(ThemeKind::Light);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
