/// Modules that were printed one after another into one text: the output of TVM's printing instruments (PrintBeforeAll,
/// PrintAfterAll, PassPrintingInstrument, PrintIR), and of prints in the user's script.

#pragma once

#include "passes/workbench/trace/recorded_run.h"

namespace tir {

/// Whether a text contains several modules, or one after a line of an instrument, or one beside lines that another
/// program printed.
bool looksLikeModuleLog(std::string_view text);

/// The modules as steps. A module without a line of an instrument is named by the last line above it, for example
/// `# after merge`; other lines between modules are left out. `name` is that of the run.
Result<RecordedRun> runFromModuleLog(const std::string& name, std::string_view text,
                                     const RunReading& reading = {});

} // namespace tir
