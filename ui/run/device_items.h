/// Devices in a list to choose from.

#pragma once

#include "passes/workbench/execution/list_devices.h"

class QComboBox;
class QString;

namespace tir::ui {

/// An entry with the id of the device. An unusable device is disabled and shows the reason.
void addDevice(QComboBox& box, const QString& text, const RunDevice& device);

} // namespace tir::ui
