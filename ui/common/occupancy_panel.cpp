#include "ui/common/occupancy_panel.h"

#include "core/support/gpu_arch.h"
#include "ui/common/occupancy_layout.h"
#include "ui/common/occupancy_picture.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tir::ui {
namespace {

constexpr const char* DefaultArch = "sm_90";
constexpr BlockDemand DefaultDemand{.threads = 256, .registers = 32, .sharedBytes = 0};

struct PartText {
    const char* name; ///< of objects
    const char* title;
    int step;
};

PartText textOf(DemandPart part)
{
    switch (part) {
    case DemandPart::Threads:
        return {"Threads", QT_TRANSLATE_NOOP("OccupancyPanel", "Threads per block"), 32};
    case DemandPart::Registers:
        return {"Registers", QT_TRANSLATE_NOOP("OccupancyPanel", "Registers per thread"), 8};
    case DemandPart::Shared:
        return {"Shared", QT_TRANSLATE_NOOP("OccupancyPanel", "Shared bytes per block"), 1024};
    }
    return {};
}

/// The slider with margins, so that its handle is below the value in the curve.
QWidget* besideCurve(QSlider& slider, const OccupancyCurveView& curve)
{
    const int half = slider.style()->pixelMetric(QStyle::PM_SliderLength, nullptr, &slider) / 2;
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(std::max(0, curve.leftMargin() - half), 0,
                               std::max(0, OccupancyCurveView::RightMargin - half), 0);
    layout->addWidget(&slider);
    return row;
}

/// What a block takes of the shared memory beyond its demand; empty if that is nothing.
QString reservedText(const GpuLimits& limits, const BlockDemand& demand)
{
    if (limits.reservedBytes == 0)
        return {};
    const int64_t taken = resourceUses(limits, demand)[size_t(OccupancyLimiter::Shared)].ofBlock;
    const int64_t needed = demand.sharedBytes + limits.reservedBytes;
    const QString text = OccupancyPanel::tr("Shared bytes of a block: %1 + %2 reserved by the driver")
                             .arg(digitsText(demand.sharedBytes), digitsText(limits.reservedBytes));
    return taken == needed ? text : OccupancyPanel::tr("%1, rounded up to %2").arg(text, digitsText(taken));
}

/// Negative for a device that is not in the list. sm_90a has the limits of sm_90.
int indexOf(const QComboBox& archs, const QString& device)
{
    return archs.findText(QStringLiteral("sm_%1").arg(computeCapability(device.toStdString())));
}

} // namespace

OccupancyPanel::OccupancyPanel(QWidget* parent)
    : QWidget(parent),
      m_arch(new QComboBox),
      m_reset(new QToolButton),
      m_text(new QLabel),
      m_bars(new OccupancyBars),
      m_reserved(new QLabel)
{
    setObjectName(QStringLiteral("occupancyPanel"));
    m_arch->setObjectName(QStringLiteral("occupancyArch"));
    m_arch->setAccessibleName(tr("GPU architecture"));
    m_arch->setToolTip(tr("The GPU architecture whose multiprocessor is shown"));
    for (const std::string& arch : occupancyArchs())
        m_arch->addItem(toQString(arch));
    m_reset->setObjectName(QStringLiteral("occupancyReset"));
    m_reset->setText(tr("Reset"));
    m_reset->setToolTip(tr("Reset to the values of the kernel"));
    m_text->setObjectName(QStringLiteral("occupancyText"));
    m_text->setWordWrap(true);
    m_reserved->setObjectName(QStringLiteral("occupancyReserved"));
    m_reserved->setFont(smallFont());
    m_reserved->setWordWrap(true);
    auto* head = new QHBoxLayout;
    head->addWidget(m_text, 1);
    head->addWidget(m_arch);
    head->addWidget(m_reset);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 6);
    layout->setSpacing(6);
    layout->addLayout(head);
    layout->addWidget(m_bars);
    layout->addWidget(m_reserved);
    layout->addWidget(makeControls(), 1);
    connect(m_arch, &QComboBox::currentIndexChanged, this, [this] { setDemand(m_demand); });
    connect(m_reset, &QToolButton::clicked, this, [this] { setStart(m_startArch, m_start); });
    setStart({}, DefaultDemand);
}

QWidget* OccupancyPanel::makeControls()
{
    auto* controls = new QWidget;
    auto* grid = new QGridLayout(controls);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(2);
    for (const DemandPart part : AllDemandParts) {
        const PartText text = textOf(part);
        const int column = int(part);
        const QString name = toQString(text.name);
        Control& control = m_controls[size_t(column)];
        control = {new OccupancyCurveView(part), new QSlider(Qt::Horizontal), new QSpinBox};
        control.curve->setObjectName(QStringLiteral("occupancyCurve%1").arg(name));
        control.slider->setObjectName(QStringLiteral("occupancySlider%1").arg(name));
        control.slider->setSingleStep(text.step);
        control.slider->setPageStep(4 * text.step);
        control.slider->setAccessibleName(tr(text.title));
        control.number->setObjectName(QStringLiteral("occupancyNumber%1").arg(name));
        control.number->setSingleStep(text.step);
        control.number->setKeyboardTracking(false);
        control.number->setAccessibleName(tr(text.title));
        auto* title = new QLabel(tr(text.title));
        title->setFont(smallFont());
        grid->addWidget(title, 0, column);
        grid->addWidget(control.curve, 1, column);
        grid->addWidget(besideCurve(*control.slider, *control.curve), 2, column);
        grid->addWidget(control.number, 3, column);
        grid->setColumnStretch(column, 1);
        const auto choose = [this, part](qint64 value) { setDemand(withValue(m_demand, part, value)); };
        connect(control.curve, &OccupancyCurveView::valueChosen, this, choose);
        connect(control.slider, &QSlider::valueChanged, this, choose);
        connect(control.number, &QSpinBox::valueChanged, this, choose);
    }
    grid->setRowStretch(1, 1);
    return controls;
}

void OccupancyPanel::setKernel(const QString& name)
{
    m_kernel = name;
    refresh();
}

void OccupancyPanel::setStart(const QString& arch, const BlockDemand& demand)
{
    m_startArch = arch;
    m_start = demand;
    const QSignalBlocker blocker(m_arch);
    const int index = indexOf(*m_arch, arch);
    m_arch->setCurrentIndex(index >= 0 ? index : m_arch->findText(toQString(DefaultArch)));
    BlockDemand start = demand;
    if (start.registers < 0)
        start.registers = DefaultDemand.registers;
    if (start.threads < 0)
        start.threads = DefaultDemand.threads;
    setDemand(start);
}

QString OccupancyPanel::arch() const
{
    return m_arch->currentText();
}

GpuLimits OccupancyPanel::limits() const
{
    return gpuLimits(arch().toStdString()).value_or(GpuLimits());
}

/// Values that the architecture does not allow become the greatest that it allows.
void OccupancyPanel::setDemand(const BlockDemand& demand)
{
    const GpuLimits known = limits();
    m_demand = demand;
    for (const DemandPart part : AllDemandParts)
        m_demand = withValue(m_demand, part,
                             std::clamp(valueOf(demand, part), leastOf(part), greatestOf(known, part)));
    refresh();
}

QStringList OccupancyPanel::assumptions() const
{
    QStringList lines;
    if (!m_startArch.isEmpty() && indexOf(*m_arch, m_startArch) < 0)
        lines.append(tr("Not known for %1: these are the numbers of %2").arg(m_startArch, arch()));
    QStringList parts;
    if (m_start.threads < 0 && m_demand.threads == DefaultDemand.threads)
        parts.append(tr("%1 threads").arg(m_demand.threads));
    if (m_start.registers < 0 && m_demand.registers == DefaultDemand.registers)
        parts.append(tr("%1 registers").arg(m_demand.registers));
    if (!parts.isEmpty())
        lines.append(tr("Assumed: %1").arg(parts.join(QStringLiteral(", "))));
    return lines;
}

void OccupancyPanel::refresh()
{
    const GpuLimits known = limits();
    const QString occupancy = toQString(toString(occupancyOf(known, m_demand)));
    QStringList lines = assumptions();
    lines.prepend(m_kernel.isEmpty() ? occupancy : QStringLiteral("%1: %2").arg(m_kernel, occupancy));
    m_text->setText(lines.join(QLatin1Char('\n')));
    m_reserved->setText(reservedText(known, m_demand));
    m_bars->show(known, m_demand);
    for (const DemandPart part : AllDemandParts) {
        const Control& control = m_controls[size_t(part)];
        const QSignalBlocker slider(control.slider);
        const QSignalBlocker number(control.number);
        const int least = int(leastOf(part));
        control.curve->show(known, m_demand);
        control.slider->setRange(least, int(greatestOf(known, part)));
        control.slider->setValue(int(valueOf(m_demand, part)));
        control.number->setRange(least, int(greatestOf(known, part)));
        control.number->setValue(int(valueOf(m_demand, part)));
    }
}

} // namespace tir::ui
