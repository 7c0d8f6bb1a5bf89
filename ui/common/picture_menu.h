/// The context menu of a picture: copy it, or save it.

#pragma once

#include <QSize>
#include <QString>

#include <functional>

class QMenu;
class QPainter;
class QPoint;
class QWidget;

namespace tir::ui {

/// All of a picture, whatever part of it its view shows.
struct Picture {
    QSize size;
    std::function<void(QPainter&)> paint;
};

/// SVG if the path ends in ".svg", else pixels, two for each of the picture. False if the picture is empty or the file
/// cannot be written; the file is then as it was before.
bool savePicture(const Picture& picture, const QString& path);

/// Copying and saving are disabled while the picture is empty. `picture` is called on demand; `fill` may add entries for
/// the point where the menu opens.
void addPictureMenu(QWidget& view, std::function<Picture()> picture,
                    std::function<void(QMenu&, QPoint)> fill = {});

} // namespace tir::ui
