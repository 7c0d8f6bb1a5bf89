/// Menus that open at a point.

#pragma once

#include <QString>

class QMenu;
class QWidget;

namespace tir::ui {

/// An empty menu with an object name; deleted when it closes.
QMenu* newPopupMenu(const QString& name, QWidget& parent);

} // namespace tir::ui
