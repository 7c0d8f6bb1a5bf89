#include "ui/common/message_delegate.h"

#include "ui/common/icons.h"

#include <QListView>
#include <QPainter>

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

    const QString text = index.data().toString();
    if (isCode(index)) {
        const QRect line = option.rect.adjusted(textLeft(index), 0, -Margin, 0);
        painter->setFont(codeFont());
        painter->setPen(theme().text);
        painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                          QFontMetrics(codeFont()).elidedText(text, Qt::ElideRight, line.width()));
        return painter->restore();
    }
    // With the width of its longest line only, a text may wrap in another way, and lose its last words.
    const int width = option.rect.right() - left - Margin;
    const QRect words(left, option.rect.top() + Margin, width, textRect(font, width, text).height());
    painter->setFont(font);
    painter->setPen(isHeading ? theme().muted : isSelected ? theme().selectionText : theme().text);
    painter->drawText(words, Qt::TextWordWrap | Qt::AlignLeft, text);

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
    const QRect words = textRect(isHeading ? headingFont() : option.font,
                                 width - textLeft(index) - Margin - 1, index.data().toString());
    int height = words.height() + 2 * Margin;
    if (!index.data(DetailRole).toString().isEmpty())
        height += QFontMetrics(smallFont()).height() + 2;
    return {width, height};
}

} // namespace tir::ui
