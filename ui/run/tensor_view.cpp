#include "ui/run/tensor_view.h"

#include "core/runtime/npy.h"
#include "ui/common/file_dialogs.h"
#include "ui/common/icons.h"
#include "ui/common/text.h"
#include "ui/run/heat_map_view.h"
#include "ui/run/histogram.h"
#include "ui/run/tensor_axes.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

namespace tir::ui {
namespace {

/// An element that differs, as a link that shows it.
QString linkTo(const QString& word, const TensorValues& values,
               const std::optional<ElementDifference>& element)
{
    if (!element)
        return {};
    const std::vector<int64_t> shape = values.shape();
    int64_t position = 0;
    for (size_t axis = 0; axis < element->index.size() && axis < shape.size(); ++axis)
        position = position * shape[axis] + element->index[axis];
    return QStringLiteral("<a href=\"%1\">%2 %3</a> = %4 instead of %5")
        .arg(position)
        .arg(word, elementText(values.tensor().name, element->index).toHtmlEscaped(),
             toQString(element->valueText), toQString(element->referenceText));
}

} // namespace

TensorView::TensorView(QWidget* parent)
    : QWidget(parent),
      m_kinds(new QComboBox),
      m_axes(new TensorAxes),
      m_statistics(new QLabel),
      m_histogram(new Histogram),
      m_table(new QTableView),
      m_map(new HeatMapView),
      m_legend(new HeatLegend),
      m_stack(new QStackedWidget),
      m_element(new QLabel)
{
    m_table->setObjectName(QStringLiteral("valuesTable"));
    m_table->setModel(&m_model);
    m_table->setTabKeyNavigation(false);
    m_table->setFont(smallFont());
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    const QFontMetrics metrics(smallFont());
    m_table->verticalHeader()->setDefaultSectionSize(metrics.height() + 6);
    m_table->horizontalHeader()->setDefaultSectionSize(
        metrics.horizontalAdvance(QStringLiteral("-1.234567e+38")) + 20);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->verticalHeader()->setHighlightSections(false);
    m_stack->addWidget(m_table);
    m_stack->addWidget(makeMap());
    for (QLabel* label : {m_statistics, m_element}) {
        label->setFont(smallFont());
        label->setWordWrap(true);
        label->setTextFormat(Qt::RichText);
        label->setContentsMargins(8, 1, 8, 3);
    }
    m_statistics->setObjectName(QStringLiteral("tensorStatistics"));
    m_statistics->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_element->setObjectName(QStringLiteral("elementLabel"));

    auto* facts = new QWidget;
    auto* factsLayout = new QHBoxLayout(facts);
    factsLayout->setContentsMargins(0, 0, 8, 0);
    factsLayout->addWidget(m_statistics, 1);
    factsLayout->addWidget(m_histogram);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHeading());
    layout->addWidget(m_axes);
    layout->addWidget(facts);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_element);

    connect(m_kinds, &QComboBox::activated, this, &TensorView::refresh);
    connect(m_axes, &TensorAxes::sliceChanged, this, &TensorView::refresh);
    connect(m_statistics, &QLabel::linkActivated, this, &TensorView::followLink);
    connect(m_map, &HeatMapView::hovered, this,
            [this](qint64 element) { describeElement(element < 0 ? m_chosen : element); });
    connect(m_map, &HeatMapView::chosen, this, &TensorView::choose);
    connect(m_map, &HeatMapView::drawn, this, &TensorView::describe);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) {
                if (index.isValid())
                    describeElement(index.data(ValuesModel::ElementRole).toLongLong());
            });
    const auto chooseCell = [this](const QModelIndex& index) {
        if (index.data(ValuesModel::ElementRole).isValid())
            choose(index.data(ValuesModel::ElementRole).toLongLong());
    };
    connect(m_table, &QTableView::clicked, this, chooseCell);
    connect(m_table, &QTableView::activated, this, chooseCell);
}

QToolButton* TensorView::addSwitch(QHBoxLayout* layout, const QString& name, const QString& text,
                                   const QString& tip)
{
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setText(text);
    button->setToolTip(tip);
    button->setCheckable(true);
    button->setProperty("isSwitch", true);
    layout->addWidget(button);
    return button;
}

QWidget* TensorView::makeHeading()
{
    auto* heading = new QWidget;
    auto* layout = new QHBoxLayout(heading);
    layout->setContentsMargins(6, 4, 6, 2);
    layout->setSpacing(6);
    m_kinds->setObjectName(QStringLiteral("valueKind"));
    m_kinds->setToolTip(tr("Which numbers are shown"));
    layout->addWidget(m_kinds);
    m_tableButton =
        addSwitch(layout, QStringLiteral("tableButton"), tr("Table"), tr("The numbers in rows and columns"));
    m_mapButton = addSwitch(layout, QStringLiteral("heatMapButton"), tr("Heat map"),
                            tr("A colored cell for every number\nCtrl and the wheel, + and - zoom; 0 fits"));
    auto* group = new QButtonGroup(this);
    group->addButton(m_tableButton, 0);
    group->addButton(m_mapButton, 1);
    m_tableButton->setChecked(true);
    connect(group, &QButtonGroup::idToggled, this, [this](int id, bool isOn) {
        if (!isOn)
            return;
        m_stack->setCurrentIndex(id);
        refresh();
    });
    const auto addAction = [&](const QString& name, const QString& text, const QString& tip, auto action) {
        auto* button = new QToolButton;
        button->setObjectName(name);
        button->setText(text);
        button->setToolTip(tip);
        connect(button, &QToolButton::clicked, this, action);
        connect(m_mapButton, &QToolButton::toggled, button, &QWidget::setVisible);
        button->hide();
        layout->addWidget(button);
    };
    addAction(QStringLiteral("zoomOutButton"), QStringLiteral("−"), tr("Zoom out (-)"),
              [this] { m_map->zoomOut(); });
    addAction(QStringLiteral("zoomInButton"), QStringLiteral("+"), tr("Zoom in (+)"),
              [this] { m_map->zoomIn(); });
    addAction(QStringLiteral("fitButton"), tr("Fit"), tr("The whole slice (0)"), [this] { m_map->fit(); });
    layout->addStretch();
    m_save = new QToolButton;
    m_save->setObjectName(QStringLiteral("saveTensorButton"));
    m_save->setIcon(themedIcon(QStringLiteral("save")));
    m_save->setToolTip(tr("Save the numbers after the run as .npy"));
    connect(m_save, &QToolButton::clicked, this, &TensorView::save);
    layout->addWidget(m_save);
    return heading;
}

QWidget* TensorView::makeMap()
{
    auto* page = new QWidget;
    auto* layout = new QHBoxLayout(page);
    layout->setContentsMargins(8, 2, 0, 2);
    layout->setSpacing(4);
    layout->addWidget(m_map, 1);
    layout->addWidget(m_legend);
    return page;
}

void TensorView::setValues(const TensorValues& values)
{
    const bool isSameShape = !m_values.isEmpty() && m_values.shape() == values.shape() &&
                             m_values.tensor().name == values.tensor().name;
    m_values = values;
    m_chosen = -1;
    if (!isSameShape)
        m_axes->setSlice(values.isReadable() ? TensorSlice(values.shape()) : TensorSlice());
    fillKinds();
    refresh();
}

void TensorView::clear()
{
    m_values = {};
    m_axes->setSlice({});
    m_chosen = -1;
    fillKinds();
    refresh();
}

ValueKind TensorView::kind() const
{
    return m_kinds->count() ? ValueKind(m_kinds->currentData().toInt()) : ValueKind::After;
}

void TensorView::fillKinds()
{
    const ValueKind before = kind();
    const QSignalBlocker blocker(m_kinds);
    m_kinds->clear();
    const std::pair<ValueKind, QString> kinds[] = {{ValueKind::After, tr("After the run")},
                                                   {ValueKind::Before, tr("Before the run")},
                                                   {ValueKind::Reference, tr("Reference")},
                                                   {ValueKind::Difference, tr("Difference")}};
    for (const auto& [each, text] : kinds)
        if (m_values.has(each))
            m_kinds->addItem(text, int(each));
    m_kinds->setCurrentIndex(std::max(0, m_kinds->findData(int(before))));
    m_kinds->setEnabled(m_kinds->count() > 1);
    m_save->setEnabled(!m_values.isEmpty() && m_values.isReadable());
}

void TensorView::refresh()
{
    if (m_values.isEmpty() || !m_values.isReadable()) {
        m_model.clear();
        m_map->clear();
    } else if (m_stack->currentIndex() == 0) {
        m_model.show(m_values, m_axes->slice(), kind());
    } else {
        m_map->setSlice(m_values, m_axes->slice(), kind());
        m_map->setSelectedElement(m_chosen);
    }
    describe();
    describeElement(m_chosen);
}

void TensorView::describe()
{
    if (m_values.isEmpty()) {
        m_statistics->clear();
        m_histogram->setCounts({}, 0, 0);
        return;
    }
    const TensorSummary& summary = m_values.summary();
    m_histogram->setCounts(summary.histogram, summary.min, summary.max);
    if (!m_values.isReadable()) {
        m_statistics->setText(tr("Elements of %1 are smaller than a byte and not shown")
                                  .arg(toQString(m_values.tensor().dtype)));
        return;
    }
    QStringList parts;
    if (summary.hasNumbers())
        parts = {tr("min %1").arg(floatText(summary.min)), tr("max %1").arg(floatText(summary.max)),
                 tr("mean %1").arg(floatText(summary.mean))};
    parts.append(tr("%1 elements").arg(digitsText(summary.elementCount)));
    if (summary.nanCount > 0)
        parts.append(tr("%1 NaN").arg(digitsText(summary.nanCount)));
    if (summary.infCount > 0)
        parts.append(tr("%1 infinite").arg(digitsText(summary.infCount)));
    if (m_stack->currentIndex() == 0 && !m_model.windowText().isEmpty())
        parts.append(m_model.windowText());
    if (m_stack->currentIndex() == 1 && m_map->samplingStep() > 1)
        parts.append(tr("sampled: 1 of %1 elements drawn").arg(digitsText(m_map->samplingStep())));
    QString text = parts.join(QStringLiteral(" · "));
    if (const TensorComparison* comparison = m_values.comparison()) {
        text += QStringLiteral("<br>");
        if (comparison->verdict == TensorComparison::Verdict::Equal)
            text += comparison->tolerance.relative == 0 && comparison->tolerance.absolute == 0
                        ? tr("equal bit for bit")
                        : tr("equal within %1 relative, %2 absolute")
                              .arg(floatText(comparison->tolerance.relative),
                                   floatText(comparison->tolerance.absolute));
        else
            text += tr("%1 differ: ").arg(digitsText(comparison->differenceCount)) +
                    linkTo(tr("first"), m_values, comparison->first) + QStringLiteral(", ") +
                    linkTo(tr("worst"), m_values, comparison->worst);
    }
    m_statistics->setText(text);
    m_legend->setScale(m_map->scale());
}

void TensorView::describeElement(int64_t element)
{
    if (element < 0 || m_values.isEmpty() || !m_values.isReadable()) {
        m_element->clear();
        m_element->setVisible(false);
        return;
    }
    QString text =
        QStringLiteral("<b>%1</b> = %2")
            .arg(elementText(m_values.tensor().name, m_axes->slice().indexOf(element)).toHtmlEscaped(),
                 m_values.text(ValueKind::After, element));
    text += tr(", before %1").arg(m_values.text(ValueKind::Before, element));
    if (m_values.has(ValueKind::Reference))
        text += tr(", reference %1, difference %2")
                    .arg(m_values.text(ValueKind::Reference, element),
                         m_values.text(ValueKind::Difference, element));
    if (m_writer)
        if (const QString writer = m_writer(m_values, element); !writer.isEmpty())
            text += QStringLiteral(" · ") + writer.toHtmlEscaped();
    m_element->setText(text);
    m_element->setVisible(true);
}

void TensorView::choose(int64_t element)
{
    m_chosen = element;
    describeElement(element);
    emit elementChosen(element);
}

void TensorView::followLink(const QString& link)
{
    const int64_t element = link.toLongLong();
    showElement(element);
    emit elementChosen(element);
}

void TensorView::showElement(int64_t element)
{
    TensorSlice slice = m_axes->slice();
    if (m_values.isEmpty() || slice.show(element).first < 0)
        return;
    m_chosen = element;
    m_axes->setSlice(slice);
    refresh();
    if (m_stack->currentIndex() == 0) {
        const QModelIndex index = m_model.indexOf(element);
        m_table->setCurrentIndex(index);
        m_table->scrollTo(index, QAbstractItemView::PositionAtCenter);
        describe(); // the window may have moved
    }
    describeElement(element);
}

void TensorView::save()
{
    const RunTensor& tensor = m_values.tensor();
    const QString path =
        chooseFileToSave(this, tr("Save %1").arg(toQString(tensor.name)),
                         toQString(tensor.name) + QStringLiteral(".npy"), tr("NumPy arrays (*.npy)"));
    if (path.isEmpty())
        return;
    const Result<bool> written = writeNpy(
        path.toStdString(), Tensor{*dtypeFromString(tensor.dtype), tensor.shape, tensor.after.copy()});
    if (!written)
        QMessageBox::warning(this, tr("Not saved"), toQString(written.diagnostics().front().message));
}

} // namespace tir::ui
