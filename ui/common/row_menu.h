/// The context menu of the rows of a list or table.

#pragma once

#include <QModelIndex>

#include <functional>

class QAbstractItemView;
class QMenu;

namespace tir::ui {

/// Adds a menu that copies a row or all rows. `fill` may add entries before these for the row under the pointer, or for the
/// current row if a key opens the menu.
void addRowMenu(QAbstractItemView& view, std::function<void(QMenu&, const QModelIndex&)> fill = {});

} // namespace tir::ui
