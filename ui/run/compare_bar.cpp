#include "ui/run/compare_bar.h"

#include "ui/common/file_dialogs.h"
#include "ui/common/flowing_rows.h"
#include "ui/common/text.h"
#include "ui/run/device_items.h"

#include <QComboBox>
#include <QDoubleValidator>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QToolButton>

namespace tir::ui {
namespace {

std::optional<double> toleranceIn(const QLineEdit& field)
{
    bool isNumber = false;
    const double value = field.text().toDouble(&isNumber);
    return isNumber && value >= 0 ? std::optional(value) : std::nullopt;
}

QString textOf(const std::optional<double>& tolerance)
{
    return tolerance ? floatText(*tolerance) : QString();
}

/// Both stay in one row.
QWidget* withCaption(const QString& caption, QWidget& field)
{
    auto* pair = new QWidget;
    auto* row = new QHBoxLayout(pair);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(5);
    auto* label = new QLabel(caption);
    label->setBuddy(&field);
    row->addWidget(label);
    row->addWidget(&field);
    return pair;
}

} // namespace

CompareBar::CompareBar(QWidget* parent)
    : QWidget(parent),
      m_with(new QComboBox),
      m_step(new QSpinBox),
      m_path(new QToolButton),
      m_nan(new QComboBox)
{
    auto* layout = new FlowingRows(this);
    layout->setContentsMargins(8, 0, 6, 4);
    layout->setSpacing(5);
    m_with->setObjectName(QStringLiteral("compareBox"));
    m_with->addItems(
        {tr("nothing"), tr("the unlowered program"), tr("step…"), tr("files…"), tr("A: the pinned run")});
    m_with->setToolTip(tr(
        "What the result is compared with.\nThe unlowered program is the one that was opened; it runs with "
        "the same inputs.\nThe pinned run: the same step there.\nFiles: a folder of NAME.npy, or one file "
        "for the one tensor that changes"));
    m_step->setObjectName(QStringLiteral("compareStepBox"));
    m_step->setToolTip(tr("The step whose result this one is compared with"));
    m_path->setObjectName(QStringLiteral("comparePathButton"));
    m_path->setProperty("isSwitch", true);
    m_path->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_path);
    menu->addAction(tr("A folder of NAME.npy…"), this, [this] { chooseFiles(true); });
    menu->addAction(tr("A single .npy…"), this, [this] { chooseFiles(false); });
    m_path->setMenu(menu);
    layout->addWidget(withCaption(tr("Compare with"), *m_with));
    layout->addWidget(m_step);
    layout->addWidget(m_path);
    layout->alignRestRight();
    // They stay in one row; in a narrow panel, the box for NaN is below them.
    auto* tolerances = new QWidget;
    auto* tolerancesRow = new QHBoxLayout(tolerances);
    tolerancesRow->setContentsMargins(0, 0, 0, 0);
    tolerancesRow->setSpacing(5);
    layout->addWidget(tolerances);
    m_relative = addTolerance(*tolerancesRow, "rtolField", tr("rtol"),
                              tr("Relative tolerance of floats; integers are compared exactly"));
    m_absolute = addTolerance(*tolerancesRow, "atolField", tr("atol"),
                              tr("Absolute tolerance of floats; integers are compared exactly"));
    m_nan->setObjectName(QStringLiteral("nanBox"));
    m_nan->addItems({tr("NaN equals NaN"), tr("NaN differs from NaN")});
    m_nan->setToolTip(tr("Whether a NaN equals another one"));
    layout->addWidget(m_nan);
    connect(m_with, &QComboBox::activated, this, &CompareBar::choose);
    connect(m_step, &QSpinBox::valueChanged, this, &CompareBar::changed);
    connect(m_nan, &QComboBox::activated, this, &CompareBar::changed);
    set({RunReference::Kind::Step, 0, {}}, {});
    setStepCount(1);
    setPinned(false);
}

QLineEdit* CompareBar::addTolerance(QLayout& row, const char* name, const QString& caption,
                                    const QString& tip)
{
    auto* field = new QLineEdit;
    field->setObjectName(QLatin1String(name));
    field->setPlaceholderText(tr("default"));
    field->setToolTip(tip +
                      tr("\nEmpty: 64 roundings of float32 and float64, 4 of 16 bits, 1 of narrower types"));
    field->setFixedWidth(field->fontMetrics().horizontalAdvance(tr("default")) + 26);
    auto* validator = new QDoubleValidator(0, 1e300, 12, field);
    validator->setLocale(QLocale::c());
    field->setValidator(validator);
    row.addWidget(withCaption(caption, *field));
    connect(field, &QLineEdit::textEdited, this, &CompareBar::changed);
    return field;
}

RunReference CompareBar::reference() const
{
    RunReference reference;
    const int choice = isWithPinned() ? m_choiceBesidePinned : m_with->currentIndex();
    if (choice >= FirstDevice)
        return {RunReference::Kind::Device, 0, {}, m_with->itemData(choice).toString().toStdString()};
    switch (Choice(choice)) {
    case Nothing:
        break;
    case Input:
        reference.kind = RunReference::Kind::Step;
        break;
    case Step:
        reference.kind = RunReference::Kind::Step;
        reference.step = size_t(m_step->value());
        break;
    case Files:
        if (!m_files.empty())
            reference = {RunReference::Kind::Files, 0, m_files};
        break;
    case Pinned:
    case FirstDevice:
        break;
    }
    return reference;
}

bool CompareBar::isWithPinned() const
{
    return m_with->currentIndex() == Pinned;
}

void CompareBar::setPinned(bool isAvailable)
{
    QStandardItem* item = qobject_cast<QStandardItemModel*>(m_with->model())->item(Pinned);
    if (item->isEnabled() == isAvailable)
        return;
    item->setEnabled(isAvailable);
    item->setToolTip(isAvailable ? QString()
                                 : tr("Pin a run (Ctrl+K), then choose another pipeline, mode, or file"));
    const QSignalBlocker blocker(this);
    if (isAvailable && m_prefersPinned) {
        m_choiceBesidePinned = m_with->currentIndex();
        m_with->setCurrentIndex(Pinned);
    } else if (!isAvailable && isWithPinned()) {
        m_with->setCurrentIndex(m_choiceBesidePinned);
    }
    refresh();
}

CompareOptions CompareBar::options() const
{
    return {.relative = toleranceIn(*m_relative),
            .absolute = toleranceIn(*m_absolute),
            .isNanEqual = m_nan->currentIndex() == 0};
}

void CompareBar::set(const RunReference& reference, const CompareOptions& options)
{
    const QSignalBlocker blocker(this);
    const bool wasWithPinned = isWithPinned();
    m_files = reference.path;
    switch (reference.kind) {
    case RunReference::Kind::Nothing:
        m_with->setCurrentIndex(Nothing);
        break;
    case RunReference::Kind::Step:
        m_with->setCurrentIndex(reference.step == 0 ? Input : Step);
        m_step->setMaximum(std::max(m_step->maximum(), int(reference.step)));
        m_step->setValue(int(reference.step));
        break;
    case RunReference::Kind::Device:
        m_with->setCurrentIndex(std::max(int(Nothing), m_with->findData(toQString(reference.device))));
        break;
    case RunReference::Kind::Files:
        m_with->setCurrentIndex(Files);
        break;
    }
    if (wasWithPinned) { // the settings are kept for later
        m_choiceBesidePinned = m_with->currentIndex();
        m_with->setCurrentIndex(Pinned);
    }
    m_relative->setText(textOf(options.relative));
    m_absolute->setText(textOf(options.absolute));
    m_nan->setCurrentIndex(options.isNanEqual ? 0 : 1);
    refresh();
}

void CompareBar::setDevices(const std::vector<RunDevice>& devices)
{
    const QSignalBlocker blocker(this);
    const RunReference before = reference();
    while (m_with->count() > FirstDevice)
        m_with->removeItem(FirstDevice);
    for (const RunDevice& device : devices)
        addDevice(*m_with, tr("on %1").arg(toQString(device.name)), device);
    set(before, options());
}

void CompareBar::setStepCount(size_t count)
{
    const QSignalBlocker blocker(this);
    m_step->setRange(0, int(count) - 1);
}

void CompareBar::refresh()
{
    m_step->setVisible(m_with->currentIndex() == Step);
    m_path->setVisible(m_with->currentIndex() == Files);
    const QString path = toQString(m_files);
    m_path->setText(path.isEmpty() ? tr("choose…") : QFileInfo(path).fileName());
    m_path->setToolTip(path.isEmpty() ? tr("The file or folder with the numbers that are expected") : path);
    const bool isComparing = m_with->currentIndex() != Nothing;
    for (QWidget* each :
         {static_cast<QWidget*>(m_relative), static_cast<QWidget*>(m_absolute), static_cast<QWidget*>(m_nan)})
        each->setEnabled(isComparing);
}

void CompareBar::choose(int)
{
    if (!isWithPinned())
        m_choiceBesidePinned = m_with->currentIndex();
    if (qobject_cast<QStandardItemModel*>(m_with->model())->item(Pinned)->isEnabled())
        m_prefersPinned = isWithPinned();
    refresh();
    emit changed();
    if (m_with->currentIndex() == Files && m_files.empty())
        m_path->showMenu();
}

void CompareBar::chooseFiles(bool isFolder)
{
    const QString path = isFolder ? chooseFolderToOpen(this, tr("A folder of NAME.npy"), toQString(m_files))
                                  : chooseFileToOpen(this, tr("The expected tensor"), toQString(m_files),
                                                     tr("NumPy arrays (*.npy);;All files (*)"));
    if (path.isEmpty())
        return;
    m_files = path.toStdString();
    refresh();
    emit changed();
}

} // namespace tir::ui
