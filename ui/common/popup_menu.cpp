#include "ui/common/popup_menu.h"

#include <QMenu>

namespace tir::ui {

QMenu* newPopupMenu(const QString& name, QWidget& parent)
{
    auto* menu = new QMenu(&parent);
    menu->setObjectName(name);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    return menu;
}

} // namespace tir::ui
