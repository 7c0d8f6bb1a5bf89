#include "ui/common/icons.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>

namespace tir::ui {
namespace {

class ThemedIconEngine : public QIconEngine {
public:
    ThemedIconEngine(QByteArray drawing, QColor Theme::*color) : m_drawing(std::move(drawing)), m_color(color)
    {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        const QColor color = mode == QIcon::Disabled ? theme().faint : theme().*m_color;
        QByteArray drawing = m_drawing;
        drawing.replace("currentColor", color.name().toUtf8());
        drawing.replace("KNOCKOUT", theme().panel.name().toUtf8());
        QSvgRenderer(drawing).render(painter, rect);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        if (size.isEmpty()) // of a button without room
            return {};
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    QIconEngine* clone() const override { return new ThemedIconEngine(*this); }

private:
    QByteArray m_drawing;
    QColor Theme::*m_color;
};

} // namespace

QIcon themedIcon(const QString& name, QColor Theme::*color)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    return file.open(QIODevice::ReadOnly) ? QIcon(new ThemedIconEngine(file.readAll(), color)) : QIcon();
}

} // namespace tir::ui
