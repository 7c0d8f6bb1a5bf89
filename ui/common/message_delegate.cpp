#include "ui/common/message_delegate.h"

#include "ui/common/icons.h"

#include <QAbstractTextDocumentLayout>
#include <QListView>
#include <QPainter>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextList>
#include <QtMath>

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

QRect textRect(const QFont& font, int width, const QString& text)
{
    return QFontMetrics(font).boundingRect(QRect(0, 0, width, 10000), Qt::TextWordWrap | Qt::AlignLeft, text);
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
        return textRect(font, width, index.data().toString()).height();
    QTextDocument document;
    setMarkdown(document, markdown, font, width);
    return qCeil(document.size().height());
}

void drawMessage(QPainter& painter, const QRect& words, const QModelIndex& index, const QFont& font,
                 const QColor& color)
{
    const QString markdown = index.data(MarkdownRole).toString();
    if (markdown.isEmpty()) {
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(words, Qt::TextWordWrap | Qt::AlignLeft, index.data().toString());
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
        painter->drawText(
            line, Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetrics(codeFont()).elidedText(index.data().toString(), Qt::ElideRight, line.width()));
        return painter->restore();
    }
    // With the width of its longest line only, a text may wrap in another way, and lose its last words.
    const int width = option.rect.right() - left - Margin;
    const QRect words(left, option.rect.top() + Margin, width, heightOf(index, font, width));
    drawMessage(*painter, words, index, font,
                isHeading    ? theme().muted
                : isSelected ? theme().selectionText
                             : theme().text);

    const QString detail = index.data(DetailRole).toString();
    if (!detail.isEmpty()) {
        const QRect line(left, words.bottom() + 2, option.rect.right() - left - Margin,
                         QFontMetrics(smallFont()).height());
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
    if (isCode(index))
        return {width, QFontMetrics(codeFont()).height() + 2};
    const bool isHeading = index.data(HeadingRole).toBool();
    const int words =
        heightOf(index, isHeading ? headingFont() : option.font, width - textLeft(index) - Margin - 1);
    int height = words + 2 * Margin;
    if (!index.data(DetailRole).toString().isEmpty())
        height += QFontMetrics(smallFont()).height() + 2;
    return {width, height};
}

} // namespace tir::ui
