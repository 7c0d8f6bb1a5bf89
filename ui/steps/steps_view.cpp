#include "ui/steps/steps_view.h"

#include "ui/common/icons.h"
#include "ui/common/placeholder.h"
#include "ui/common/theme.h"
#include "ui/common/view_info.h"
#include "ui/session/entity_history.h"
#include "ui/session/session.h"
#include "ui/session/session_placeholder.h"
#include "ui/session/step_findings.h"
#include "ui/steps/step_menu.h"
#include "ui/steps/steps_delegate.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace tir::ui {

template <>
ViewInfo viewInfo<StepsView>()
{
    return {.id = QStringLiteral("steps"),
            .title = StepsView::tr("Steps"),
            .place = ViewPlace::Left,
            .make = [](Session& session) { return new StepsView(session); }};
}

StepsView::StepsView(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_table(new QTableView),
      m_delegate(new StepsDelegate(m_table)),
      m_filter(new QLineEdit),
      m_onlyChanged(new QToolButton)
{
    auto* content = new QWidget;
    auto* rows = new QVBoxLayout(content);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(makeFilterBar());
    rows->addWidget(m_table);
    m_stack = new ContentOrPlaceholder(content);
    m_table->setObjectName(QStringLiteral("stepsTable"));
    m_table->setModel(&m_model);
    m_table->setItemDelegate(m_delegate);
    m_table->setFont(smallFont());
    m_table->setMouseTracking(true);
    m_table->setTabKeyNavigation(false); // Tab leaves the list instead of changing the step
    m_table->setShowGrid(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ContiguousSelection);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->hide();
    m_table->horizontalHeader()->setMinimumSectionSize(18);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(StepsModel::Pass, QHeaderView::Stretch);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(QFontMetrics(smallFont()).height() + 8);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);

    connect(&m_session, &Session::phaseChanged, this, &StepsView::refresh);
    connect(&m_session, &Session::recordingChanged, this, [this] {
        m_model.setRecording(m_session.recordedSteps(), m_session.stepDiagnostics());
        applyFilter();
        chooseColumns();
    });
    StepFindings& findings = StepFindings::of(m_session);
    connect(&findings, &StepFindings::changed, this, [this, &findings] {
        m_model.setFindings(findings);
        chooseColumns();
    });
    connect(&m_session.pin(), &Pin::changed, this, &StepsView::followPin);
    connect(&m_session, &Session::stepChanged, this, &StepsView::followStep);
    connect(&m_session, &Session::lineCountsChanged, this, [this] {
        m_model.setLineCounts(m_session.lineCounts(), m_session.groupLineCounts());
        chooseColumns();
    });
    connect(&m_session.watch(), &EntityWatch::changed, this,
            [this] { m_model.setHistory(m_session.watch().states()); });
    connect(&m_session.watchpoint(), &Watchpoint::changed, this, [this] {
        const Watchpoint& watchpoint = m_session.watchpoint();
        m_model.setWatch(watchpoint.name(), watchpoint.states());
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &StepsView::followSelection);
    connect(m_table, &QTableView::doubleClicked, this, &StepsView::toggle);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QTableView::customContextMenuRequested, this, &StepsView::showMenu);
    m_table->viewport()->installEventFilter(this);
    m_table->installEventFilter(this);
    m_model.setRecording(m_session.recordedSteps(), m_session.stepDiagnostics());
    m_model.setFindings(findings);
    chooseColumns();
    refresh();
    followStep();
}

QWidget* StepsView::makeFilterBar()
{
    m_filter->setObjectName(QStringLiteral("stepsFilter"));
    m_filter->setPlaceholderText(tr("Filter passes"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setFont(smallFont());
    m_onlyChanged->setObjectName(QStringLiteral("onlyChangedButton"));
    m_onlyChanged->setIcon(themedIcon(QStringLiteral("fold")));
    m_onlyChanged->setCheckable(true);
    m_onlyChanged->setAutoRaise(true);
    m_onlyChanged->setToolTip(tr("Hide steps that change nothing"));
    connect(m_filter, &QLineEdit::textChanged, this, &StepsView::applyFilter);
    connect(m_onlyChanged, &QToolButton::toggled, this, &StepsView::applyFilter);
    auto* bar = new QWidget;
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(4, 3, 4, 3);
    layout->setSpacing(4);
    layout->addWidget(m_filter);
    layout->addWidget(m_onlyChanged);
    return bar;
}

bool StepsView::isLeftOut(int row) const
{
    const StepSpan span = m_model.spanOf(row);
    const QString filter = m_filter->text().trimmed();
    const bool isShown = span == StepSpan{m_session.firstStep(), m_session.step()};
    if (isShown || (filter.isEmpty() && span.last == 0))
        return false;
    for (size_t number = span.first; number <= span.last; ++number) {
        const bool isNamed = m_model.passOf(number).contains(filter, Qt::CaseInsensitive);
        if (isNamed && (!m_onlyChanged->isChecked() || m_model.isNoteworthy(number)))
            return false;
    }
    return true;
}

void StepsView::applyFilter()
{
    if (m_session.recordedSteps())
        for (int row = 0; row < m_model.rowCount(); ++row)
            m_table->setRowHidden(row, isLeftOut(row));
}

int StepsView::widthOf(int column) const
{
    QStyleOptionViewItem option;
    option.font = m_table->font();
    option.fontMetrics = m_table->fontMetrics();
    int width = 0;
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const QModelIndex index = m_model.index(row, column);
        const bool isOfPasses = column == StepsModel::Pass;
        width = std::max(width, isOfPasses ? StepsDelegate::nameWidth(option.font, index)
                                           : m_table->itemDelegate()->sizeHint(option, index).width());
    }
    return width;
}

/// The times go first. They have no column if no step takes long enough to have one.
void StepsView::chooseColumns()
{
    constexpr int LeastNameCharacters = 16;
    const StepsDelegate::MarkWidths marks = StepsDelegate::markWidths(m_table->font(), m_model);
    m_delegate->setMarkWidths(marks);
    const int changes = widthOf(StepsModel::Changes);
    const int times = widthOf(StepsModel::Duration);
    const int room = m_table->viewport()->width() - widthOf(StepsModel::Number) -
                     widthOf(StepsModel::VerdictIcon) - marks.besideName();
    const int leastNames = LeastNameCharacters * m_table->fontMetrics().averageCharWidth();
    m_table->setColumnHidden(StepsModel::Changes, changes == 0 || room < changes + leastNames);
    m_table->setColumnHidden(StepsModel::Duration,
                             times == 0 || room < changes + times + widthOf(StepsModel::Pass));
    m_table->viewport()->update();
}

void StepsView::refresh()
{
    if (m_session.hasSteps())
        m_stack->showContent();
    else
        m_stack->showPlaceholder(placeholderText(m_session));
}

/// The session's step, or the steps that it looks at as one: a group or a selection.
void StepsView::followStep()
{
    if (m_model.rowCount() == 0)
        return;
    const StepSpan span{m_session.firstStep(), m_session.step()};
    const int group = m_model.rowOfGroup(span);
    int first = group;
    int last = group;
    if (group < 0) {
        // A single step of a collapsed group is to be seen.
        for (const size_t number : {span.first, span.last})
            if (const int row = m_model.rowOf(number); m_model.spanOf(row) != StepSpan{number, number})
                toggle(m_model.index(row, StepsModel::Pass));
        first = m_model.rowOf(span.first);
        last = m_model.rowOf(span.last);
    }
    applyFilter();
    m_isFollowing = true;
    QItemSelectionModel* selection = m_table->selectionModel();
    if (!selection->isRowSelected(first) || !selection->isRowSelected(last) ||
        selection->selectedRows().size() != last - first + 1)
        selection->select(QItemSelection(m_model.index(first, 0), m_model.index(last, 0)),
                          QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (first == last)
        selection->setCurrentIndex(m_model.index(last, StepsModel::Pass), QItemSelectionModel::NoUpdate);
    m_isFollowing = false;
    m_table->scrollTo(m_model.index(last, StepsModel::Pass));
}

void StepsView::followSelection()
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (m_isFollowing || rows.isEmpty())
        return;
    StepSpan span = m_model.spanOf(rows.front().row());
    for (const QModelIndex& row : rows) {
        const StepSpan other = m_model.spanOf(row.row());
        span = {std::min(span.first, other.first), std::max(span.last, other.last)};
    }
    if (span.first == span.last)
        m_session.goTo(span.last);
    else
        m_session.goToSpan(
            {std::max<size_t>(span.first, 1), span.last}); // the input is not the result of a step
}

void StepsView::followPin()
{
    const Pin& pin = m_session.pin();
    std::vector<StepsModel::ComparedWithPinned> compared(pin.steps().empty() ? 0 : m_session.stepCount());
    for (const AlignedStep& step : pin.steps()) {
        if (!step.b || *step.b >= compared.size())
            continue;
        compared[*step.b].isOther = step.a && !step.isEqual;
        compared[*step.b].isOnlyHere = !step.a;
        if (step.a && *step.a > 0)
            compared[*step.b].verdict = pin.run()->recording->steps[*step.a - 1].verdict;
    }
    m_model.setComparedWithPinned(std::move(compared));
    chooseColumns();
}

void StepsView::toggle(const QModelIndex& index)
{
    if (!index.data(StepsModel::IsGroupRole).toBool())
        return;
    m_isFollowing = true; // rows that go take their selection along
    m_model.setCollapsed(index.row(), !index.data(StepsModel::IsCollapsedRole).toBool());
    m_isFollowing = false;
    applyFilter();
    m_session.navigation().setCollapsed(m_model.collapsed());
    // A step that is hidden now is looked at with its group.
    const StepSpan group = m_model.spanOf(index.row());
    if (index.data(StepsModel::IsCollapsedRole).toBool() && group.contains(m_session.step()))
        m_session.goToSpan(group);
}

void StepsView::showMenu(QPoint position)
{
    const QModelIndex index = m_table->indexAt(position);
    if (m_session.phase() == Phase::Ready && index.isValid())
        makeStepMenu(m_session, m_model.spanOf(index.row()), *m_table)
            ->popup(m_table->viewport()->mapToGlobal(position));
}

/// A click on the triangle of a group, and Space and Return on its row, hide and show its steps.
bool StepsView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        chooseColumns();
    if (watched == m_table->viewport() && event->type() == QEvent::MouseButtonPress) {
        const auto* press = static_cast<QMouseEvent*>(event);
        if (press->button() == Qt::RightButton)
            return true; // it opens the menu of a row, and leaves the step in view
        const QPoint position = press->position().toPoint();
        const QModelIndex index = m_table->indexAt(position);
        const QRect cell = m_table->visualRect(index);
        if (index.column() == StepsModel::Pass && index.data(StepsModel::IsGroupRole).toBool() &&
            position.x() < cell.left() + 4 + StepsDelegate::TriangleWidth) {
            toggle(index);
            return true;
        }
    }
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const QModelIndex current = m_table->currentIndex().siblingAtColumn(StepsModel::Pass);
        if ((key == Qt::Key_Space || key == Qt::Key_Return) &&
            current.data(StepsModel::IsGroupRole).toBool()) {
            toggle(current);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace tir::ui
