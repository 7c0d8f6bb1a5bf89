/// Opening a recorded run: a trace file, or a folder of dumps.

#pragma once

#include "passes/workbench/trace/recorded_run.h"

namespace tir {

/// A `.tirtrace` file, or a folder that TVM's DumpIR filled. Precondition: isTrace(path).
Result<RecordedRun> readTrace(const std::string& path);
/// The same; a run that cannot be read has a program that is not open and says why.
RecordedRun openTraceFile(const std::string& path);

/// Whether `path` is a folder, or a file that holds a trace.
bool isTrace(const std::string& path);

} // namespace tir
