#include "ui/comparison/comparison_view.h"

#include "ui/common/code_overview.h"
#include "ui/common/code_view.h"
#include "ui/common/icons.h"
#include "ui/common/placeholder.h"
#include "ui/common/search_bar.h"
#include "ui/common/view_info.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollBar>
#include <QSplitter>
#include <QToolButton>

namespace tir::ui {

template <>
ViewInfo viewInfo<ComparisonView>()
{
    return {.id = QStringLiteral("comparison"),
            .title = ComparisonView::tr("Code"),
            .place = ViewPlace::Centre,
            .make = [](Session& session) { return new ComparisonView(session); }};
}

ComparisonView::ComparisonView(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_beforeHeading(new QLabel),
      m_afterHeading(new QLabel),
      m_changes(new QLabel),
      m_before(new CodeView),
      m_after(new CodeView),
      m_overview(new CodeOverview(m_after)),
      m_search(new SearchBar)
{
    m_before->setObjectName(QStringLiteral("beforeCode"));
    m_after->setObjectName(QStringLiteral("afterCode"));
    m_beforePane = makePane(m_beforeHeading, m_before, nullptr);
    auto* splitter = new QSplitter;
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(1);
    splitter->addWidget(m_beforePane);
    splitter->addWidget(makePane(m_afterHeading, m_after, makeCorner()));
    splitter->setSizes({1000, 1000});

    auto* content = new QWidget;
    auto* row = new QHBoxLayout(content);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(splitter, 1);
    row->addWidget(m_overview);
    m_stack = new ContentOrPlaceholder(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_search);

    scrollTogether();
    connect(&m_session, &Session::phaseChanged, this, &ComparisonView::refresh);
    connect(&m_session, &Session::comparedChanged, this, &ComparisonView::refresh);
    connect(&m_session, &Session::selectionChanged, this, &ComparisonView::followSelection);
    connect(m_before, &CodeView::clicked, this, [this](quint32 offset) {
        if (const ComparedStepPointer compared = m_session.compared(); compared && compared->before)
            choose(*compared->before, m_session.recording()->previous(compared->number), offset);
    });
    connect(m_after, &CodeView::clicked, this, [this](quint32 offset) {
        if (const ComparedStepPointer compared = m_session.compared())
            choose(*compared->after, compared->number, offset);
    });
    for (CodeView* view : {m_before, m_after}) {
        connect(view, &CodeView::searchRequested, this, [this, view] { m_search->openFor(view); });
        connect(view, &CodeView::escaped, this, [this] { m_session.select({}); });
    }
    auto* find = new QAction(tr("Find"), this);
    find->setShortcut(QKeySequence::Find);
    find->setShortcutContext(Qt::WindowShortcut);
    connect(find, &QAction::triggered, this,
            [this] { m_search->openFor(m_hasBefore && m_before->hasFocus() ? m_before : m_after); });
    addAction(find);
    refresh();
}

QWidget* ComparisonView::makePane(QLabel* heading, CodeView* code, QWidget* corner)
{
    auto* bar = new QWidget;
    bar->setObjectName(QStringLiteral("paneHeading"));
    bar->setAttribute(Qt::WA_StyledBackground);
    bar->setFixedHeight(26);
    heading->setTextFormat(Qt::PlainText);
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
    heading->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return pane;
}

QWidget* ComparisonView::makeCorner()
{
    auto* corner = new QWidget;
    auto* layout = new QHBoxLayout(corner);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_changes);
    const auto addButton = [&](const QString& name, const QString& tip) {
        auto* button = new QToolButton;
        button->setObjectName(name + QStringLiteral("Button"));
        button->setIcon(themedIcon(name, &Theme::muted));
        button->setIconSize({14, 14});
        button->setToolTip(tip);
        button->setAutoRaise(true);
        layout->addWidget(button);
        return button;
    };
    connect(addButton(QStringLiteral("up"), tr("Previous change in the text")), &QToolButton::clicked, this,
            [this] { goToChange(-1); });
    connect(addButton(QStringLiteral("down"), tr("Next change in the text")), &QToolButton::clicked, this,
            [this] { goToChange(1); });
    QToolButton* panes = addButton(QStringLiteral("panes"), tr("Before and after side by side"));
    panes->setCheckable(true);
    panes->setChecked(true);
    connect(panes, &QToolButton::toggled, this, &ComparisonView::showSideBySide);
    return corner;
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
    const ComparisonContent content = comparisonContent(m_session);
    if (!content.after.content.text) {
        m_before->setContent({});
        m_after->setContent({});
        m_shownNumber = SIZE_MAX;
        m_stack->showPlaceholder(m_session.phase() == Phase::Ready ? PlaceholderText{tr("Printing …"), {}}
                                                                   : placeholderText(m_session));
        return;
    }
    m_hasBefore = content.before.has_value();
    m_before->setContent(m_hasBefore ? content.before->content : CodeContent());
    m_after->setContent(content.after.content);
    m_beforeHeading->setText(m_hasBefore ? content.before->heading : QString());
    m_afterHeading->setText(content.after.heading);
    m_beforePane->setVisible(m_hasBefore && m_isSideBySide);
    const int columns = content.after.content.text->longestLine;
    m_before->setMinimumColumns(columns);
    m_after->setMinimumColumns(m_hasBefore ? content.before->content.text->longestLine : 0);

    const ComparedStepPointer compared = m_session.compared();
    m_changes->setText(
        compared && compared->hasChanges()
            ? QStringLiteral("+%1 \u2212%2 ").arg(compared->addedLines).arg(compared->removedLines)
            : QString());
    m_stack->showContent();
    followSelection();
    m_search->searchAgain();

    const size_t number = compared ? compared->number : 0;
    const bool isAnotherStep = number != m_shownNumber;
    m_shownNumber = number;
    if (isAnotherStep && m_session.selection().isEmpty()) {
        // Begin where something is wrong, else where something changed.
        if (!m_after->content().marks.empty())
            m_after->reveal(m_after->content().marks.front().span);
        else if (const int row = nextChange(*m_after->content().rows, -1, 1); row >= 0)
            m_after->revealRow(row);
    }
}

void ComparisonView::followSelection()
{
    const Selection& selection = m_session.selection();
    m_before->setSelectedIdentity(selection.identity);
    m_after->setSelectedIdentity(selection.identity);
    m_overview->setSelectedIdentity(selection.identity);
    m_before->setSelectedSpan({});
    m_after->setSelectedSpan(selection.source);
    if (!selection.source.isEmpty())
        return m_after->reveal(selection.source);

    const ComparedStepPointer compared = m_session.compared();
    if (!compared || m_session.phase() != Phase::Ready || selection.isEmpty())
        return;
    const auto follow = [&](const ModuleText& text, CodeView* view, size_t number) {
        Place place = selection.number == number ? selection.place : NoPlace;
        if (place != NoPlace) {
            view->setSelectedSpan(text.spanOf(place));
        } else if (number == compared->number && selection.place == NoPlace) {
            place = text.firstPlaceOf(selection.identity);
        }
        if (place != NoPlace)
            view->reveal(text.spanOf(place));
    };
    if (compared->before && compared->before != compared->after)
        follow(*compared->before, m_before, m_session.recording()->previous(compared->number));
    follow(*compared->after, m_after, compared->number);
}

void ComparisonView::choose(const ModuleText& text, size_t number, quint32 offset)
{
    const CodeToken* token = text.code.tokenAt(offset);
    if (!token || token->place == NoPlace)
        return m_session.select({});
    Selection selection;
    selection.number = number;
    selection.place = token->place;
    selection.identity =
        token->identity ? token->identity : m_session.identities().at(text.places, token->place);
    m_session.select(selection);
}

void ComparisonView::goToChange(int direction)
{
    if (!m_after->hasText())
        return;
    const int third = m_after->viewport()->height() / 3;
    const int row = (m_after->verticalScrollBar()->value() + third) / m_after->rowHeight();
    const int found = nextChange(*m_after->content().rows, row, direction);
    if (found >= 0)
        m_after->verticalScrollBar()->setValue(found * m_after->rowHeight() - third);
}

void ComparisonView::showSideBySide(bool sideBySide)
{
    m_isSideBySide = sideBySide;
    m_beforePane->setVisible(m_hasBefore && sideBySide);
}

} // namespace tir::ui
