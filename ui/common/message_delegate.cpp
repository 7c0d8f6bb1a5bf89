#include "ui/common/message_delegate.h"

#include "ui/common/icons.h"

#include <QAbstractItemView>
#include <QAbstractTextDocumentLayout>
#include <QHelpEvent>
#include <QListView>
#include <QPainter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextLayout>
#include <QTextList>
#include <QToolTip>
#include <QtMath>

#include <algorithm>
#include <climits>

namespace tir::ui {
namespace {

constexpr int Margin = 4;
constexpr int IconSize = 13;
constexpr int IndentWidth = 19;

QFont headingFont()
{
    QFont font = smallFont();
    font.setBold(true);
    return font;
}

bool isCode(const QModelIndex& index)
{
    return index.data(CodeRole).toBool();
}

bool hasIcon(const QModelIndex& index)
{
    return !isCode(index) && !index.data(HeadingRole).toBool() && !index.data(PlainRole).toBool();
}

int textLeft(const QModelIndex& index)
{
    return 8 + index.data(IndentRole).toInt() * IndentWidth + (hasIcon(index) ? IconSize + 6 : 0);
}

QIcon iconOf(const QModelIndex& index)
{
    const QString name = index.data(IconRole).toString();
    if (name == QLatin1String("error"))
        return themedIcon(name, &Theme::error);
    if (name == QLatin1String("warning"))
        return themedIcon(name, &Theme::warning);
    return themedIcon(name, name == QLatin1String("note") ? &Theme::note : &Theme::faint);
}

/// Lines of text that fit the width. Names that are longer than a line continue in the next one.
class WrappedText {
public:
    WrappedText(const QString& text, const QFont& font, int width)
        : m_layout(QString(text).replace(QLatin1Char('\n'), QChar::LineSeparator), font)
    {
        QTextOption option(Qt::AlignLeft);
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        m_layout.setTextOption(option);
        m_layout.beginLayout();
        for (QTextLine line = m_layout.createLine(); line.isValid(); line = m_layout.createLine()) {
            line.setLineWidth(width);
            line.setPosition({0, m_height});
            m_height += QFontMetricsF(font).lineSpacing();
        }
        m_layout.endLayout();
    }

    int height() const { return qCeil(m_height); }
    void draw(QPainter& painter, QPoint position) const { m_layout.draw(&painter, position); }

private:
    QTextLayout m_layout;
    double m_height = 0;
};

/// The width for everything but tables, which may be wider than the view.
int viewWidth(const QStyleOptionViewItem& option)
{
    const auto* view = qobject_cast<const QListView*>(option.widget);
    return view ? view->viewport()->width() : option.rect.width();
}

// ---- rows of tables

constexpr int LeastColumn = 12; ///< characters that every column may have
constexpr int ColumnGap = 2;

int characterWidth()
{
    return QFontMetrics(codeFont()).horizontalAdvance(QLatin1Char('0'));
}

/// The widths of columns in characters. Where the table is wider than the view, its widest columns become equally
/// narrow.
QList<int> columnWidths(const QModelIndex& index, int room)
{
    QList<int> widths = index.data(CellWidthsRole).value<QList<int>>();
    QList<int> ascending = widths;
    std::ranges::sort(ascending);
    int left = room / characterWidth() - ColumnGap * int(widths.size());
    int most = INT_MAX;
    for (int i = 0; i < ascending.size() && most == INT_MAX; ++i) {
        const int share = left / int(ascending.size() - i);
        if (ascending[i] > share)
            most = std::max(share, LeastColumn);
        left -= ascending[i];
    }
    for (int& width : widths)
        width = std::min(width, most);
    return widths;
}

/// The rectangle of each cell in a line.
QList<QRect> cellRects(const QModelIndex& index, const QRect& line, int room)
{
    QList<QRect> rects;
    int x = line.left();
    for (const int characters : columnWidths(index, room)) {
        rects.append(QRect(x, line.top(), characters * characterWidth() + 1, line.height()));
        x += (characters + ColumnGap) * characterWidth();
    }
    return rects;
}

QString elidedCell(const QString& cell, int width)
{
    return QFontMetrics(codeFont()).elidedText(cell, Qt::ElideRight, width);
}

/// Laid out in the width.
void setMarkdown(QTextDocument& document, const QString& markdown, const QFont& font, int width)
{
    constexpr int ListIndent = 12;
    document.setDefaultFont(font);
    document.setDocumentMargin(0);
    document.setIndentWidth(ListIndent);
    document.setMarkdown(markdown, QTextDocument::MarkdownNoHTML);
    QTextCursor cursor(&document);
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        QTextBlockFormat format = block.blockFormat();
        format.setTopMargin(block.textList() && block != document.begin() ? Margin : 0);
        format.setBottomMargin(0);
        cursor.setPosition(block.position());
        cursor.setBlockFormat(format);
    }
    document.setTextWidth(width);
}

int heightOf(const QModelIndex& index, const QFont& font, int width)
{
    const QString markdown = index.data(MarkdownRole).toString();
    if (markdown.isEmpty())
        return WrappedText(index.data().toString(), font, width).height();
    QTextDocument document;
    setMarkdown(document, markdown, font, width);
    return qCeil(document.size().height());
}

void drawMessage(QPainter& painter, const QRect& words, const QModelIndex& index, const QFont& font,
                 const QColor& color)
{
    const QString markdown = index.data(MarkdownRole).toString();
    if (markdown.isEmpty()) {
        painter.setPen(color);
        WrappedText(index.data().toString(), font, words.width()).draw(painter, words.topLeft());
        return;
    }
    QTextDocument document;
    setMarkdown(document, markdown, font, words.width());
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette.setColor(QPalette::Text, color);
    painter.translate(words.topLeft());
    document.documentLayout()->draw(&painter, context);
    painter.translate(-words.topLeft());
}

} // namespace

void MessageDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const bool isHeading = index.data(HeadingRole).toBool();
    painter->save();
    if (!isHeading && (isSelected || option.state.testFlag(QStyle::State_MouseOver)))
        painter->fillRect(option.rect, isSelected ? theme().selection : theme().hover);
    const int left = option.rect.left() + textLeft(index);
    const QFont font = isHeading ? headingFont() : option.font;
    if (hasIcon(index))
        iconOf(index).paint(painter,
                            QRect(left - IconSize - 6, option.rect.top() + Margin + 1, IconSize, IconSize));

    if (isCode(index)) {
        const QRect line = option.rect.adjusted(textLeft(index), 0, -Margin, 0);
        painter->setFont(codeFont());
        painter->setPen(theme().text);
        const QStringList cells = index.data(CellsRole).toStringList();
        const QList<QRect> rects = cellRects(index, line, viewWidth(option) - textLeft(index) - Margin);
        for (int cell = 0; cell < cells.size() && cell < rects.size(); ++cell)
            painter->drawText(rects[cell], Qt::AlignLeft | Qt::AlignVCenter,
                              elidedCell(cells[cell], rects[cell].width()));
        if (!cells.isEmpty())
            return painter->restore();
        painter->drawText(
            line, Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetrics(codeFont()).elidedText(index.data().toString(), Qt::ElideRight, line.width()));
        return painter->restore();
    }
    // With the width of its longest line only, a text may wrap in another way, and lose its last words.
    const int width = viewWidth(option) - 1 - textLeft(index) - Margin;
    const QRect words(left, option.rect.top() + Margin, width, heightOf(index, font, width));
    drawMessage(*painter, words, index, font,
                isHeading    ? theme().muted
                : isSelected ? theme().selectionText
                             : theme().text);

    const QString detail = index.data(DetailRole).toString();
    if (!detail.isEmpty()) {
        const QRect line(left, words.bottom() + 2, width, QFontMetrics(smallFont()).height());
        painter->setFont(smallFont());
        painter->setPen(isSelected ? theme().selectionText : theme().muted);
        painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                          QFontMetrics(smallFont()).elidedText(detail, Qt::ElideRight, line.width()));
    }
    painter->restore();
}

QSize MessageDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto* view = qobject_cast<const QListView*>(option.widget);
    const int width = view ? view->viewport()->width() : 300;
    if (isCode(index)) {
        const QList<QRect> rects = cellRects(index, {}, width - textLeft(index) - Margin);
        const int tableWidth = rects.isEmpty() ? 0 : textLeft(index) + rects.last().right() + Margin;
        return {std::max(width, tableWidth), QFontMetrics(codeFont()).height() + 2};
    }
    const bool isHeading = index.data(HeadingRole).toBool();
    const int words =
        heightOf(index, isHeading ? headingFont() : option.font, width - textLeft(index) - Margin - 1);
    int height = words + 2 * Margin;
    if (!index.data(DetailRole).toString().isEmpty())
        height += QFontMetrics(smallFont()).height() + 2;
    return {width, height};
}

/// A cell that is cut shows its text.
bool MessageDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view,
                                const QStyleOptionViewItem& option, const QModelIndex& index)
{
    const QStringList cells = index.data(CellsRole).toStringList();
    if (cells.isEmpty() || event->type() != QEvent::ToolTip)
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    const QRect line = option.rect.adjusted(textLeft(index), 0, -Margin, 0);
    const QList<QRect> rects = cellRects(index, line, view->viewport()->width() - textLeft(index) - Margin);
    QString text;
    for (int cell = 0; cell < cells.size() && cell < rects.size(); ++cell)
        if (rects[cell].contains(event->pos()) && elidedCell(cells[cell], rects[cell].width()) != cells[cell])
            text = cells[cell];
    QToolTip::showText(event->globalPos(), text, view);
    return true;
}

} // namespace tir::ui
