/// A recorded run as data: texts, verdicts, notes, diagnostics, times. It outlives the IR, goes into a
/// `.tirtrace` file and comes back from it.
///
/// The file is one JSON object:
///
///     format       "tirscope-trace"
///     version      1
///     tool         version of the program that wrote it
///     source       {name, text}: what was opened
///     pipeline     its name, "" for a list of passes
///     mode         "as-tvm" or "sound"
///     texts        every distinct text, once
///     input        the module before the first pass: {text, diagnostics, consequences}
///     steps        [{pass, branch, previous, verdict, text, durationNs, notes, diagnostics, consequences,
///                  breaches}]
///
///     pass         in constructor form
///     branch       "host module", "device module", or "" for what both come from
///     previous     the step it starts from; 0 is the input
///     text         index into texts
///     notes        [{message, span, table}]; table {columns, rows}, texts, or null
///     diagnostics  [{severity, code, message, span, notes}]
///     consequences [{step, message}]: what later passes made of the variables in the errors
///     breaches     [{property, message, notes, isConvention, exemption}]: what the pass needs and does not
///                  find where it stands; texts. A file without any is checked when it is read.
///
/// A span is [begin, end), bytes of the step's text; null when nothing in the text stands for it.

#pragma once

#include "passes/workbench/trace/step_text.h"

#include <string>
#include <vector>

namespace tir {

struct TraceNote {
    std::string message;
    std::optional<Span> span;
    std::shared_ptr<const NoteTable> table = nullptr;
};

struct TraceConsequence {
    size_t step = 0;
    std::string message;
};

/// A ContractBreach of passes/framework/contracts.h.
struct TraceBreach {
    std::string property;
    std::string message;
    std::vector<std::string> notes;
    bool isConvention = false;
    std::string exemption;
};

struct TraceStep {
    std::string pass; ///< `MergeSharedMemoryAllocations(mode="legacy")`; empty for the input
    Branch branch = Branch::Common;
    size_t previous = 0; ///< the step it starts from
    size_t text = 0;     ///< index into the texts of the trace: the module after the step
    Verdict verdict = Verdict::Unchanged;
    std::vector<TraceNote> notes;
    Diagnostics diagnostics; ///< spans are in the text
    std::vector<TraceConsequence> consequences;
    int64_t durationNs = 0;
    std::vector<TraceBreach> breaches;
};

struct Trace {
    std::string sourceName;
    std::string sourceText;
    std::string pipeline;
    Mode mode = Mode::AsTvm;
    std::vector<std::string> texts; ///< each ends without a line end
    std::vector<TraceStep> steps;   ///< step 0 is the input

    /// Precondition: number < steps.size(). Named `two_kernels.py@3:MergeSharedMemoryAllocations`.
    SourceText text(size_t number) const;
    /// The text of a step, read again.
    OpenedProgram open(size_t number) const;
};

/// The notes of passes are made when they are read, which can take longer than the passes: whoever shows none
/// leaves them out.
enum class TraceNotes : bool { Omitted, Included };
Trace makeTrace(const Recording& recording, const OpenedProgram& program,
                TraceNotes notes = TraceNotes::Included);

/// Reads the texts of all steps and marks the steps whose text is not a readable program: verdict `Unread`
/// (except for the input, which keeps its verdict) and a warning that says where reading ended.
void markUnreadSteps(Trace& trace);
/// The warning of an unread step.
Diagnostic unreadText(const Diagnostics& whyNotRead);
/// The message of that warning; nothing if the step was read.
std::optional<std::string> whyUnread(const Diagnostics& diagnostics);

std::string toJson(const Trace& trace);
/// Refuses what `toJson` would not have written, and says where.
Result<Trace> traceFromJson(const std::string& json);

/// Whether a file holds a trace rather than a program.
bool looksLikeTrace(std::string_view bytes);

} // namespace tir
