/// Menus that open at a point, and that of the rows of a list or table.

#pragma once

#include <QModelIndex>
#include <QString>

#include <functional>

class QAbstractItemView;
class QMenu;
class QWidget;

namespace tir::ui {

/// An empty menu with an object name; deleted when it closes.
QMenu* newPopupMenu(const QString& name, QWidget& parent);

/// Adds a menu that copies a row or all rows. `fill` may add entries before these for the row under the pointer, or for the
/// current row if a key opens the menu.
void addRowMenu(QAbstractItemView& view, std::function<void(QMenu&, const QModelIndex&)> fill = {});

} // namespace tir::ui
