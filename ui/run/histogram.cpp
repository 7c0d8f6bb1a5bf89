#include "ui/run/histogram.h"

#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QPainter>

#include <algorithm>

namespace tir::ui {

Histogram::Histogram(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("histogram"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Histogram::setCounts(std::vector<int64_t> counts, double least, double greatest)
{
    m_counts = std::move(counts);
    QString tip;
    if (!m_counts.empty())
        tip = tr("How often numbers from %1 to %2 occur; the highest bar: %3")
                  .arg(least, 0, 'g', 4)
                  .arg(greatest, 0, 'g', 4)
                  .arg(digitsText(*std::ranges::max_element(m_counts)));
    setToolTip(tip);
    setVisible(m_counts.size() > 1);
    update();
}

void Histogram::paintEvent(QPaintEvent*)
{
    if (m_counts.empty())
        return;
    QPainter painter(this);
    const auto highest = double(std::max<int64_t>(1, *std::ranges::max_element(m_counts)));
    const double step = double(width()) / double(m_counts.size());
    for (size_t bar = 0; bar < m_counts.size(); ++bar) {
        // A number that occurs at all is visible.
        const double share = double(m_counts[bar]) / highest * (height() - 2);
        const double tall = m_counts[bar] ? std::max(share, 1.0) : 0;
        painter.fillRect(QRectF(double(bar) * step, height() - 1 - tall, step - 1, tall), theme().accent);
    }
    painter.fillRect(0, height() - 1, width(), 1, theme().border);
}

} // namespace tir::ui
