#include "ui/common/focus_ring.h"

#include "ui/common/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QPainter>

namespace tir::ui {
namespace {

constexpr int LineWidth = 2;

bool isOfKeyboard(Qt::FocusReason reason)
{
    return reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason ||
           reason == Qt::ShortcutFocusReason;
}

/// Whether a widget belongs to `window`, through the docks and dialogs that it is in.
bool isWithin(const QWidget* widget, const QWidget* window)
{
    for (; widget; widget = widget->parentWidget())
        if (widget == window)
            return true;
    return false;
}

/// The visible part of a widget, in coordinates of the window: a list in a scrolled page is cut off, and a view in a
/// background tab has no visible part.
QRect seenPart(const QWidget& widget)
{
    QRect seen = widget.rect();
    for (const QWidget* each = &widget; !each->isWindow(); each = each->parentWidget())
        seen = seen.translated(each->pos()) & each->parentWidget()->rect();
    return seen;
}

/// The visual extent of a widget: the box around the field of an editable one.
QWidget* shapeOf(QWidget* widget)
{
    auto* box = qobject_cast<QComboBox*>(widget->parentWidget());
    return box ? box : widget;
}

} // namespace

class FocusRing::Frame : public QWidget {
public:
    explicit Frame(QWidget* parent) : QWidget(parent)
    {
        setObjectName(QStringLiteral("focusFrame"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setPen(QPen(theme().accent, LineWidth));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
};

FocusRing::FocusRing(QWidget* window) : QObject(window), m_window(window)
{
    qApp->installEventFilter(this);
    m_delay.setSingleShot(true);
    m_delay.setInterval(0);
    connect(&m_delay, &QTimer::timeout, this, &FocusRing::settle);
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::FocusIn: {
        auto* widget = qobject_cast<QWidget*>(watched);
        if (!widget || !isWithin(widget, m_window))
            break;
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        m_isBackwards = reason == Qt::BacktabFocusReason;
        if (isOfKeyboard(reason))
            follow(widget);
        else if (reason == Qt::MouseFocusReason || widget != m_framed)
            follow(nullptr);
        break;
    }
    case QEvent::MouseButtonPress:
        if (m_framed && qobject_cast<QWidget*>(watched))
            follow(nullptr);
        break;
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide:
        if (auto* widget = qobject_cast<QWidget*>(watched);
            widget && m_framed && widget != m_frame && isWithin(m_framed, widget))
            m_delay.start(); // when all that is around it has its place
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

void FocusRing::follow(QWidget* widget)
{
    m_framed = widget;
    place();
    m_delay.start();
}

/// The Tab key skips widgets that are not visible, such as a view in a background tab.
void FocusRing::settle()
{
    if (m_framed && m_framed->isVisible() && seenPart(*m_framed).isEmpty() && m_framed->hasFocus()) {
        QKeyEvent tab(QEvent::KeyPress, m_isBackwards ? Qt::Key_Backtab : Qt::Key_Tab,
                      m_isBackwards ? Qt::ShiftModifier : Qt::NoModifier);
        QApplication::sendEvent(m_framed, &tab);
    }
    place();
}

void FocusRing::place()
{
    QWidget* shape = m_framed && m_framed->isVisible() ? shapeOf(m_framed) : nullptr;
    const QRect seen = shape ? seenPart(*shape) : QRect();
    if (seen.isEmpty()) {
        if (m_frame)
            m_frame->hide();
        return;
    }
    if (!m_frame || m_frame->parentWidget() != shape->window()) {
        delete m_frame;
        m_frame = new Frame(shape->window());
    }
    m_frame->setGeometry(seen);
    m_frame->show();
    m_frame->raise();
}

} // namespace tir::ui
