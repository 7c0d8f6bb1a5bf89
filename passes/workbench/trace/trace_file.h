/// A recorded run as a `.tirtrace` file: texts, verdicts, notes, diagnostics, times.
///
/// The file that we write is one JSON object:
///
///     format       "tirscope-trace"
///     version      1
///     tool         version of the program that wrote it
///     source       {name, text}: the opened file
///     pipeline     its name, "" for a list of passes
///     mode         "as-tvm" or "sound"
///     config       the configuration of the passes, values by key; missing if there is none
///     tvmConfig    the same for keys that only passes of the user's own TVM read
///     texts        every distinct text, once
///     modules      [{text, json}]: the modules that were read from TVM's save_json beside their text, in the form of
///                  save_json; missing if there are none
///     input        the module before the first pass: {text, diagnostics, consequences}
///     steps        [{pass, branch, previous, depth, verdict, text, durationNs, notes, diagnostics, consequences,
///                  breaches}]
///
///     pass         in constructor form
///     branch       "host module", "device module", or "" before the branch
///     previous     the step it starts from; 0 is the input
///     depth        number of enclosing passes; missing for 0
///     text         index into texts
///     notes        [{message, span, spanBefore, table}]; table {columns, rows}, texts, or null; spanBefore is in the
///                  text of `previous`, for what the step took out, and missing for the others
///     diagnostics  [{severity, code, message, span, notes}]
///     consequences [{step, message}]: decisions of later passes about the variables in the errors
///     breaches     [{property, message, notes, isConvention, exemption}]: requirements of the pass that are
///                  not met; texts. A file without any is checked when it is read.
///
/// A span is [begin, end), bytes of the step's text; null if the text does not show it.

#pragma once

#include "passes/workbench/trace/recorded_run.h"

#include <string>

namespace tir {

inline constexpr int TraceFormatVersion = 1;
inline constexpr std::string_view TraceFormatName = "tirscope-trace";
inline constexpr std::string_view SeverityNames[] = {"note", "warning", "error"}; ///< by Severity

std::string toJson(const RecordedRun& run);
/// Rejects any text that `toJson` would not write, with the position. Places come from the spans of the file. Variables
/// of different texts are distinct. `name` is the file, which names a run that an instrument of TVM recorded
/// (pass_event_file.h).
Result<RecordedRun> runFromJson(const std::string& json, const std::string& name = "recording",
                                const RunReading& reading = {});

} // namespace tir
