#include "ui/comparison/breadcrumb_bar.h"

#include "ui/common/chooser.h"
#include "ui/common/popup_menu.h"
#include "ui/common/theme.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace tir::ui {
namespace {

constexpr int MostMenuRows = 40; ///< more are in a list that one can type into
constexpr int MostCharacters = 32;

QString shortened(const QString& text, int most)
{
    return text.size() <= most ? text : text.left(most / 2) + QStringLiteral("…") + text.right(most / 2 - 1);
}

QString detailOf(const Crumb& crumb)
{
    return QStringLiteral("%1: %2").arg(crumb.line + 1).arg(shortened(crumb.text, 70));
}

bool isSame(const std::vector<Crumb>& a, const std::vector<Crumb>& b)
{
    return std::ranges::equal(a, b, [](const Crumb& left, const Crumb& right) {
        return left.place == right.place && left.label == right.label;
    });
}

} // namespace

BreadcrumbBar::BreadcrumbBar(QWidget* parent)
    : QWidget(parent),
      m_holder(new QWidget(this)),
      m_row(new QHBoxLayout(m_holder))
{
    setObjectName(QStringLiteral("breadcrumb"));
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_row->setContentsMargins(6, 0, 6, 0);
    m_row->setSpacing(0);
    m_row->setSizeConstraint(QLayout::SetNoConstraint); // it is as narrow as its place; parts make room
    m_more = new QToolButton(m_holder);
    m_more->setText(QStringLiteral("…"));
    m_more->setAutoRaise(true);
    m_more->setFocusPolicy(Qt::NoFocus);
    m_more->hide();
}

void BreadcrumbBar::showLine(ModuleTextPointer text, int line)
{
    std::vector<Crumb> crumbs = text ? breadcrumb(*text, line) : std::vector<Crumb>();
    if (text == m_text && isSame(crumbs, m_crumbs))
        return;
    m_text = std::move(text);
    m_crumbs = std::move(crumbs);
    if (hasPartsOfCrumbs()) {
        labelParts();
        fit();
    } else {
        rebuild();
    }
}

QSize BreadcrumbBar::sizeHint() const
{
    return m_holder->sizeHint();
}

QSize BreadcrumbBar::minimumSizeHint() const
{
    return {0, m_holder->sizeHint().height()};
}

/// The next step mostly has as many scopes: new buttons would take longer than all else here.
bool BreadcrumbBar::hasPartsOfCrumbs() const
{
    return !m_crumbs.empty() && m_hasInside == hasInside() &&
           size_t(m_parts.size()) == m_crumbs.size() + (m_hasInside ? 1 : 0);
}

void BreadcrumbBar::labelParts()
{
    for (size_t part = 0; part < m_crumbs.size(); ++part)
        m_parts[qsizetype(part)]->setText(shortened(m_crumbs[part].label, MostCharacters));
}

bool BreadcrumbBar::hasInside() const
{
    return !m_crumbs.empty() && !scopesIn(*m_text, m_crumbs.back().place, 1).empty();
}

/// The lines of the scopes are in the tool tips.
void BreadcrumbBar::describeParts()
{
    QStringList hidden;
    for (size_t part = 0; part < m_crumbs.size(); ++part) {
        m_parts[qsizetype(part)]->setToolTip(m_crumbs[part].text);
        if (m_parts[qsizetype(part)]->isHidden())
            hidden.append(m_crumbs[part].text);
    }
    m_more->setToolTip(hidden.join(QLatin1Char('\n')));
}

void BreadcrumbBar::rebuild()
{
    const bool hadFocus =
        std::ranges::any_of(m_parts, [](const QToolButton* part) { return part->hasFocus(); });
    while (const QLayoutItem* item = m_row->takeAt(0))
        delete item;
    for (QWidget* widget : std::as_const(m_arrows))
        delete widget;
    for (QToolButton* part : std::as_const(m_parts))
        delete part;
    m_arrows.clear();
    m_parts.clear();
    for (size_t part = 0; part < m_crumbs.size(); ++part)
        addPart();
    labelParts();
    if (!m_parts.isEmpty()) // one stop for the Tab key
        m_parts.back()->setFocusPolicy(Qt::TabFocus);
    m_hasInside = hasInside();
    if (m_hasInside) {
        QToolButton* inside = addPart();
        inside->setText(QStringLiteral("⋯"));
        inside->setToolTip(tr("What is inside"));
    }
    m_row->addStretch(1);
    fit();
    updateGeometry();
    if (hadFocus && !m_parts.isEmpty())
        focusPart(int(m_crumbs.size()) - 1);
}

QToolButton* BreadcrumbBar::addPart()
{
    if (!m_parts.isEmpty()) {
        auto* arrow = new QLabel(QStringLiteral("›"));
        arrow->setObjectName(QStringLiteral("breadcrumbArrow"));
        m_row->addWidget(arrow);
        m_arrows.append(arrow);
        if (m_parts.size() == 1)
            m_row->addWidget(m_more);
    }
    auto* part = new QToolButton;
    part->setObjectName(QStringLiteral("breadcrumbPart"));
    part->setAutoRaise(true);
    part->setFocusPolicy(Qt::NoFocus);
    part->setFont(smallFont());
    part->installEventFilter(this);
    connect(part, &QToolButton::clicked, this, [this, part] { openMenu(partOf(part)); });
    m_row->addWidget(part);
    m_parts.append(part);
    return part;
}

/// Parts in the middle make room: the function and the innermost scope say most.
void BreadcrumbBar::fit()
{
    const auto widthOf = [](const QWidget* widget) { return widget->sizeHint().width(); };
    int needed = 12;
    for (const QToolButton* part : std::as_const(m_parts))
        needed += widthOf(part);
    for (const QWidget* arrow : std::as_const(m_arrows))
        needed += widthOf(arrow);
    qsizetype hidden = 0; // from the second part on
    const qsizetype most = std::max<qsizetype>(0, m_parts.size() - (m_hasInside ? 3 : 2));
    while (hidden < most && needed + (hidden > 0 ? widthOf(m_more) : 0) > width()) {
        ++hidden;
        needed -= widthOf(m_parts[hidden]) + (hidden > 1 ? widthOf(m_arrows[hidden - 1]) : 0);
    }
    if (!m_parts.isEmpty())
        m_parts.front()->show();
    m_more->setVisible(hidden > 0);
    for (qsizetype part = 1; part < m_parts.size(); ++part) {
        m_parts[part]->setVisible(part > hidden);
        m_arrows[part - 1]->setVisible(part == 1 || part > hidden);
    }
    describeParts();
}

QString BreadcrumbBar::shownText() const
{
    QStringList texts;
    for (const QToolButton* part : m_parts) {
        if (!part->isHidden())
            texts.append(part->text());
        if (part == m_parts.front() && !m_more->isHidden())
            texts.append(m_more->text());
    }
    return texts.join(QStringLiteral(" › "));
}

void BreadcrumbBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_holder->resize(size());
    fit();
}

int BreadcrumbBar::partOf(const QObject* object) const
{
    for (qsizetype part = 0; part < m_parts.size(); ++part)
        if (m_parts[part] == object)
            return int(part);
    return -1;
}

void BreadcrumbBar::focusPart(int part)
{
    if (part >= 0 && part < m_parts.size())
        m_parts[part]->setFocus(Qt::ShortcutFocusReason);
}

void BreadcrumbBar::openLast()
{
    if (m_crumbs.empty())
        return;
    focusPart(int(m_crumbs.size()) - 1);
    openMenu(int(m_crumbs.size()) - 1);
}

void BreadcrumbBar::openMenu(int part)
{
    if (part < 0 || part >= m_parts.size())
        return;
    const bool isInside = size_t(part) >= m_crumbs.size();
    const Place current = isInside ? NoPlace : m_crumbs[size_t(part)].place;
    const std::vector<Crumb> crumbs =
        isInside ? scopesIn(*m_text, m_crumbs.back().place) : siblingsOf(*m_text, current);
    if (crumbs.size() > MostMenuRows) {
        QList<Choice> choices;
        for (const Crumb& crumb : crumbs)
            choices.append({.text = crumb.label, .detail = detailOf(crumb), .choose = [this, crumb] {
                                emit chosen(crumb);
                            }});
        new Chooser(QStringLiteral("breadcrumbChooser"), tr("Go to"), std::move(choices), *window());
        return;
    }
    QMenu* menu = newPopupMenu(QStringLiteral("breadcrumbMenu"), *this);
    menu->setProperty("part", part);
    menu->installEventFilter(this);
    for (const Crumb& crumb : crumbs) {
        QString text = QStringLiteral("%1\t%2").arg(crumb.label, detailOf(crumb));
        QAction* action = menu->addAction(text.replace(QLatin1Char('&'), QLatin1String("&&")), this,
                                          [this, crumb] { emit chosen(crumb); });
        action->setCheckable(crumb.place == current);
        action->setChecked(crumb.place == current);
        if (crumb.place == current)
            menu->setActiveAction(action);
    }
    menu->popup(m_parts[part]->mapToGlobal(QPoint(0, m_parts[part]->height())));
}

bool BreadcrumbBar::eventFilter(QObject* watched, QEvent* event)
{
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (!isKey)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool isOurs = key == Qt::Key_Left || key == Qt::Key_Right;
    if (auto* menu = qobject_cast<QMenu*>(watched)) {
        const int part = menu->property("part").toInt() + (key == Qt::Key_Left ? -1 : 1);
        if (!isOurs || event->type() != QEvent::KeyPress || part < 0 || part >= m_parts.size())
            return QWidget::eventFilter(watched, event);
        menu->close();
        focusPart(part);
        openMenu(part);
        return true;
    }
    if (!isOurs && key != Qt::Key_Down && key != Qt::Key_Escape)
        return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::ShortcutOverride) { // else the window goes to another step
        event->accept();
        return true;
    }
    const int part = partOf(watched);
    if (key == Qt::Key_Down)
        openMenu(part);
    else if (key == Qt::Key_Escape)
        emit escaped();
    else
        focusPart(part + (key == Qt::Key_Left ? -1 : 1));
    return true;
}

} // namespace tir::ui
