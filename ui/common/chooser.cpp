#include "ui/common/chooser.h"

#include "ui/common/matched_text.h"
#include "ui/common/theme.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace tir::ui {
namespace {

constexpr int ChoiceRole = Qt::UserRole; ///< index of the choice
constexpr int Height = 380;

/// The text at the left, the detail dimmed at the right.
class ChoiceDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const bool isSelected = option.state.testFlag(QStyle::State_Selected);
        const bool isEnabled = index.flags().testFlag(Qt::ItemIsEnabled);
        painter->save();
        painter->setFont(option.font);
        if (isSelected)
            painter->fillRect(option.rect, theme().selection);
        QRect rect = option.rect.adjusted(10, 0, -10, 0);
        const QString detail = index.data(Chooser::DetailRole).toString();
        painter->setPen(isSelected ? theme().selectionText : theme().muted);
        painter->drawText(rect, Qt::AlignRight | Qt::AlignVCenter, detail);
        rect.setRight(rect.right() - option.fontMetrics.horizontalAdvance(detail) - 12);
        painter->setPen(isSelected ? theme().selectionText : isEnabled ? theme().text : theme().faint);
        paintText(*painter, rect, option, index);
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override
    {
        return {100, option.fontMetrics.height() + 10};
    }

private:
    static void paintText(QPainter& painter, QRect rect, const QStyleOptionViewItem& option,
                          const QModelIndex& index)
    {
        const auto paint = [&](const QString& part, const QFont& font) {
            painter.setFont(font);
            painter.drawText(rect, Qt::AlignLeft | Qt::AlignVCenter, part);
            rect.setLeft(rect.left() + painter.fontMetrics().horizontalAdvance(part));
        };
        const QString text = index.data().toString();
        const qsizetype head = index.data(Chooser::HeadLengthRole).toLongLong();
        const qsizetype matchLength = index.data(Chooser::MatchLengthRole).toLongLong();
        paint(text.left(head), option.font);
        if (matchLength == 0)
            return paint(option.fontMetrics.elidedText(text.mid(head), Qt::ElideMiddle, rect.width()),
                         option.font);
        QFont bold = option.font;
        bold.setBold(true);
        const MatchedText shown =
            elideAround(MatchedText::of(text.mid(head),
                                        index.data(Chooser::MatchBeginRole).toLongLong() - head, matchLength),
                        rect.width(), option.fontMetrics, QFontMetrics(bold));
        paint(shown.before, option.font);
        paint(shown.match, bold);
        paint(shown.after, option.font);
    }
};

} // namespace

bool hasAllWords(const QString& text, const QString& filter)
{
    const QStringList words = filter.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::ranges::all_of(words,
                               [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

Chooser::Chooser(const QString& name, const QString& placeholder, QList<Choice> choices, QWidget& window,
                 int width)
    : QFrame(&window, Qt::Popup),
      m_choices(std::move(choices)),
      m_field(new QLineEdit),
      m_list(new QListWidget)
{
    setObjectName(name);
    setAttribute(Qt::WA_DeleteOnClose);
    setProperty("isChooser", true); // for the style sheet
    m_field->setObjectName(QStringLiteral("chooserField"));
    m_field->setPlaceholderText(placeholder);
    m_field->installEventFilter(this);
    m_list->setObjectName(QStringLiteral("chooserList"));
    m_list->setItemDelegate(new ChoiceDelegate(m_list));
    m_list->setFocusPolicy(Qt::NoFocus); // keys go to the field
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(m_field);
    layout->addWidget(m_list);
    connect(m_field, &QLineEdit::textChanged, this, &Chooser::filter);
    connect(m_list, &QListWidget::itemClicked, this, &Chooser::choose);
    connect(m_field, &QLineEdit::textChanged, this, &Chooser::typed);
    fill({});

    // As high as its rows; the filter does not change the size.
    const int count = m_choices.isEmpty() ? Height : std::max(3, m_list->count());
    const int rows = count * std::max(1, m_list->sizeHintForRow(0));
    const int wanted = rows + m_field->sizeHint().height() + 40;
    resize(std::min(width, window.width() - 40), std::min({wanted, Height, window.height() - 80}));
    move(window.mapToGlobal(QPoint((window.width() - this->width()) / 2, 60)));
    show();
    m_field->setFocus();
}

void Chooser::filter(const QString& text)
{
    if (m_isFiltered)
        fill(text);
}

void Chooser::setResults(QList<Choice> choices)
{
    m_isFiltered = false;
    m_choices = std::move(choices);
    fill({});
}

void Chooser::setText(const QString& text)
{
    m_field->setText(text);
    m_field->selectAll();
}

void Chooser::fill(const QString& filter)
{
    m_list->clear();
    for (qsizetype index = 0; index < m_choices.size(); ++index) {
        const Choice& choice = m_choices[index];
        if (!hasAllWords(choice.text + QLatin1Char(' ') + choice.alsoFoundBy, filter))
            continue;
        auto* item = new QListWidgetItem(choice.text, m_list);
        item->setData(ChoiceRole, index);
        item->setData(DetailRole, choice.detail);
        item->setData(HeadLengthRole, choice.headLength);
        item->setData(MatchBeginRole, choice.matchBegin);
        item->setData(MatchLengthRole, choice.matchLength);
        if (!choice.isEnabled)
            item->setFlags(Qt::NoItemFlags);
    }
    const bool isWaiting = m_isFiltered && m_choices.isEmpty();
    if (m_list->count() == 0 && !isWaiting && !m_field->text().trimmed().isEmpty()) {
        auto* nothing = new QListWidgetItem(tr("Nothing found"), m_list);
        nothing->setFlags(Qt::NoItemFlags);
    }
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->flags().testFlag(Qt::ItemIsEnabled))
            return m_list->setCurrentRow(row);
}

void Chooser::choose()
{
    const QListWidgetItem* item = m_list->currentItem();
    if (!item || !item->flags().testFlag(Qt::ItemIsEnabled))
        return;
    const std::function<void()> choose = m_choices[item->data(ChoiceRole).toInt()].choose;
    close(); // first: the chosen entry may open another chooser
    choose();
}

/// Keys that move in the list, and Return, while the field has the focus.
bool Chooser::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_PageUp:
        case Qt::Key_PageDown:
            return QCoreApplication::sendEvent(m_list, event);
        case Qt::Key_Return:
        case Qt::Key_Enter:
            choose();
            return true;
        default:
            break;
        }
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace tir::ui
