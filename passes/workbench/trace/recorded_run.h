/// A run of passes to look at, and the texts of its steps. `tirc`, the window and the tests have this one form
/// for a run that happened here, a trace file and a folder of dumps.

#pragma once

#include "passes/workbench/trace/step_text.h"

#include <functional>

namespace tir {

struct RecordedRun {
    /// The input of the run. Of a run that was read: its source, or the input of the trace if the source cannot be read
    /// without its Python context. Not open if the file cannot be read: its diagnostics give the reason.
    OpenedProgram program;
    std::shared_ptr<const Recording> recording; ///< null if the program is not open
    /// By module number, of a run that was read: the text of the module, which is not open if it is not a
    /// readable program. Equal texts are one object. Empty for a run that happened here.
    std::vector<std::shared_ptr<const OpenedProgram>> texts = {};
    size_t build = 1; ///< which of the builds of its recording it is
    size_t buildCount = 1;
    bool isRunning = false;                 ///< it is still being recorded: passes that run have no step yet
    std::vector<std::string> warnings = {}; ///< what its recording may lack; also notes of the first step

    /// The text that the places of module `number` refer to: the user's text for the input, else the printed module; of
    /// a run that was read, its text, without places if that cannot be parsed. Precondition: there is a recording with
    /// that module.
    StepText text(size_t number) const;
    /// The diagnostics of module `number` with spans in `text`, which is text(number).
    Diagnostics diagnostics(size_t number, const StepText& text) const;
};

/// Progress of reading a run.
struct RunReading {
    ReadingWatch watch = {}; ///< called by one thread at a time; ends the reading if it returns false
    /// Gets the outline of a large run before its modules are read: the names and texts of the steps. Programs in
    /// `texts` are not open, modules are empty, and nothing was verified. Not called for a small
    /// run (isLargeRun()) or for a damaged one.
    std::function<void(RecordedRun)> outline = {};
    /// The recording is still being written, unless it has an end: passes without a result are still running, and have
    /// no step yet.
    bool isRunning = false;
    size_t build = 0; ///< which build of a recording that has several; 0: the last one
    /// Limit of the modules in memory. A larger recording gets a ModuleStore.
    size_t moduleBytesInMemory = ModuleStore::DefaultBytes;
};

/// Whether texts of so many bytes take long enough to read that an outline is worth its time.
bool isLargeRun(size_t textBytes);

/// A text with the spans of its places: those of the printer if the text is exactly the printer's output, else those of
/// the reader, which knows fewer places. Precondition: program.isOpen().
StepText placedText(const OpenedProgram& program, const std::string& name);

/// "5 of 6 modules were read from their save_json"; empty if none was.
std::string remarkOnSources(const std::vector<std::shared_ptr<const OpenedProgram>>& texts);

/// The warning of a step whose text is not a readable program.
Diagnostic unreadText(const Diagnostics& whyNotRead);
/// The same for a text that is not open. A text of one comment is in place of a missing module, and gives the reason.
Diagnostic unreadText(const OpenedProgram& text);
/// The message of that warning; nothing if the step was read.
std::optional<std::string> whyUnread(const Diagnostics& diagnostics);

} // namespace tir
