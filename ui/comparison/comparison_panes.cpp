/// The parts of the comparison view: which panes are shown, what they have in common, and what is folded in them.

#include "ui/common/code_overview.h"
#include "ui/common/code_view.h"
#include "ui/common/search_bar.h"
#include "ui/common/text.h"
#include "ui/comparison/code_tool_bar.h"
#include "ui/comparison/comparison_view.h"
#include "ui/comparison/line_history_list.h"
#include "ui/comparison/source_pane.h"
#include "ui/comparison/whole_line_strip.h"
#include "ui/session/selection_menu.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QSplitter>

#include <utility>

namespace tir::ui {

/// What all views of code have in common.
void ComparisonView::connectView(CodeView* view)
{
    view->setDescriber([this, view](const CodeToken& token) { return describe(view, token); });
    view->setLinesAround([this, view](int line) { return linesAround(view, line); });
    connect(view, &CodeView::otherEndRequested, this,
            [this, view](int line, int otherEnd) { goToOtherEnd(view, line, otherEnd); });
    connect(view, &CodeView::linkActivated, view, &CodeView::reveal);
    connect(view, &CodeView::writerClicked, &m_session, [this](int step) { m_session.goTo(size_t(step)); });
    connect(view, &CodeView::foldToggled, this, [this](const std::string& key, bool isOpen) {
        m_extras.openFolds[key] = isOpen;
        for (CodeView* other : {m_before, m_after, m_unified})
            other->setFoldOpen(key, isOpen);
        followWholeLine();
    });
    connect(view, &CodeView::caretMoved, this, [this] {
        m_wholeLine->hide();
        followFunction();
    });
    connect(view, &CodeView::menuRequested, this,
            [this, view](QMenu* menu, quint32 offset) { fillMenu(*menu, view, offset); });
    connect(view, &CodeView::searchRequested, this, [this, view] { find(view); });
    connect(view, &CodeView::escaped, this, [this] {
        if (m_wholeLine->isVisible())
            m_wholeLine->hide();
        else
            m_session.select({});
    });
}

/// Selects the name that the menu opens for: the entries act on the selection.
void ComparisonView::fillMenu(QMenu& menu, const CodeView* view, quint32 offset)
{
    const ComparedStepPointer compared = m_session.compared();
    if (!compared || m_session.phase() != Phase::Ready)
        return;
    const SideOffset side = sideOf(view, offset);
    const ModuleText& text = side.isBefore ? *compared->before : *compared->after;
    const size_t number = side.isBefore ? compared->previous : compared->number;
    const CodeToken* token = text.code.tokenAt(side.offset);
    if (token && (token->identity || token->place != NoPlace))
        choose(text, number, side.offset);
    const bool isPinned = side.isBefore && showsPinned();
    addSelectionMenu(menu, m_session, *this);
    if (token)
        addMeaningMenu(menu, wordOf(text.code, *token), *this);
    if (isPinned || !m_session.lineHistory())
        return;
    menu.addSeparator();
    menu.addAction(tr("History of This Line…"), m_history,
                   [this, number, line = text.printedLine(text.code.lineAt(side.offset))] {
                       m_history->show(number, line);
                   });
}

QWidget* ComparisonView::makePane(QLabel* heading, CodeView* code)
{
    auto* bar = new QWidget;
    bar->setObjectName(QStringLiteral("paneHeading"));
    bar->setAttribute(Qt::WA_StyledBackground);
    bar->setFixedHeight(26);
    auto* barLayout = new QHBoxLayout(bar);
    barLayout->setContentsMargins(10, 0, 2, 0);
    barLayout->addWidget(heading, 1);
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
    connect(bar, &CodeToolBar::dictionariesToggled, this, [this](bool isOn) {
        m_extras.foldsDictionaries = isOn;
        m_extras.openFolds.clear();
        refreshInPlace();
    });
    connect(bar, &CodeToolBar::wrappingToggled, this, [this](bool isOn) {
        for (CodeView* view : {m_before, m_after, m_unified})
            view->setWrapping(isOn);
        followWholeLine();
    });
    connect(bar, &CodeToolBar::stickyLinesToggled, this, [this](bool isOn) {
        for (CodeView* view : {m_before, m_after, m_unified})
            view->setStickyLines(isOn);
    });
    connect(bar, &CodeToolBar::sideBySideToggled, this, &ComparisonView::showSideBySide);
    connect(bar, &CodeToolBar::unifiedToggled, this, [this](bool isOn) {
        m_isUnified = isOn;
        refreshInPlace();
    });
    return bar;
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

bool ComparisonView::showsSource() const
{
    return m_showsSource && m_session.program();
}

/// Beside generated code, for example, a narrow view has no room for the source and the result next to each other.
bool ComparisonView::isSourceAbove() const
{
    constexpr int LeastWidth = 600;
    return showsSource() && width() < LeastWidth && height() > width() / 2;
}

/// Two sides need room for two; in a narrow view the side after the step is the one that counts. The source takes the
/// place of the left side; a text that does not read has no right one.
bool ComparisonView::showsBefore() const
{
    constexpr int LeastWidth = 480;
    return m_hasBefore && m_isSideBySide && !m_isUnified && !showsSource() && width() >= LeastWidth;
}

/// Empty if the pinned run is shown, or not to be shown.
QString ComparisonView::whyPinnedIsHidden() const
{
    if (!m_hasBefore || !showsPinned() || showsBefore() || showsUnified())
        return {};
    return showsSource()    ? tr("the source is in its place")
           : m_isSideBySide ? tr("the code is too narrow for both")
                            : tr("side by side is off");
}

bool ComparisonView::showsUnified() const
{
    return m_hasBefore && m_isUnified && !showsSource();
}

void ComparisonView::showPanes()
{
    const bool hadKeyboard = m_before->hasFocus() || m_after->hasFocus() || m_unified->hasFocus();
    m_source->setVisible(showsSource());
    m_beforePane->setVisible(showsBefore());
    m_afterPane->setVisible(!showsSource() || m_session.phase() != Phase::Unreadable);
    m_after->setVisible(!showsUnified());
    m_overview->setVisible(!showsUnified() && !isSourceAbove()); // it is as high as both
    m_unified->setVisible(showsUnified());
    m_unifiedOverview->setVisible(showsUnified());
    const Qt::Orientation orientation = isSourceAbove() ? Qt::Vertical : Qt::Horizontal;
    if (m_splitter->orientation() != orientation) {
        m_splitter->setOrientation(orientation);
        m_splitter->setSizes({1000, 1000, 1000});
    }
    m_session.pin().setWhyHidden(whyPinnedIsHidden());
    // Otherwise Qt gives it to the next view in the tab order.
    if (hadKeyboard && !m_before->hasFocus() && !m_after->hasFocus() && !m_unified->hasFocus())
        (showsUnified() ? m_unified : m_after)->setFocus();
    const bool isOther = std::exchange(m_showedBefore, showsBefore()) != showsBefore() ||
                         std::exchange(m_showedUnified, showsUnified()) != showsUnified();
    if (isOther && m_after->hasText())
        refreshInPlace(); // fillers are for two sides only
}

void ComparisonView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showPanes();
    followWholeLine();
}

// ---- a line that is wider than its pane

void ComparisonView::showWholeLine(int shown)
{
    m_wholeLine->hide();
    const ComparedStepPointer compared = m_session.compared();
    if (!compared || !compared->before || shown < 0 || shown >= m_after->rowCount())
        return;
    m_wholeLineRow = shown;
    // Rows may be folded, and one side alone has no fillers.
    const ComparedRows& rows = compared->rows;
    const int line = m_after->content().rows->rows[size_t(shown)].line;
    const int row = line >= 0
                        ? rows.after->rowOfLine[size_t(line)]
                        : rows.before->rowOfLine[size_t(m_before->content().rows->rows[size_t(shown)].line)];
    if (!isCutOff(rows.before->rows[size_t(row)].line, rows.after->rows[size_t(row)].line))
        return;
    const CodeView* view = mainView();
    const int shownRow = m_unifiedText ? m_unifiedText->rows[size_t(shown)] : shown;
    QWidget* parent = m_wholeLine->parentWidget();
    const QWidget* viewport = view->viewport();
    const int left = (showsBefore() ? m_beforePane : m_afterPane)->mapTo(parent, QPoint()).x();
    const QRect area(QPoint(left, viewport->mapTo(parent, QPoint()).y()),
                     viewport->mapTo(parent, viewport->rect().bottomRight()));
    const int top = area.top() + view->topOf(shownRow) - view->verticalScrollBar()->value();
    m_wholeLine->showBeside(QRect(left, top, area.width(), view->rowHeight()), area,
                            bothVersions(m_before->content(), m_after->content(), rows, size_t(row)));
}

/// While it is shown: it moves, or goes away if the line fits into its pane now.
void ComparisonView::followWholeLine()
{
    if (m_wholeLine->isVisible())
        showWholeLine(m_wholeLineRow);
}

/// On one of the sides that are shown; a line that a side does not have is -1.
bool ComparisonView::isCutOff(int beforeLine, int afterLine) const
{
    const auto isCutOffIn = [](const CodeView* view, int line) { return line >= 0 && view->isCutOff(line); };
    if (m_unifiedText)
        return isCutOffIn(m_unified, m_unifiedText->lineOf(ComparisonSideName::Before, beforeLine)) ||
               isCutOffIn(m_unified, m_unifiedText->lineOf(ComparisonSideName::After, afterLine));
    return isCutOffIn(m_after, afterLine) || (showsBefore() && isCutOffIn(m_before, beforeLine));
}

} // namespace tir::ui
