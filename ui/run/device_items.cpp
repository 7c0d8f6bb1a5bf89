#include "ui/run/device_items.h"

#include "ui/common/text.h"

#include <QComboBox>
#include <QStandardItemModel>

namespace tir::ui {

void addDevice(QComboBox& box, const QString& text, const RunDevice& device)
{
    box.addItem(text, toQString(device.id));
    if (device.problem.empty())
        return;
    QStandardItem* item = qobject_cast<QStandardItemModel*>(box.model())->item(box.count() - 1);
    item->setToolTip(toQString(device.problem));
    item->setEnabled(false);
}

} // namespace tir::ui
