/// Recordings that an instrument wrote inside TVM, one JSON object per line, so that the file can be read at any time,
/// also after a crash. `resources/tirscope_trace.py` writes them with texts inside, and keeps the file locked as long as
/// it may write to it; `trace.jsonl` has its texts in files beside it. Members and lines that are not named here are
/// ignored.
///
///     {"ev": "begin", "format": 1, "tvm": "0.25.dev0"}    first line; further: "python", "arguments", "locked"
///     {"ev": "build", "depth": 0, "target": …}            a build, inside that many others; further: "pipeline"
///     {"ev": "context", "opt_level": 2, "config": {…}}    the PassContext of the next passes; further: "required",
///                                                         "disabled"
///     {"ev": "text", "ir": NAME, "text": …}               a module, before its first use; further: "json"
///     {"ev": "before", "id": 7, "name": "tirx.BindTarget", "args": …, "ir": NAME}
///     {"ev": "after", "id": 7, "dur_us": 12.5, "ir": NAME}
///     {"ev": "aborted", "id": 7, "error": …}              the pass ended without a result
///     {"ev": "lost", "error": …}                          a record that could not be written
///     {"ev": "source", "kind": "cuda", "text": …}         generated code
///     {"ev": "end"}                                       further: "other_threads"
///
///     id      of a run of a pass, once in a file; passes between "before" and "after" ran inside it
///     further for passes: "depth", how many other ones run around it; "name" also with "after"
///     args    arguments of its constructor: `"shared"`; may be missing
///     format  a larger number than 1 is that of a newer version, which may write what is not read here
///     locked  true: the writer holds a lock (flock) on the file until it ends
///     config  values by key; one that has fields is an object: {"tirx.UnrollLoop": {"auto_max_step": 16}}
///     json    the module as TVM's save_json, from which it is read; the text is shown
///     other_threads  true: passes ran in threads that are not recorded
///     ir      the module, by the NAME of a text, or of a file beside trace.jsonl
///     print_error  why TVM could not print the module: in place of "ir", or of the "text" of a module that has a "json",
///             which is shown as we print it

#pragma once

#include "passes/workbench/trace/recorded_run.h"

namespace tir {

inline constexpr std::string_view EventFileName = "trace.jsonl";

/// The event of the first line; empty if it is not one of a recording.
std::string firstEvent(std::string_view bytes);
/// Whether the first line is that of a whole recording.
inline bool looksLikeEventLines(std::string_view bytes)
{
    return firstEvent(bytes) == "begin";
}

/// Whether a process holds the lock on a recording: passes without an end are still running. `path` is a file, or a
/// folder with a trace.jsonl.
bool isBeingWritten(const std::string& path);

/// `name` is that of the run; texts that are not in the lines are files of `folder`, if it is not empty. The
/// contents of a lost record, of a line that is not a record, or of a truncated last line are unknown: there is a warning,
/// and an unread step in its place, which is the pass whose result it was if that is known.
Result<RecordedRun> runFromEventLines(const std::string& name, std::string_view lines,
                                      const std::string& folder, const RunReading& reading = {});

} // namespace tir
