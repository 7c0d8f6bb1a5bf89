#include "ui/common/search_bar.h"

#include "ui/common/code_view.h"
#include "ui/common/icons.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace tir::ui {
namespace {

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? char(c + 32) : c;
}

} // namespace

std::vector<Span> findAll(std::string_view text, std::string_view wanted)
{
    std::vector<Span> found;
    if (wanted.empty())
        return found;
    const bool hasCapitals =
        std::any_of(wanted.begin(), wanted.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    const auto equal = [&](char a, char b) { return hasCapitals ? a == b : lower(a) == lower(b); };
    auto from = text.begin();
    while (true) {
        const auto match = std::search(from, text.end(), wanted.begin(), wanted.end(), equal);
        if (match == text.end())
            return found;
        const auto begin = uint32_t(match - text.begin());
        found.push_back({begin, begin + uint32_t(wanted.size())});
        from = match + std::ptrdiff_t(wanted.size());
    }
}

SearchBar::SearchBar(QWidget* parent) : QWidget(parent), m_edit(new QLineEdit), m_count(new QLabel)
{
    setObjectName(QStringLiteral("searchBar"));
    setAttribute(Qt::WA_StyledBackground);
    m_edit->setObjectName(QStringLiteral("searchEdit"));
    m_edit->setPlaceholderText(tr("Find"));
    m_edit->setClearButtonEnabled(true);
    m_edit->setMaximumWidth(320);
    m_count->setMinimumWidth(70);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 3, 8, 3);
    layout->setSpacing(4);
    layout->addWidget(m_edit);
    const auto addButton = [&](const QString& icon, const QString& tip, auto action) {
        auto* button = new QToolButton;
        button->setIcon(themedIcon(icon));
        button->setToolTip(tip);
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, this, action);
        layout->addWidget(button);
    };
    addButton(QStringLiteral("previous"), tr("Previous match (Shift+Enter)"), [this] { go(-1); });
    addButton(QStringLiteral("next"), tr("Next match (Enter)"), [this] { go(1); });
    layout->addWidget(m_count);
    layout->addStretch();
    addButton(QStringLiteral("close"), tr("Close (Escape)"), [this] { closeBar(); });
    connect(m_edit, &QLineEdit::textChanged, this, &SearchBar::searchAgain);
    hide();
}

void SearchBar::openFor(CodeView* view, CodeView* beside)
{
    clearMatches();
    m_view = view;
    m_beside = beside;
    const QString selected = view->selectedText();
    if (!selected.isEmpty() && !selected.contains(QLatin1Char('\n')))
        m_edit->setText(selected);
    setVisible(true);
    m_edit->setFocus();
    m_edit->selectAll();
    searchAgain();
}

void SearchBar::closeBar()
{
    hide();
    clearMatches();
    if (m_view)
        m_view->setFocus();
}

void SearchBar::clearMatches()
{
    for (CodeView* view : {m_view, m_beside})
        if (view)
            view->setMatches({}, -1);
}

std::vector<Span> SearchBar::matchesIn(const CodeView* view) const
{
    return view && view->isVisible() && view->hasText()
               ? findAll(view->content().text->text, m_edit->text().toStdString())
               : std::vector<Span>();
}

void SearchBar::searchAgain()
{
    if (!isVisible() || !m_view)
        return;
    m_matches = matchesIn(m_view);
    m_matchesBeside = matchesIn(m_beside);
    if (m_matches.empty() && !m_matchesBeside.empty()) {
        std::swap(m_view, m_beside);
        std::swap(m_matches, m_matchesBeside);
    }
    show(m_matches.empty() ? -1 : 0);
}

void SearchBar::go(int direction)
{
    const int count = int(m_matches.size());
    if (count > 0)
        show((m_current + direction + count) % count);
}

void SearchBar::show(int current)
{
    m_current = current;
    m_view->setMatches(m_matches, current);
    if (m_beside)
        m_beside->setMatches(m_matchesBeside, -1);
    if (current >= 0)
        m_view->reveal(m_matches[size_t(current)]);
    QString count = m_edit->text().isEmpty() ? QString()
                    : m_matches.empty()      ? tr("no match")
                                             : tr("%1 of %2").arg(current + 1).arg(m_matches.size());
    if (!m_matchesBeside.empty())
        count += tr(" (%1 on the other side)").arg(m_matchesBeside.size());
    m_count->setText(count);
}

void SearchBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        closeBar();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        go(event->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
    else
        QWidget::keyPressEvent(event);
}

} // namespace tir::ui
