/// Opening a trace for looking at it as at a run: its texts are read, and become a recording again.

#pragma once

#include "passes/workbench/trace/trace_file.h"

#include <memory>

namespace tir {

struct OpenedTrace {
    /// What was recorded; the input of the trace where the source cannot be read without its surroundings.
    /// Not open when the trace itself cannot be read: its diagnostics say why.
    OpenedProgram program;
    std::shared_ptr<const Recording> recording; ///< null when the program is not open
};

/// Verdicts, notes and times are those of the trace; places come from its spans. A step whose text cannot be
/// read keeps it as one opaque function, with a warning that says where reading ended. Variables of different
/// texts are different ones.
OpenedTrace openTrace(const Trace& trace);

/// A `.tirtrace` file, or a folder that TVM's DumpIR filled. Precondition: isTrace(path).
OpenedTrace openTraceFile(const std::string& path);

/// Whether `path` is a folder, or a file that holds a trace.
bool isTrace(const std::string& path);

} // namespace tir
