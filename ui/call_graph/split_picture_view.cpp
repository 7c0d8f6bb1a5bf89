#include "ui/call_graph/split_picture_view.h"

#include "passes/workbench/drawing/svg.h"
#include "ui/common/theme.h"

#include <QEvent>
#include <QPainter>

namespace tir::ui {

class SplitPictureView::Page : public QWidget {
public:
    explicit Page(QSvgRenderer& svg) : m_svg(svg) {}

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        m_svg.render(&painter, QRectF(QPointF(), m_svg.defaultSize()));
    }

private:
    QSvgRenderer& m_svg;
};

SplitPictureView::SplitPictureView(QWidget* parent) : QScrollArea(parent), m_page(new Page(m_svg))
{
    setFrameShape(QFrame::NoFrame);
    setWidget(m_page);
    addPictureMenu(*this, [this] { return picture(); });
}

void SplitPictureView::setKernels(std::vector<SplitKernel> kernels)
{
    m_kernels = std::move(kernels);
    draw();
}

void SplitPictureView::draw()
{
    Palette palette = theme().kind == ThemeKind::Dark ? darkPalette() : lightPalette();
    palette.background = theme().panel.name().toStdString();
    m_svg.load(QByteArray::fromStdString(splitSvg(m_kernels, palette)));
    m_page->resize(m_svg.defaultSize());
    QPalette colors = viewport()->palette();
    colors.setColor(QPalette::Window, theme().panel);
    viewport()->setPalette(colors);
    m_page->update();
}

Picture SplitPictureView::picture() const
{
    return {m_svg.defaultSize(), [this](QPainter& painter) { m_svg.render(&painter); }};
}

void SplitPictureView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && !m_kernels.empty())
        draw();
    QScrollArea::changeEvent(event);
}

} // namespace tir::ui
