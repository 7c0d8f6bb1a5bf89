/// Opening a recorded run: a trace file, a folder of dumps, or a log of printed modules.

#pragma once

#include "passes/workbench/trace/recorded_run.h"

namespace tir {

/// A file that looksLikeTrace(), or a folder (import_dump.h). Precondition: isTrace(path). Fails with
/// "cancelled" if the watch ends it.
Result<RecordedRun> readTrace(const std::string& path, const RunReading& reading = {});
/// The same; if the file cannot be read, the result has a program that is not open, with the diagnostics.
RecordedRun openTraceFile(const std::string& path, const RunReading& reading = {});

/// The same for the bytes of a file of that name.
Result<RecordedRun> runFromBytes(const std::string& bytes, const std::string& name,
                                 const RunReading& reading = {});

/// Whether the bytes of a file are a trace rather than a program: JSON that is not a module, or a log (module_log.h).
bool looksLikeTrace(std::string_view bytes);

/// Whether `path` is a folder, or a file that holds a trace.
bool isTrace(const std::string& path);

} // namespace tir
