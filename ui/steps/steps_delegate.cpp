#include "ui/steps/steps_delegate.h"

#include "ui/common/icons.h"
#include "ui/common/text.h"
#include "ui/session/entity_history.h"
#include "ui/session/step_findings.h"
#include "ui/steps/steps_model.h"

#include <QPainter>

#include <algorithm>

namespace tir::ui {
namespace {

QIcon verdictIcon(const QModelIndex& index)
{
    if (index.data(StepsModel::IsConsequenceRole).toBool())
        return themedIcon(QStringLiteral("consequence"), &Theme::error);
    if (index.data(StepsModel::IsBadRole).toBool())
        return themedIcon(QStringLiteral("error"), &Theme::error);
    const auto verdict = Verdict(index.data(StepsModel::VerdictRole).toInt());
    const bool isWorseThanWarned = verdict == Verdict::IllFormed || verdict == Verdict::Failed;
    if (index.data(StepsModel::IsWarnedRole).toBool() && !isWorseThanWarned)
        return themedIcon(QStringLiteral("warning"), &Theme::warning);
    switch (verdict) {
    case Verdict::Unchanged:
        return themedIcon(QStringLiteral("unchanged"), &Theme::faint);
    case Verdict::Changed:
        return themedIcon(QStringLiteral("changed"), &Theme::accent);
    case Verdict::IllFormed:
        return themedIcon(QStringLiteral("error"), &Theme::error);
    case Verdict::Failed:
        return themedIcon(QStringLiteral("warning"), &Theme::error);
    case Verdict::NotImplemented:
        return themedIcon(QStringLiteral("missing"), &Theme::faint);
    case Verdict::Imported:
        return themedIcon(QStringLiteral("input"), &Theme::muted);
    case Verdict::Unread:
        return themedIcon(QStringLiteral("warning"), &Theme::warning);
    }
    return {};
}

/// A triangle that points to the steps of a group: down to those shown below, right to hidden ones.
void paintTriangle(QPainter* painter, const QRect& whole, bool isCollapsed, const QColor& color)
{
    const QPointF center(whole.left() + StepsDelegate::TriangleWidth / 2.0 - 1, whole.center().y() + 0.5);
    QPolygonF triangle{{-3.5, -2}, {3.5, -2}, {0, 2.5}};
    if (isCollapsed)
        triangle = {{-2, -3.5}, {-2, 3.5}, {2.5, 0}};
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(color);
    painter->drawPolygon(triangle.translated(center));
}

void paintGroup(QPainter* painter, const QRect& rect, const QStyleOptionViewItem& option,
                const QModelIndex& index)
{
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const QColor color = isSelected ? theme().selectionText : theme().text;
    paintTriangle(painter, rect, index.data(StepsModel::IsCollapsedRole).toBool(), color);
    QFont bold = option.font;
    bold.setBold(true);
    painter->setFont(bold);
    painter->setPen(color);
    const QRect rest = rect.adjusted(StepsDelegate::TriangleWidth, 0, 0, 0);
    painter->drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(bold).elidedText(index.data().toString(), Qt::ElideRight, rest.width()));
    painter->setFont(option.font);
}

constexpr int Margin = 4;    ///< of a cell
constexpr int MarkSize = 13; ///< beside the name of a pass
constexpr int MarkGap = 4;

/// How far the name of a step is from the left border of its column.
int indentOf(const QModelIndex& index)
{
    constexpr int MaxDepth = 6; // a deeper one would leave no room for the name
    const bool isInGroup = index.data(StepsModel::IsInGroupRole).toBool();
    return (isInGroup ? StepsDelegate::TriangleWidth : 0) +
           StepsDelegate::DepthWidth * std::min(index.data(StepsModel::DepthRole).toInt(), MaxDepth);
}

/// The part at the right end of `rect` for a mark of some width, which is taken away from it.
QRect takeRight(QRect& rect, int width)
{
    const QRect taken(rect.right() - width + 1, rect.top(), width, rect.height());
    rect.setRight(rect.right() - width);
    return taken;
}

void paintMark(QPainter* painter, const QRect& place, const QIcon& icon)
{
    icon.paint(painter,
               QRect(place.right() - MarkSize, place.center().y() - MarkSize / 2, MarkSize, MarkSize));
}

void paintRunMark(QPainter* painter, const QRect& place, RunMark mark)
{
    if (mark == RunMark::None)
        return;
    paintMark(painter, place,
              themedIcon(mark == RunMark::Agrees ? QStringLiteral("agrees") : QStringLiteral("differs"),
                         mark == RunMark::Agrees      ? &Theme::success
                         : mark == RunMark::Inherited ? &Theme::faint
                                                      : &Theme::error));
}

void paintPass(QPainter* painter, const QRect& whole, const QStyleOptionViewItem& option,
               const QModelIndex& index, const StepsDelegate::MarkWidths& marks)
{
    if (index.data(StepsModel::IsGroupRole).toBool())
        return paintGroup(painter, whole, option, index);
    QRect rect = whole.adjusted(indentOf(index), 0, 0, 0);
    const QRect order = takeRight(rect, marks.order);
    if (index.data(StepsModel::IsOutOfPlaceRole).toBool())
        paintMark(painter, order, themedIcon(QStringLiteral("order"), &Theme::warning));
    paintRunMark(painter, takeRight(rect, marks.run), RunMark(index.data(StepsModel::RunMarkRole).toInt()));
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter->setPen(isSelected ? theme().selectionText : theme().accent);
    painter->drawText(takeRight(rect, marks.pinned).adjusted(MarkGap, 0, 0, 0),
                      Qt::AlignLeft | Qt::AlignVCenter, index.data(StepsModel::PinnedMarkRole).toString());
    const auto verdict = Verdict(index.data(StepsModel::VerdictRole).toInt());
    const bool isBad = index.data(StepsModel::IsBadRole).toBool() ||
                       ((verdict == Verdict::IllFormed || verdict == Verdict::Failed) &&
                        !index.data(StepsModel::IsConsequenceRole).toBool());
    const QColor plain = isBad                                           ? theme().error
                         : index.data(StepsModel::IsDimmedRole).toBool() ? theme().muted
                                                                         : theme().text;
    const QString name = index.data().toString();
    painter->setPen(isSelected && !isBad ? theme().selectionText : plain);
    const QString shown = option.fontMetrics.elidedText(name, Qt::ElideMiddle, rect.width());
    painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, shown);
    const int width = option.fontMetrics.horizontalAdvance(shown);
    const QRect rest = rect.adjusted(width, 0, 0, 0);
    painter->setPen(isSelected ? theme().selectionText : theme().muted);
    painter->drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                      option.fontMetrics.elidedText(index.data(StepsModel::ArgumentsRole).toString(),
                                                    Qt::ElideRight, rest.width()));
}

QString addedText(const QModelIndex& index)
{
    return QStringLiteral("+") + digitsText(index.data(StepsModel::AddedRole).toInt());
}

QString removedText(const QModelIndex& index)
{
    return QStringLiteral("\u2212") + digitsText(index.data(StepsModel::RemovedRole).toInt());
}

constexpr int ChangesSpacing = 5; ///< between added and removed lines

bool hasChanges(const QModelIndex& index)
{
    return index.data(StepsModel::AddedRole).toInt() + index.data(StepsModel::RemovedRole).toInt() > 0;
}

void paintChanges(QPainter* painter, const QRect& rect, const QModelIndex& index, int removedWidth)
{
    if (!hasChanges(index))
        return;
    painter->setPen(theme().error);
    painter->drawText(rect, Qt::AlignRight | Qt::AlignVCenter, removedText(index));
    painter->setPen(theme().success);
    painter->drawText(rect.adjusted(0, 0, -removedWidth - ChangesSpacing, 0),
                      Qt::AlignRight | Qt::AlignVCenter, addedText(index));
}

/// The lifetime of the selection, as a line down the rows: it begins and ends with a stroke, a dot is a change.
void paintHistory(QPainter* painter, const QRect& row, EntityState state)
{
    if (state == EntityState::Absent)
        return;
    constexpr int Width = 2;
    constexpr int Stroke = 7;
    const QColor color = theme().occurrenceBorder;
    const int x = row.left() + 4;
    const int middle = row.center().y();
    const int top = state == EntityState::Born ? middle : row.top();
    const int bottom = state == EntityState::Gone ? middle : row.bottom();
    painter->fillRect(QRect(x, top, Width, bottom - top + 1), color);
    if (state == EntityState::Born || state == EntityState::Gone)
        painter->fillRect(QRect(x + 1 - Stroke / 2, middle, Stroke, Width), color);
    if (state != EntityState::Changed)
        return;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(color);
    painter->drawEllipse(QPointF(x + 1, middle + 0.5), 3.5, 3.5);
}

/// The number of a step; in a filled shape if the step changes the watched entity.
void paintNumber(QPainter* painter, const QRect& rect, const QStyleOptionViewItem& option,
                 const QModelIndex& index)
{
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const QString number = index.data().toString();
    const bool isOpenGroup = index.data(StepsModel::IsGroupRole).toBool() &&
                             !index.data(StepsModel::IsCollapsedRole).toBool(); // its steps show it
    if (isOpenGroup || !isEvent(EntityState(index.data(StepsModel::WatchRole).toInt()))) {
        painter->setPen(isSelected ? theme().selectionText : theme().muted);
        painter->drawText(rect, Qt::AlignRight | Qt::AlignVCenter, number);
        return;
    }
    const int height = option.fontMetrics.height() - 1;
    const int width = qMax(option.fontMetrics.horizontalAdvance(number) + 8, height);
    const QRect shape(rect.right() + 4 - width, rect.center().y() - height / 2, width, height);
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(theme().accent);
    painter->drawRoundedRect(shape, height / 2.0, height / 2.0);
    painter->setPen(theme().onAccent);
    painter->drawText(shape, Qt::AlignCenter, number);
}

} // namespace

void StepsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const
{
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const bool isHovered = option.state.testFlag(QStyle::State_MouseOver);
    painter->save();
    if (isSelected || isHovered)
        painter->fillRect(option.rect, isSelected ? theme().selection : theme().hover);
    painter->setFont(option.font);
    const QRect inner = option.rect.adjusted(Margin, 0, -Margin, 0);
    switch (index.column()) {
    case StepsModel::VerdictIcon: {
        const QRect square(option.rect.center() - QPoint(6, 6), QSize(13, 13));
        verdictIcon(index).paint(painter, square);
        break;
    }
    case StepsModel::Number:
        paintHistory(painter, option.rect, EntityState(index.data(StepsModel::HistoryRole).toInt()));
        paintNumber(painter, inner, option, index);
        break;
    case StepsModel::Pass:
        paintPass(painter, inner, option, index, m_marks);
        break;
    case StepsModel::Changes:
        paintChanges(painter, inner, index, m_marks.removed);
        break;
    default:
        painter->setPen(isSelected ? theme().selectionText : theme().muted);
        painter->drawText(inner, Qt::AlignRight | Qt::AlignVCenter, index.data().toString());
    }
    painter->restore();
}

int StepsDelegate::nameWidth(const QFont& font, const QModelIndex& index)
{
    const bool isGroup = index.data(StepsModel::IsGroupRole).toBool();
    QFont used = font;
    used.setBold(isGroup);
    const QFontMetrics metrics(used);
    int width = 2 * Margin + metrics.horizontalAdvance(index.data().toString()) + 1;
    if (isGroup)
        return width + TriangleWidth;
    return width + indentOf(index);
}

StepsDelegate::MarkWidths StepsDelegate::markWidths(const QFont& font, const QAbstractItemModel& model)
{
    const QFontMetrics metrics(font);
    MarkWidths widths;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row, StepsModel::Pass);
        if (index.data(StepsModel::IsOutOfPlaceRole).toBool())
            widths.order = MarkSize + MarkGap;
        if (RunMark(index.data(StepsModel::RunMarkRole).toInt()) != RunMark::None)
            widths.run = MarkSize + MarkGap;
        if (const QString text = index.data(StepsModel::PinnedMarkRole).toString(); !text.isEmpty())
            widths.pinned = qMax(widths.pinned, metrics.horizontalAdvance(text) + MarkGap);
        if (hasChanges(index))
            widths.removed = qMax(widths.removed, metrics.horizontalAdvance(removedText(index)));
    }
    return widths;
}

QSize StepsDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const int height = option.fontMetrics.height() + 7;
    const int width = option.fontMetrics.horizontalAdvance(index.data().toString());
    switch (index.column()) {
    case StepsModel::Number: // with room for a history
        return {width + 20, height};
    case StepsModel::VerdictIcon:
        return {22, height};
    case StepsModel::Changes:
        return {hasChanges(index) ? option.fontMetrics.horizontalAdvance(addedText(index)) + ChangesSpacing +
                                        qMax(m_marks.removed, option.fontMetrics.horizontalAdvance(
                                                                  QStringLiteral("\u221200"))) +
                                        2 * Margin + 2
                                  : 0,
                height};
    case StepsModel::Duration:
        return {width > 0 ? width + 10 : 0, height};
    default:
        return {width + 10, height};
    }
}

} // namespace tir::ui
