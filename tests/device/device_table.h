/// The rows as text: a line for each kernel, then remarks.

#pragma once

#include "tests/device/device_rows.h"

namespace tir::testing {

QString toText(DeviceVerdict verdict); ///< "agrees"

/// Programs × ways: whether the CPU agrees, worst difference, times, shares of bandwidth and arithmetic, registers,
/// occupancy. Below: features by way, goals of the programs that are meant to be fast, and reasons of the others.
QString deviceTable(const std::vector<DeviceRow>& rows);

} // namespace tir::testing
