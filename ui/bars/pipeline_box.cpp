#include "ui/bars/pipeline_box.h"

#include "passes/pipelines.h"
#include "passes/wrong_orders.h"
#include "ui/common/text.h"
#include "ui/common/theme.h"

#include <QAbstractItemView>
#include <QFontMetrics>
#include <QPainter>
#include <QScreen>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <array>

namespace tir::ui {
namespace {

constexpr int Margin = 10;
constexpr int Gap = 18; ///< between a name and its description
constexpr int ShownEntries = 26;

struct Group {
    QString heading;
    bool (*contains)(const Pipeline& pipeline);
};

bool isOlder(const Pipeline& pipeline)
{
    return pipeline.switches && *pipeline.switches != TailSwitches();
}

bool isWrong(const Pipeline& pipeline)
{
    return std::ranges::find(wrongOrders(), pipeline.name, &WrongOrder::name) != wrongOrders().end();
}

std::array<Group, 3> groups()
{
    return {{{PipelineBox::tr("Pipelines"), [](const Pipeline& p) { return !isOlder(p) && !isWrong(p); }},
             {PipelineBox::tr("As in older TVM"), isOlder},
             {PipelineBox::tr("Wrong on purpose"), isWrong}}};
}

/// Without what the heading of the group says, or the entry of the pipeline that it is a variant of.
QString summaryInGroup(const Pipeline& pipeline)
{
    const QString summary = toQString(pipeline.summary);
    const Pipeline* base = findPipeline(pipeline.family);
    for (const QString& known : {base ? toQString(base->summary) + QStringLiteral("; ") : QString(),
                                 QStringLiteral("wrong on purpose: ")})
        if (!known.isEmpty() && summary.startsWith(known))
            return summary.sliced(known.size());
    return summary;
}

int widthOfNames(const QAbstractItemModel& model, const QFontMetrics& metrics)
{
    int width = 0;
    for (int row = 0; row < model.rowCount(); ++row)
        if (const QModelIndex index = model.index(row, 0); !index.data(PipelineBox::HeadingRole).toBool())
            width = std::max(width, metrics.horizontalAdvance(index.data().toString()));
    return width;
}

/// Names in one column, descriptions in another; headings over both.
class PipelineDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        painter->save();
        QRect rect = option.rect.adjusted(Margin, 0, -Margin, 0);
        if (index.data(PipelineBox::HeadingRole).toBool()) {
            QFont bold = smallFont();
            bold.setBold(true);
            painter->setFont(bold);
            painter->setPen(theme().muted);
            painter->drawText(rect.adjusted(0, 0, 0, -3), Qt::AlignLeft | Qt::AlignBottom,
                              index.data().toString());
            painter->restore();
            return;
        }
        const bool isSelected = option.state.testFlag(QStyle::State_Selected);
        if (isSelected)
            painter->fillRect(option.rect, theme().selection);
        painter->setFont(option.font);
        painter->setPen(isSelected ? theme().selectionText : theme().text);
        painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, index.data().toString());
        rect.setLeft(rect.left() + widthOfNames(*index.model(), option.fontMetrics) + Gap);
        painter->setFont(smallFont());
        painter->setPen(isSelected ? theme().selectionText : theme().muted);
        painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(index.data(PipelineBox::SummaryRole).toString(),
                                                            Qt::ElideRight, rect.width()));
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const bool isHeading = index.data(PipelineBox::HeadingRole).toBool();
        return {100, option.fontMetrics.height() + (isHeading ? 12 : 6)};
    }
};

} // namespace

PipelineBox::PipelineBox(QWidget* parent) : QComboBox(parent)
{
    setObjectName(QStringLiteral("pipelineBox"));
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(13); // as wide as "split@transitional"
    setMaxVisibleItems(ShownEntries);
    setItemDelegate(new PipelineDelegate(this));
    for (const Group& group : groups()) {
        addHeading(group.heading);
        for (const Pipeline& pipeline : allPipelines())
            if (group.contains(pipeline))
                addEntry(toQString(pipeline.name), summaryInGroup(pipeline), toQString(pipeline.summary));
    }
    addHeading(tr("Your own"));
    const QString summary = tr("a list to edit, starting from the passes of the pipeline");
    addEntry(tr("custom passes"), summary, summary);
}

void PipelineBox::addHeading(const QString& text)
{
    auto* heading = new QStandardItem(text);
    heading->setFlags(Qt::NoItemFlags);
    heading->setData(true, HeadingRole);
    static_cast<QStandardItemModel*>(model())->appendRow(heading);
}

void PipelineBox::addEntry(const QString& name, const QString& summary, const QString& toolTip)
{
    addItem(name);
    setItemData(count() - 1, summary, SummaryRole);
    setItemData(count() - 1, toolTip, Qt::ToolTipRole);
}

void PipelineBox::setCurrent(const Pipeline& pipeline)
{
    const QString name = pipeline.name.empty() ? tr("custom passes") : toQString(pipeline.name);
    if (findText(name) < 0) {
        insertItem(0, name);
        setItemData(0, toQString(pipeline.summary), SummaryRole);
        setItemData(0, toQString(pipeline.summary), Qt::ToolTipRole);
    }
    setCurrentIndex(findText(name));
    // The name may be longer than the box.
    setToolTip(pipeline.summary.empty() ? name : name + QLatin1Char('\n') + toQString(pipeline.summary));
}

/// QComboBox cuts a long text off.
void PipelineBox::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QRect field =
        style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    option.currentText = fontMetrics().elidedText(option.currentText, Qt::ElideMiddle, field.width() - 4);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

/// As wide as the longest entry, if the screen is.
void PipelineBox::showPopup()
{
    const QFontMetrics small(smallFont());
    int summaryWidth = 0;
    for (int row = 0; row < count(); ++row)
        summaryWidth = std::max(summaryWidth, small.horizontalAdvance(itemData(row, SummaryRole).toString()));
    const int width = Margin + widthOfNames(*model(), fontMetrics()) + Gap + summaryWidth + Margin +
                      view()->verticalScrollBar()->sizeHint().width();
    view()->setMinimumWidth(std::min(width, screen()->availableGeometry().width() * 3 / 4));
    view()->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded); // a list in the style of a menu has none
    QComboBox::showPopup();
}

} // namespace tir::ui
