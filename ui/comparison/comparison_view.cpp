#include "ui/comparison/comparison_view.h"

#include "ui/common/actions.h"
#include "ui/common/code_overview.h"
#include "ui/common/code_view.h"
#include "ui/common/elided_label.h"
#include "ui/common/placeholder.h"
#include "ui/common/search_bar.h"
#include "ui/common/view_info.h"
#include "ui/comparison/code_tool_bar.h"
#include "ui/comparison/line_history_list.h"
#include "ui/comparison/source_pane.h"
#include "ui/comparison/step_search.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QSplitter>

#include <utility>

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
      m_source(new SourcePane(session)),
      m_before(new CodeView),
      m_after(new CodeView),
      m_unified(new CodeView),
      m_overview(new CodeOverview(m_after)),
      m_unifiedOverview(new CodeOverview(m_unified)),
      m_search(new SearchBar),
      m_history(new LineHistoryList(session, *this)),
      m_stepSearch(new StepSearch(session, *this))
{
    m_before->setObjectName(QStringLiteral("beforeCode"));
    m_after->setObjectName(QStringLiteral("afterCode"));
    m_beforePane = makePane(m_beforeHeading, m_before, nullptr);
    auto* splitter = new QSplitter;
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(1);
    m_unified->setObjectName(QStringLiteral("unifiedCode"));
    m_afterPane = makePane(m_afterHeading, m_after, m_toolBar);
    m_afterPane->layout()->addWidget(m_unified);
    m_unified->hide();
    m_unifiedOverview->hide();
    splitter->addWidget(m_source);
    splitter->addWidget(m_beforePane);
    splitter->addWidget(m_afterPane);
    splitter->setSizes({1000, 1000, 1000});
    m_source->hide();
    connect(m_source, &SourcePane::closeRequested, this, [this] { m_toolBar->setSourceShown(false); });

    auto* content = new QWidget;
    auto* row = new QHBoxLayout(content);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(splitter, 1);
    row->addWidget(m_overview);
    row->addWidget(m_unifiedOverview);
    m_stack = new ContentOrPlaceholder(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_search);

    scrollTogether();
    connect(m_after, &CodeView::unfoldRequested, this, &ComparisonView::unfold);
    connect(m_before, &CodeView::unfoldRequested, this, [this](int line) {
        const CodeRows& rows = *m_before->content().rows;
        unfold(m_after->content().rows->rows[size_t(rows.rowOfLine[size_t(line)])].line);
    });
    connect(m_after->verticalScrollBar(), &QScrollBar::valueChanged, this, [this] {
        m_row = rowLookedAt();
        countChanges();
    });
    connect(&m_session, &Session::phaseChanged, this, &ComparisonView::refresh);
    connect(&m_session, &Session::comparedChanged, this, &ComparisonView::followCompared);
    connect(&m_session, &Session::selectionChanged, this, &ComparisonView::followSelection);
    connect(m_before, &CodeView::clicked, this, [this](quint32 offset) {
        if (const ComparedStepPointer compared = m_session.compared(); compared && compared->before)
            choose(*compared->before, compared->previous, offset);
    });
    connect(m_after, &CodeView::clicked, this, [this](quint32 offset) {
        if (const ComparedStepPointer compared = m_session.compared())
            choose(*compared->after, compared->number, offset);
    });
    connect(&m_session, &Session::editRequested, this, [this] {
        m_toolBar->setSourceShown(true);
        m_source->setFocus();
    });
    connect(m_history, &LineHistoryList::chosen, this, [this](const LineEvent& event) {
        goToLine({.step = event.step,
                  .line = event.line,
                  .isBefore = event.fate == LineFate::Removed,
                  .isOfPrint = true});
    });
    connect(m_stepSearch, &StepSearch::chosen, this,
            [this](size_t step, int line) { goToLine({.step = step, .line = line}); });
    connect(&m_session, &Session::lineCountsChanged, this, [this] {
        if (m_extras.hasWriters)
            refresh();
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
    connect(m_unified->verticalScrollBar(), &QScrollBar::valueChanged, this, [this] {
        m_row = rowLookedAt();
        countChanges();
    });
    for (CodeView* view : {m_before, m_after, m_unified})
        connectView(view);
    makeAction("find", *this,
               [this] { m_search->openFor(m_hasBefore && m_before->hasFocus() ? m_before : mainView()); });
    makeAction("find-in-steps", *this, [this] { m_stepSearch->open(); });
    makeAction("line-history", *this, [this] { showHistoryOfSelection(); });
    refresh();
}

/// What all views of code have in common.
void ComparisonView::connectView(CodeView* view)
{
    view->setDescriber([this, view](const CodeToken& token) { return describe(view, token); });
    connect(view, &CodeView::otherEndRequested, this,
            [this, view](int line, int otherEnd) { goToOtherEnd(view, line, otherEnd); });
    connect(view, &CodeView::linkActivated, view, &CodeView::reveal);
    connect(view, &CodeView::writerClicked, &m_session, [this](int step) { m_session.goTo(size_t(step)); });
    connect(view, &CodeView::menuRequested, this, [this, view](QMenu* menu, int line) {
        const ComparedStepPointer compared = m_session.compared();
        const SideLine side = sideOf(view, line);
        if (!compared || !m_session.lineHistory() || (side.isBefore && showsPinned()))
            return;
        const size_t number = side.isBefore ? compared->previous : compared->number;
        const ModuleText& text = side.isBefore ? *compared->before : *compared->after;
        menu->addAction(tr("History of this line…"), m_history,
                        [this, number, own = text.printedLine(side.line)] { m_history->show(number, own); });
    });
    connect(view, &CodeView::searchRequested, this, [this, view] { m_search->openFor(view); });
    connect(view, &CodeView::escaped, this, [this] { m_session.select({}); });
}

QWidget* ComparisonView::makePane(QLabel* heading, CodeView* code, QWidget* corner)
{
    auto* bar = new QWidget;
    bar->setObjectName(QStringLiteral("paneHeading"));
    bar->setAttribute(Qt::WA_StyledBackground);
    bar->setFixedHeight(26);
    auto* barLayout = new QHBoxLayout(bar);
    barLayout->setContentsMargins(10, 0, 2, 0);
    barLayout->addWidget(heading, 1);
    if (corner)
        barLayout->addWidget(corner);
    auto* pane = new QWidget;
    auto* layout = new QVBoxLayout(pane);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(code, 1);
    return pane;
}

CodeToolBar* ComparisonView::makeToolBar()
{
    auto* bar = new CodeToolBar;
    connect(bar, &CodeToolBar::changeRequested, this, &ComparisonView::goToChange);
    connect(bar, &CodeToolBar::onlyChangesToggled, this, &ComparisonView::showOnlyChanges);
    connect(bar, &CodeToolBar::structureToggled, &m_session,
            [this](bool isOn) { m_session.setDiffMode(isOn ? DiffMode::Structure : DiffMode::Lines); });
    connect(bar, &CodeToolBar::sourceToggled, this, &ComparisonView::showSource);
    connect(bar, &CodeToolBar::writersToggled, this, [this](bool isOn) {
        m_extras.hasWriters = isOn;
        refresh();
    });
    connect(bar, &CodeToolBar::argumentNamesToggled, this, [this](bool isOn) {
        m_extras.hasArgumentNames = isOn;
        refreshInPlace();
    });
    connect(bar, &CodeToolBar::sideBySideToggled, this, &ComparisonView::showSideBySide);
    connect(bar, &CodeToolBar::unifiedToggled, this, [this](bool isOn) {
        m_isUnified = isOn;
        refreshInPlace();
    });
    return bar;
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
    ComparisonContent content = comparisonContent(m_session, m_extras);
    if (!content.after.content.text) {
        m_before->setContent({});
        m_after->setContent({});
        m_unified->setContent({});
        m_unifiedText.reset();
        m_shownNumber = SIZE_MAX;
        m_stack->showPlaceholder(m_session.hasSteps() ? PlaceholderText{tr("Printing …"), {}}
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
    m_before->setContent(m_hasBefore ? content.before->content : CodeContent());
    m_after->setContent(content.after.content);
    m_unified->setContent(m_unifiedText ? m_unifiedText->content : CodeContent());
    m_beforeHeading->setText(m_hasBefore ? content.before->heading : QString());
    m_afterHeading->setText(content.after.heading);
    showPanes();
    m_before->setMinimumColumns(m_after->columns());
    m_after->setMinimumColumns(m_hasBefore ? m_before->columns() : 0);

    m_toolBar->setFigures(compared ? figures(compared->rows) : QString());
    m_stack->showContent();
    followSelection();
    m_search->searchAgain();

    if (isAnotherStep)
        m_row = -1;
    if (isAnotherStep && m_session.selection().isEmpty()) {
        // Begin where something is wrong, else where something changed.
        if (!m_after->content().marks.empty())
            m_after->revealLine(m_after->content().marks.front().span);
        else if (const int row = nextChange(*m_after->content().rows, -1, 1); row >= 0)
            goToRow(row);
    }
    countChanges();
    if (m_awaited && compared && m_awaited->step == compared->number)
        goToLine(*m_awaited);
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
    QString text = QStringLiteral("+%1 \u2212%2 ").arg(rows.addedLines).arg(rows.removedLines);
    if (rows.movedLines > 0)
        text += tr("%1 moved ").arg(rows.movedLines);
    return text;
}

void ComparisonView::foldRows(ComparisonContent& content)
{
    if (!m_showsOnlyChanges || !content.before)
        return;
    const FoldedRows folded =
        foldUnchanged(*content.before->content.rows, *content.after.content.rows, m_unfolded);
    content.before->content.rows = folded.before;
    content.after.content.rows = folded.after;
}

void ComparisonView::unfold(int line)
{
    m_unfolded.insert(line);
    const int scrolled = m_after->verticalScrollBar()->value();
    refresh();
    m_after->verticalScrollBar()->setValue(scrolled);
}

void ComparisonView::showSideBySide(bool sideBySide)
{
    m_isSideBySide = sideBySide;
    showPanes();
}

void ComparisonView::showSource(bool isShown)
{
    m_showsSource = isShown;
    showPanes();
    if (isShown)
        m_source->setFocus();
    else
        m_after->setFocus();
}

/// Two sides need room for two; in a narrow view the side after the step is the one that counts. The source takes the
/// left side; a text that does not read has no right one.
bool ComparisonView::showsBefore() const
{
    constexpr int LeastWidth = 480;
    const bool hasSource = m_showsSource && m_session.program();
    return m_hasBefore && m_isSideBySide && !m_isUnified && !hasSource && width() >= LeastWidth;
}

bool ComparisonView::showsUnified() const
{
    const bool hasSource = m_showsSource && m_session.program();
    return m_hasBefore && m_isUnified && !hasSource;
}

void ComparisonView::showPanes()
{
    const bool hasSource = m_showsSource && m_session.program();
    m_source->setVisible(hasSource);
    m_beforePane->setVisible(showsBefore());
    m_afterPane->setVisible(!hasSource || m_session.phase() != Phase::Unreadable);
    m_after->setVisible(!showsUnified());
    m_overview->setVisible(!showsUnified());
    m_unified->setVisible(showsUnified());
    m_unifiedOverview->setVisible(showsUnified());
    const bool isOther = std::exchange(m_showedBefore, showsBefore()) != showsBefore() ||
                         std::exchange(m_showedUnified, showsUnified()) != showsUnified();
    if (isOther && m_after->hasText())
        refreshInPlace(); // fillers are for two sides only
}

void ComparisonView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showPanes();
}

} // namespace tir::ui
