#include "ui/comparison/comparison_view.h"

#include "ui/common/actions.h"
#include "ui/common/code_overview.h"
#include "ui/common/code_view.h"
#include "ui/common/elided_label.h"
#include "ui/common/placeholder.h"
#include "ui/common/search_bar.h"
#include "ui/common/text.h"
#include "ui/common/view_info.h"
#include "ui/comparison/breadcrumb_bar.h"
#include "ui/comparison/code_tool_bar.h"
#include "ui/comparison/entity_history_list.h"
#include "ui/comparison/line_history_list.h"
#include "ui/comparison/source_pane.h"
#include "ui/comparison/step_search.h"
#include "ui/comparison/whole_line_strip.h"
#include "ui/session/session_placeholder.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSplitter>

namespace tir::ui {

template <>
ViewInfo viewInfo<ComparisonView>()
{
    return {.id = QStringLiteral("comparison"),
            .title = ComparisonView::tr("Code"),
            .place = ViewPlace::Center,
            .make = [](Session& session) { return new ComparisonView(session); }};
}

ComparisonView::ComparisonView(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_beforeHeading(new ElidedLabel),
      m_afterHeading(new ElidedLabel),
      m_toolBar(makeToolBar()),
      m_splitter(new QSplitter),
      m_source(new SourcePane(session)),
      m_before(new CodeView),
      m_after(new CodeView),
      m_unified(new CodeView),
      m_overview(new CodeOverview(m_after)),
      m_unifiedOverview(new CodeOverview(m_unified)),
      m_search(new SearchBar),
      m_breadcrumb(new BreadcrumbBar),
      m_history(new LineHistoryList(session, *this)),
      m_entityHistory(new EntityHistoryList(session, *this)),
      m_stepSearch(new StepSearch(session, *this))
{
    m_stack = new ContentOrPlaceholder(makeContent());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_search);

    scrollTogether();
    connectViews();
    connectLists();
    connect(&m_session, &Session::phaseChanged, this, &ComparisonView::refresh);
    connect(&m_session, &Session::comparedChanged, this, &ComparisonView::followCompared);
    connect(&m_session, &Session::selectionChanged, this, &ComparisonView::followSelection);
    connect(&m_session, &Session::editRequested, this, [this] {
        m_toolBar->setSourceShown(true);
        m_source->setFocus();
    });
    connect(&m_session, &Session::lineCountsChanged, this, [this] {
        if (m_extras.hasWriters)
            refresh();
    });
    m_runActions.append(makeAction("breadcrumb", *this, [this] { m_breadcrumb->openLast(); }));
    makeAction("find", *this, [this] { find(m_hasBefore && m_before->hasFocus() ? m_before : mainView()); });
    m_runActions.append(makeAction("find-in-steps", *this, [this] { m_stepSearch->open(wordLookedAt()); }));
    m_runActions.append(makeAction("entity-history", *this, [this] {
        if (m_session.selection().identity)
            m_entityHistory->show();
        else
            showHistoryOfLine();
    }));
    m_runActions.append(makeAction("line-history", *this, [this] { showHistoryOfLine(); }));
    refresh();
}

/// The source, the panes, what is above them, and beside them.
QWidget* ComparisonView::makeContent()
{
    m_before->setObjectName(QStringLiteral("beforeCode"));
    m_after->setObjectName(QStringLiteral("afterCode"));
    m_beforePane = makePane(m_beforeHeading, m_before);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(1);
    m_unified->setObjectName(QStringLiteral("unifiedCode"));
    m_afterPane = makePane(m_afterHeading, m_after);
    m_afterPane->layout()->addWidget(m_unified);
    m_unified->hide();
    m_unifiedOverview->hide();
    m_splitter->addWidget(m_source);
    m_splitter->addWidget(m_beforePane);
    m_splitter->addWidget(m_afterPane);
    m_splitter->setSizes({1000, 1000, 1000});
    m_source->hide();

    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* top = new QWidget;
    top->setObjectName(QStringLiteral("codeTop"));
    top->setAttribute(Qt::WA_StyledBackground);
    auto* topRow = new QHBoxLayout(top);
    topRow->setContentsMargins(0, 0, 2, 0);
    topRow->setSpacing(0);
    topRow->addWidget(m_breadcrumb, 1);
    topRow->addWidget(m_toolBar);
    column->addWidget(top);
    auto* row = new QHBoxLayout;
    column->addLayout(row, 1);
    row->addWidget(m_splitter, 1);
    row->addWidget(m_overview);
    row->addWidget(m_unifiedOverview);
    m_wholeLine = new WholeLineStrip(content);
    connect(m_splitter, &QSplitter::splitterMoved, this, &ComparisonView::followWholeLine);
    return content;
}

/// The three code views.
void ComparisonView::connectViews()
{
    m_before->setPartner(m_after);
    m_after->setPartner(m_before);
    connect(m_after, &CodeView::unfoldRequested, this, &ComparisonView::unfold);
    connect(m_before, &CodeView::unfoldRequested, this, [this](int line) {
        const CodeRows& rows = *m_before->content().rows;
        unfold(m_after->content().rows->rows[size_t(rows.rowOfLine[size_t(line)])].line);
    });
    connect(m_before, &CodeView::clicked, this, [this](quint32 offset) {
        if (const ComparedStepPointer compared = m_session.compared(); compared && compared->before)
            choose(*compared->before, compared->previous, offset);
    });
    connect(m_after, &CodeView::clicked, this, [this](quint32 offset) {
        if (const ComparedStepPointer compared = m_session.compared())
            choose(*compared->after, compared->number, offset);
    });
    connect(m_unified, &CodeView::unfoldRequested, this,
            [this](int line) { unfold(sideOf(m_unified, line).line); });
    connect(m_unified, &CodeView::clicked, this, [this](quint32 offset) {
        const ComparedStepPointer compared = m_session.compared();
        if (!compared || !m_unifiedText)
            return;
        const auto [side, own] = m_unifiedText->origin(offset);
        if (side == ComparisonSideName::Before)
            choose(*compared->before, compared->previous, own);
        else
            choose(*compared->after, compared->number, own);
    });
    for (CodeView* view : {m_after, m_unified})
        connect(view->verticalScrollBar(), &QScrollBar::valueChanged, this, [this] {
            m_wholeLine->hide();
            m_row = rowLookedAt();
            countChanges();
        });
    for (CodeView* view : {m_before, m_after, m_unified})
        connectView(view);
}

/// What goes to a line or a scope.
void ComparisonView::connectLists()
{
    connect(m_source, &SourcePane::closeRequested, this, [this] { m_toolBar->setSourceShown(false); });
    connect(m_history, &LineHistoryList::chosen, this, [this](const LineEvent& event) {
        goToLine({.step = event.step,
                  .line = event.line,
                  .isBefore = event.fate == LineFate::Removed,
                  .isOfPrint = true});
    });
    connect(m_stepSearch, &StepSearch::chosen, this,
            [this](size_t step, int line) { goToLine({.step = step, .line = line}); });
    connect(m_breadcrumb, &BreadcrumbBar::chosen, this, [this](const Crumb& crumb) {
        mainView()->setFocus();
        m_session.selectPlace(crumb.place);
    });
    connect(m_breadcrumb, &BreadcrumbBar::escaped, this, [this] { mainView()->setFocus(); });
}

void ComparisonView::showOnlyChanges(bool isOn)
{
    const int current =
        m_after->hasText() ? tir::ui::countChanges(*m_after->content().rows, m_row).current : 0;
    m_showsOnlyChanges = isOn;
    m_unfolded.clear();
    refresh();
    // The change that was looked at stays in sight.
    int row = -1;
    for (int change = 0; m_after->hasText() && change < std::max(1, current); ++change)
        row = nextChange(*m_after->content().rows, row, 1);
    if (row >= 0)
        goToRow(row);
}

void ComparisonView::scrollTogether()
{
    // One vertical bar for both sides: rows are aligned, so are pixels.
    m_before->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (const auto bar : {&CodeView::verticalScrollBar, &CodeView::horizontalScrollBar}) {
        QScrollBar* before = (m_before->*bar)();
        QScrollBar* after = (m_after->*bar)();
        connect(before, &QScrollBar::valueChanged, after, &QScrollBar::setValue);
        connect(after, &QScrollBar::valueChanged, before, &QScrollBar::setValue);
    }
}

void ComparisonView::refresh()
{
    {
        // Scrolling, to the first change for example, is not followed until its end.
        const QScopedValueRollback isRefreshing(m_isRefreshing, true);
        showCompared();
    }
    countChanges();
    const ComparedStepPointer compared = m_session.compared();
    if (m_after->hasText() && m_awaited && compared && m_awaited->step == compared->number)
        goToLine(*m_awaited);
}

void ComparisonView::showCompared()
{
    m_wholeLine->hide();
    for (QAction* action : std::as_const(m_runActions))
        action->setEnabled(m_session.hasSteps());
    ComparisonContent content = comparisonContent(m_session, m_extras);
    if (!content.after.content.text) {
        m_before->setContent({});
        m_after->setContent({});
        m_unified->setContent({});
        m_unifiedText.reset();
        m_shownNumber = SIZE_MAX;
        m_stack->showPlaceholder(m_session.hasSteps() ? PlaceholderText{tr("Printing…"), {}}
                                                      : placeholderText(m_session));
        return;
    }
    const ComparedStepPointer compared = m_session.compared();
    const size_t number = compared ? compared->number : 0;
    const bool isAnotherStep = number != m_shownNumber;
    m_shownNumber = number;
    m_isShownRead = compared && compared->after->isRead;
    if (isAnotherStep)
        m_unfolded.clear();
    foldRows(content);
    m_hasBefore = content.before.has_value();
    m_unifiedText.reset();
    if (showsUnified())
        m_unifiedText = unify(*content.before, content.after);
    else if (m_hasBefore && !showsBefore())
        content.after.content.rows = withoutFillers(*content.after.content.rows);
    m_before->setContent(m_hasBefore ? std::move(content.before->content) : CodeContent());
    m_after->setContent(std::move(content.after.content));
    m_unified->setContent(m_unifiedText ? m_unifiedText->content : CodeContent());
    m_beforeHeading->setText(m_hasBefore ? content.before->heading : QString());
    m_afterHeading->setText(m_unifiedText ? content.unifiedHeading : content.after.heading);
    showPanes();

    m_toolBar->setFigures(compared ? figures(compared->rows) : QString());
    m_stack->showContent();
    if (isAnotherStep)
        scrollToLineStarts();
    followSelection();
    m_search->searchAgain();

    if (isAnotherStep)
        m_row = -1;
    if (isAnotherStep && m_session.selection().isEmpty()) {
        // Begin where something is wrong, else where something changed.
        if (const CodeMark* problem = firstProblem(m_session.diagnostics(), m_after->content().marks)) {
            m_after->revealInLine(problem->span);
            if (m_unifiedText)
                m_unified->revealInLine(m_unifiedText->spanOf(ComparisonSideName::After, problem->span));
            showLineOfFarSpan(problem->span);
        } else if (const int row = nextChange(*m_after->content().rows, -1, 1); row >= 0) {
            goToRow(row);
            revealChangedWord(row);
            if (!isChangedWordInView(row))
                showWholeLine(row);
        }
    }
}

/// A text that has been read meanwhile is compared in another way.
void ComparisonView::followCompared()
{
    const ComparedStepPointer compared = m_session.compared();
    const bool isRead = compared && compared->after->isRead;
    if (compared && compared->number == m_shownNumber && isRead && !m_isShownRead)
        refreshInPlace();
    else
        refresh();
}

/// Rows are counted anew when fillers come or go: then the row is found again by its line.
void ComparisonView::refreshInPlace()
{
    const int row = m_row;
    const int count = m_after->rowCount();
    int line = -1;
    for (int at = std::min(row, count - 1); at >= 0 && line < 0; --at)
        line = m_after->content().rows->rows[size_t(at)].line;
    refresh();
    if (!m_after->hasText() || row < 0)
        return;
    if (m_after->rowCount() == count)
        goToRow(row);
    else if (line >= 0 && size_t(line) < m_after->content().rows->rowOfLine.size())
        goToRow(m_after->content().rows->rowOfLine[size_t(line)]);
}

bool ComparisonView::showsPinned() const
{
    const ComparedStepPointer compared = m_session.compared();
    return compared && compared->pinned;
}

QString ComparisonView::figures(const ComparedRows& rows)
{
    if (!rows.hasChanges())
        return {};
    QString text =
        QStringLiteral("+%1 \u2212%2 ").arg(digitsText(rows.addedLines), digitsText(rows.removedLines));
    if (rows.movedLines > 0)
        text += tr("%1 moved ").arg(digitsText(rows.movedLines));
    return text;
}

} // namespace tir::ui
