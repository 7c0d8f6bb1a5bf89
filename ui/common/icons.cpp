#include "ui/common/icons.h"

#include <QFile>
#include <QHash>
#include <QIconEngine>
#include <QList>
#include <QPainter>
#include <QSvgRenderer>

namespace tir::ui {
namespace {

class ThemedIconEngine : public QIconEngine {
public:
    ThemedIconEngine(QByteArray drawing, QColor Theme::*color) : m_drawing(std::move(drawing)), m_color(color)
    {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const double ratio = painter->device()->devicePixelRatioF();
        painter->drawPixmap(rect, pixmap((QSizeF(rect.size()) * ratio).toSize(), mode, state));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override
    {
        if (size.isEmpty()) // of a button without room
            return {};
        // Reading the drawing takes longer than all else that a button paints.
        const QString key = QStringLiteral("%1 %2 %3x%4")
                                .arg(colorIn(mode).name(), theme().panel.name())
                                .arg(size.width())
                                .arg(size.height());
        QPixmap& pixmap = m_pixmaps[key];
        if (pixmap.isNull()) {
            pixmap = QPixmap(size);
            pixmap.fill(Qt::transparent);
            QPainter painter(&pixmap);
            draw(painter, QRect(QPoint(), size), mode);
        }
        return pixmap;
    }

    QIconEngine* clone() const override { return new ThemedIconEngine(*this); }

private:
    void draw(QPainter& painter, const QRect& rect, QIcon::Mode mode) const
    {
        QByteArray drawing = m_drawing;
        drawing.replace("currentColor", colorIn(mode).name().toUtf8());
        drawing.replace("KNOCKOUT", theme().panel.name().toUtf8());
        QSvgRenderer(drawing).render(&painter, rect);
    }

    QColor colorIn(QIcon::Mode mode) const
    {
        return mode == QIcon::Disabled ? theme().faint : theme().*m_color;
    }

    QByteArray m_drawing;
    QColor Theme::*m_color;
    QHash<QString, QPixmap> m_pixmaps; ///< by colors and size
};

} // namespace

QIcon themedIcon(const QString& name, QColor Theme::*color)
{
    struct ColoredIcon {
        QColor Theme::*color;
        QIcon icon;
    };
    // Delegates ask for their icons whenever they paint. Leaked on purpose: pixmaps must be destroyed before the
    // QApplication, and statics are destroyed after it.
    static auto& icons = *new QHash<QString, QList<ColoredIcon>>;
    QList<ColoredIcon>& drawn = icons[name];
    for (const ColoredIcon& each : drawn)
        if (each.color == color)
            return each.icon;
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    drawn.append({color, QIcon(new ThemedIconEngine(file.readAll(), color))});
    return drawn.back().icon;
}

} // namespace tir::ui
