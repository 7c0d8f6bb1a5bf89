#include "ui/call_graph/split_picture_view.h"

#include "passes/workbench/drawing/svg.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace tir::ui {
namespace {

constexpr double LeastLegibleScale = 0.75; ///< scale down to which labels are legible

} // namespace

class SplitPictureView::Page : public QWidget {
public:
    explicit Page(QSvgRenderer& svg) : m_svg(svg) {}

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        m_svg.render(&painter, QRectF(rect()));
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

/// As wide as the view, which may have a scroll bar.
void SplitPictureView::draw()
{
    Palette palette = theme().kind == ThemeKind::Dark ? darkPalette() : lightPalette();
    palette.background = theme().panel.name().toStdString();
    const double room = width() - verticalScrollBar()->sizeHint().width();
    SplitPicture picture = drawSplit(m_kernels, palette, room);
    m_svg.load(QByteArray::fromStdString(picture.svg));
    m_tips = std::move(picture.tips);
    m_scale = std::clamp(room / m_svg.defaultSize().width(), LeastLegibleScale, 1.0);
    m_page->resize(m_svg.defaultSize() * m_scale);
    QPalette colors = viewport()->palette();
    colors.setColor(QPalette::Window, theme().panel);
    viewport()->setPalette(colors);
    m_page->update();
}

Picture SplitPictureView::picture() const
{
    return {m_svg.defaultSize(), [this](QPainter& painter) { m_svg.render(&painter); }};
}

QString SplitPictureView::descriptionAt(QPoint point) const
{
    const QPointF at = QPointF(m_page->mapFrom(viewport(), point)) / m_scale;
    for (const PictureTip& tip : m_tips)
        if (tip.rect.contains(at.x(), at.y()))
            return toQString(tip.text);
    return {};
}

bool SplitPictureView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), descriptionAt(help->pos()), this);
    return true;
}

void SplitPictureView::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    if (!m_kernels.empty())
        draw();
}

void SplitPictureView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && !m_kernels.empty())
        draw();
    QScrollArea::changeEvent(event);
}

} // namespace tir::ui
