/// Reads folders that TVM's instruments write.

#pragma once

#include "passes/workbench/trace/recorded_run.h"

namespace tir {

/// Reads the content of the folder, in this order of preference: `trace.jsonl` (pass_event_file.h); the files of TVM's
/// DumpIR (`000_tirx.BindTarget.py`, `001_…`), here or in `dump_ir`; other `.py` and `.json` files with a number in
/// their name (`2_after_merge.py`). Files are modules after a pass, in the order of their numbers. TVM writes no input:
/// the module after the first pass is shown in its place.
Result<RecordedRun> runFromDump(const std::string& folder, const RunReading& reading = {});

} // namespace tir
