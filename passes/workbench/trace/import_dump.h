/// Reads what TVM's instruments write for their users: the folder of DumpIR, one file a finished pass.

#pragma once

#include "passes/workbench/trace/recorded_run.h"

namespace tir {

/// The steps of a DumpIR folder (`000_tirx.BindTarget.py`, `001_…`), or of the `dump_ir` inside of `folder`,
/// in the order of their numbers, those of the host and of the device module as branches; without what only
/// runs other passes (`054_sequential.py`). TVM writes no input: the module after the first pass stands for
/// it. Every text that can be read is verified with what the passes before it have promised, so that the step
/// that broke the module is marked; others keep their text. The steps have the breaches of the contracts of
/// their passes.
Result<RecordedRun> runFromDump(const std::string& folder);

} // namespace tir
