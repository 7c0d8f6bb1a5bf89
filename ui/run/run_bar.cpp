#include "ui/run/run_bar.h"

#include "ui/common/actions.h"
#include "ui/common/flowing_rows.h"
#include "ui/common/icons.h"
#include "ui/common/text.h"
#include "ui/run/device_items.h"

#include <QAction>
#include <QComboBox>
#include <QFontMetrics>
#include <QMenu>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QToolButton>

#include <algorithm>

namespace tir::ui {

RunBar::RunBar(JobList& jobs, QWidget* parent)
    : QWidget(parent),
      m_devicesJob(jobs, tr("Looking for devices")),
      m_run(new QToolButton),
      m_device(new QComboBox),
      m_via(new QComboBox),
      m_repeat(new QSpinBox),
      m_checks(new QToolButton),
      m_options(new QToolButton),
      m_count(makeSwitch("count-work", *this, false, [this](bool) { emit changed(); })),
      m_coldCaches(makeSwitch("cold-caches", *this, false, [this](bool) { emit changed(); })),
      m_checkSteps(new QToolButton)
{
    makeButtons();
    makeChoices();
    makeOptions();
    auto* layout = new FlowingRows(this);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->setSpacing(8);
    layout->addWidget(m_run);
    layout->addWidget(m_device);
    layout->addWidget(m_via);
    layout->addWidget(m_repeat);
    layout->addWidget(m_checks);
    layout->addWidget(m_options);
    layout->alignRestRight();
    layout->addWidget(m_checkSteps);
    setState(false, false);
    refresh();
}

void RunBar::makeButtons()
{
    m_run->setObjectName(QStringLiteral("runButton"));
    m_run->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_run->setToolTip(tr("Executes the module of this step in a process of its own (F5, Ctrl+Return)"));
    m_checkSteps->setObjectName(QStringLiteral("checkStepsButton"));
    m_checkSteps->setText(tr("Check every step"));
    m_checkSteps->setToolTip(
        tr("Verifies and executes the module after every pass with the same inputs and memory\n"
           "checks, and names the first pass that breaks it or changes the result"));
    m_checks->setObjectName(QStringLiteral("checksButton"));
    m_checks->setText(tr("Memory checks"));
    m_checks->setCheckable(true);
    m_checks->setProperty("isSwitch", true);
    m_checks->setToolTip(
        tr("Monitors every access, barrier and division: slower, on the CPU.\n"
           "Finds accesses out of bounds, uninitialized values, races and incorrect reuse, and remembers "
           "which statement wrote each element"));
    connect(m_run, &QToolButton::clicked, this,
            [this] { m_isRunning ? emit stopRequested() : emit runRequested(); });
    connect(m_checkSteps, &QToolButton::clicked, this, &RunBar::stepsRequested);
    connect(m_checks, &QToolButton::clicked, this, &RunBar::changed);
}

void RunBar::makeChoices()
{
    m_device->setObjectName(QStringLiteral("deviceBox"));
    m_device->addItem(tr("CPU"), QStringLiteral("cpu"));
    m_device->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_device->setMinimumContentsLength(7);
    m_device->setToolTip(tr("The device that executes the program. On the CPU, every GPU thread is a "
                            "coroutine, and a barrier is a point where it waits"));
    m_via->setObjectName(QStringLiteral("viaBox"));
    m_via->addItem(tr("auto"), QString());
    m_via->addItem(QStringLiteral("NVRTC"), QStringLiteral("nvrtc"));
    m_via->addItem(QStringLiteral("nvcc"), QStringLiteral("nvcc"));
    m_via->addItem(QStringLiteral("NVPTX"), QStringLiteral("nvptx"));
    m_via->setToolTip(tr("What compiles the kernels. NVRTC and nvcc take the CUDA C, NVPTX is LLVM's.\n"
                         "Auto: the first of the three that is available"));
    m_repeat->setObjectName(QStringLiteral("repeatBox"));
    m_repeat->setRange(0, 1000000);
    m_repeat->setSpecialValueText(tr("untimed"));
    m_repeat->setPrefix(QStringLiteral("× "));
    m_repeat->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_repeat->setKeyboardTracking(false);
    m_repeat->setFixedWidth(QFontMetrics(font()).averageCharWidth() * 11);
    m_repeat->setValue(RunRequest().repeat);
    m_repeat->setToolTip(tr("How often each kernel is timed; its time is the median"));
    connect(m_device, &QComboBox::activated, this, [this] {
        refresh();
        emit changed();
    });
    connect(m_via, &QComboBox::activated, this, &RunBar::changed);
    connect(m_repeat, &QSpinBox::valueChanged, this, &RunBar::changed);
}

void RunBar::makeOptions()
{
    m_count->setToolTip(
        tr("Executes each launch on the CPU and counts the bytes that it loads and stores, and its\n"
           "operations by type: slower, and after a run on a GPU another run"));
    m_coldCaches->setToolTip(tr("Overwrites the L2 cache of a GPU before each timed launch.\n"
                                "Otherwise, a launch finds there what the one before left"));
    auto* menu = new QMenu(m_options);
    menu->setObjectName(QStringLiteral("runOptions"));
    menu->setToolTipsVisible(true);
    menu->addAction(m_count);
    menu->addAction(m_coldCaches);
    m_options->setObjectName(QStringLiteral("optionsButton"));
    m_options->setIcon(themedIcon(QStringLiteral("options"), &Theme::muted));
    m_options->setAccessibleName(tr("What is measured"));
    m_options->setToolTip(tr("What is measured: the work of launches, and times with cold caches"));
    m_options->setMenu(menu);
    m_options->setPopupMode(QToolButton::InstantPopup);
}

void RunBar::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!m_hasDevices)
        listDevices();
    m_hasDevices = true;
}

/// Absent devices are listed with the reason.
void RunBar::listDevices()
{
    m_devicesJob.start([](JobControl& control) { return tir::listDevices(&control.cancelled()); },
                       [this](const std::vector<RunDevice>& devices) { showDevices(devices); });
}

void RunBar::showDevices(const std::vector<RunDevice>& devices)
{
    constexpr int MostProblemWidth = 320; ///< the tool tip has all of it
    const QString chosen = m_device->currentData().toString();
    m_device->clear();
    for (const RunDevice& device : devices) {
        const QString name = toQString(device.name);
        const QString problem =
            m_device->fontMetrics().elidedText(toQString(device.problem), Qt::ElideRight, MostProblemWidth);
        addDevice(*m_device, problem.isEmpty() ? name : tr("%1: %2").arg(name, problem), device);
    }
    selectDevice(chosen);
    emit devicesListed(devices);
}

/// The CPU when it is not here.
void RunBar::selectDevice(const QString& id)
{
    const auto* items = qobject_cast<QStandardItemModel*>(m_device->model());
    const int index = m_device->findData(id);
    m_device->setCurrentIndex(index >= 0 && items->item(index)->isEnabled() ? index : 0);
    refresh();
}

void RunBar::addTo(RunRequest& request) const
{
    request.device = m_device->currentData().toString().toStdString();
    request.via = m_via->currentData().toString().toStdString();
    request.repeat = m_repeat->value();
    request.isChecked = m_checks->isEnabled() && m_checks->isChecked();
    request.isCounted = m_count->isChecked();
    request.hasColdCaches = m_coldCaches->isEnabled() && m_coldCaches->isChecked();
}

void RunBar::set(const RunRequest& request)
{
    const QSignalBlocker repeat(m_repeat);
    const QSignalBlocker count(m_count);
    const QSignalBlocker coldCaches(m_coldCaches);
    m_via->setCurrentIndex(std::max(0, m_via->findData(toQString(request.via))));
    m_repeat->setValue(request.repeat);
    m_checks->setChecked(request.isChecked);
    m_count->setChecked(request.isCounted);
    m_coldCaches->setChecked(request.hasColdCaches);
    selectDevice(toQString(request.device));
}

void RunBar::setState(bool isRunning, bool canRun)
{
    m_isRunning = isRunning;
    m_run->setText(isRunning ? tr("Stop") : tr("Run"));
    m_run->setIcon(isRunning ? themedIcon(QStringLiteral("stop"), &Theme::error)
                             : themedIcon(QStringLiteral("run"), &Theme::success));
    m_run->setEnabled(isRunning || canRun);
    m_checkSteps->setEnabled(!isRunning && canRun);
}

/// A GPU has a compiler and times, but no memory checks.
void RunBar::refresh()
{
    const bool isGpu = m_device->currentData().toString() != QLatin1String("cpu");
    m_via->setVisible(isGpu);
    m_repeat->setVisible(isGpu);
    m_coldCaches->setEnabled(isGpu);
    m_checks->setEnabled(!isGpu);
}

} // namespace tir::ui
