/// The context menu of the rows of a list or table.

#pragma once

#include <QModelIndex>

#include <functional>

class QAbstractItemView;
class QMenu;

namespace tir::ui {

/// It copies a row, or all of them; `fill` adds before what one can do with the row under the pointer, or with the current
/// one when a key opens the menu.
void addRowMenu(QAbstractItemView& view, std::function<void(QMenu&, const QModelIndex&)> fill = {});

} // namespace tir::ui
