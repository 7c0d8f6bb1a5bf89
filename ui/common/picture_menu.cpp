#include "ui/common/picture_menu.h"

#include "ui/common/file_dialogs.h"
#include "ui/common/popup_menu.h"

#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QImage>
#include <QMenu>
#include <QMessageBox>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>

namespace tir::ui {
namespace {

constexpr int PixelsPerPoint = 2;

QImage imageOf(const Picture& picture)
{
    QImage image(picture.size * PixelsPerPoint, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(PixelsPerPoint);
    QPainter painter(&image);
    picture.paint(painter);
    return image;
}

QByteArray svgOf(const Picture& picture)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(picture.size);
    generator.setViewBox(QRect(QPoint(), picture.size));
    QPainter painter(&generator);
    picture.paint(painter);
    painter.end();
    return buffer.data();
}

void saveWithDialog(QWidget& view, const Picture& picture)
{
    const QString path = chooseFileToSave(&view, QMenu::tr("Save the picture"), QStringLiteral("picture.svg"),
                                          QMenu::tr("Pictures (*.svg *.png)"), QStringLiteral("png"));
    if (!path.isEmpty() && !savePicture(picture, path))
        QMessageBox::warning(&view, QMenu::tr("Not saved"), QMenu::tr("'%1' cannot be written").arg(path));
}

} // namespace

bool savePicture(const Picture& picture, const QString& path)
{
    QSaveFile file(path);
    if (picture.size.isEmpty() || !file.open(QIODevice::WriteOnly))
        return false;
    if (path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive))
        file.write(svgOf(picture));
    else if (!imageOf(picture).save(&file, "PNG"))
        return false;
    return file.commit();
}

void addPictureMenu(QWidget& view, std::function<Picture()> picture, std::function<void(QMenu&, QPoint)> fill)
{
    view.setContextMenuPolicy(Qt::CustomContextMenu);
    QObject::connect(&view, &QWidget::customContextMenuRequested, &view,
                     [&view, picture = std::move(picture), fill = std::move(fill)](QPoint position) {
                         QMenu* menu = newPopupMenu(QStringLiteral("pictureMenu"), view);
                         if (fill)
                             fill(*menu, position);
                         QAction* copy = menu->addAction(QMenu::tr("Copy Picture"), &view, [picture] {
                             QApplication::clipboard()->setImage(imageOf(picture()));
                         });
                         QAction* save = menu->addAction(QMenu::tr("Save Picture…"), &view, [&view, picture] {
                             saveWithDialog(view, picture());
                         });
                         const bool isThere = !picture().size.isEmpty();
                         copy->setEnabled(isThere);
                         save->setEnabled(isThere);
                         menu->popup(view.mapToGlobal(position));
                     });
}

} // namespace tir::ui
