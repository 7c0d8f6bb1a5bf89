#include "ui/comparison/whole_line_strip.h"

#include "ui/common/code_view.h"
#include "ui/common/theme.h"
#include "ui/comparison/unified_text.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <memory>
#include <utility>

namespace tir::ui {
namespace {

/// A side with one row, and without what is beside its line.
ComparisonSide sideWithRow(const CodeContent& content, const CodeRows& rows, size_t row)
{
    auto own = std::make_shared<CodeRows>();
    own->rows.push_back(rows.rows[row]);
    own->rows.back().otherEnd = -1;
    own->words = rows.words;
    return {.heading = {}, .content = {.text = content.text, .rows = std::move(own), .marks = content.marks}};
}

} // namespace

CodeContent bothVersions(const CodeContent& before, const CodeContent& after, const ComparedRows& rows,
                         size_t row)
{
    return unify(sideWithRow(before, *rows.before, row), sideWithRow(after, *rows.after, row)).content;
}

WholeLineStrip::WholeLineStrip(QWidget* parent) : QWidget(parent), m_code(new CodeView(this))
{
    setObjectName(QStringLiteral("wholeLine"));
    m_code->setObjectName(QStringLiteral("wholeLineCode"));
    m_code->setWrapping(true);
    m_code->setFocusPolicy(Qt::NoFocus);
    m_code->setContextMenuPolicy(Qt::NoContextMenu);
    hide();
}

void WholeLineStrip::showBeside(const QRect& line, const QRect& area, CodeContent content)
{
    constexpr int Border = 1;
    m_code->setContent(std::move(content));
    m_code->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_code->verticalScrollBar()->setValue(0);
    setGeometry(area.left(), line.bottom() + 1, area.width(), line.height());
    show(); // first: where lines are wrapped depends on the width
    raise();
    const int wanted = m_code->visualLineCount() * m_code->rowHeight() + 2 * Border;
    const int below = area.bottom() - line.bottom();
    const int above = line.top() - area.top();
    const bool isBelow = wanted <= below || below >= above;
    const int height = std::min(wanted, isBelow ? below : above);
    if (height < wanted)
        m_code->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);
    setGeometry(area.left(), isBelow ? line.bottom() + 1 : line.top() - height, area.width(), height);
}

/// The border above and below the code.
void WholeLineStrip::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), theme().accent);
}

void WholeLineStrip::resizeEvent(QResizeEvent*)
{
    m_code->setGeometry(rect().adjusted(0, 1, 0, -1));
}

void WholeLineStrip::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    window()->installEventFilter(this);
}

void WholeLineStrip::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    window()->removeEventFilter(this);
}

/// The window gets the keys that no widget in it takes.
bool WholeLineStrip::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
        return QWidget::eventFilter(watched, event);
    hide();
    return true;
}

} // namespace tir::ui
