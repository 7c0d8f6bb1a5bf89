/// Results of large runs, compared with formulas at some elements.

#pragma once

#include "passes/workbench/execution/run_request.h"
#include "tests/device/device_programs.h"

namespace tir::testing {

/// A few positions along each symbolic axis of the results; the other axes whole. Empty if they are right.
QString spotCheck(const DeviceProgram& program, const RunReport& report);

} // namespace tir::testing
